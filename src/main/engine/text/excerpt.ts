/** Shown in place of the text of an entry when other bytes are at its place. */
export const CHANGED = 'The source changed: other text is there now. Open the tape again to reload it.';

/** The first characters of a text, never between the two halves of one character. */
export function cut(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const half = text.charCodeAt(chars - 1);
  return text.slice(0, half >= 0xd800 && half <= 0xdbff ? chars - 1 : chars);
}
