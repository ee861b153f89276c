/** Lines around a change that are shown with it. */
const AROUND = 3;

const sharedStart = (a: readonly string[], b: readonly string[]): number => {
  let at = 0;
  while (at < Math.min(a.length, b.length) && a[at] === b[at]) at++;
  return at;
};

/** A change of a file as one hunk of a unified diff: all between the first line that differs and the last. Empty where nothing does. */
export function changeOf(file: string, before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  if (before === after) return [];
  const start = sharedStart(old, now);
  const end = sharedStart(old.slice(start).reverse(), now.slice(start).reverse());
  const [from, tail] = [Math.max(0, start - AROUND), Math.min(AROUND, end)];
  const length = (lines: readonly string[]): number => lines.length - end + tail - from;
  const marked = (mark: string, lines: readonly string[]): string[] => lines.map((line) => `${mark}${line}`);
  return [
    `--- ${file}`,
    `+++ ${file}`,
    `@@ -${from + 1},${length(old)} +${from + 1},${length(now)} @@`,
    ...marked(' ', old.slice(from, start)),
    ...marked('-', old.slice(start, old.length - end)),
    ...marked('+', now.slice(start, now.length - end)),
    ...marked(' ', old.slice(old.length - end, old.length - end + tail)),
  ];
}
