/** A snippet in pieces that alternate between plain and matched text; matches may touch, overlap or be outside. */
export function pieces(snippet: string, matches: readonly (readonly [number, number])[]): { from: number; text: string; hit: boolean }[] {
  const result: { from: number; text: string; hit: boolean }[] = [];
  let at = 0;
  const push = (to: number, hit: boolean) => {
    if (to > at) result.push({ from: at, text: snippet.slice(at, to), hit });
    at = Math.max(at, to);
  };
  for (const [start, end] of matches.toSorted((a, b) => a[0] - b[0])) {
    push(Math.min(start, snippet.length), false);
    push(Math.min(end, snippet.length), true);
  }
  push(snippet.length, false);
  return result;
}
