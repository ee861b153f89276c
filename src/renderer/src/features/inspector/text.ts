/** The object or the list that a text is as JSON; null where it is anything else. */
export function holderIn(text: string): object | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** JSON indented for reading; null where it is not JSON, or cut. */
export function indented(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
}

const FIRST = 6000;

/** How much of a long text is shown at a stage, in UTF-16 units: four times as much each time, never half a character. */
export function shownAt(text: string, stage: number): number {
  const end = Math.min(text.length, FIRST * 4 ** stage);
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}
