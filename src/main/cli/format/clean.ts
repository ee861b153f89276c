// A log is hostile data: printed as it stands, it could move the cursor, set the window title or reverse the reading order.

/** What steers a terminal or reorders a line: C0 but for the blanks, DEL, C1, bidi controls, line separators, BOM. */
const steering = (): RegExp => /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/gu;
const BLANKS = /[\s\u0085]+/g;
/** Words of ASCII with single spaces between them: most of what is printed, and as it should be. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** C0 characters have pictures of their own (ESC is ␛); all else becomes the replacement character. */
const picture = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '␡' : '\ufffd';
};

/** Any text as one line that a terminal prints and does not obey. Blanks and line breaks fold into single spaces. */
export function clean(text: string): string {
  return PLAIN.test(text) ? text : text.toWellFormed().replace(BLANKS, ' ').trim().replace(steering(), picture);
}

/** Text whose control characters are JSON escapes, tabs and line breaks apart: within JSON it means the same. */
export function escapeControls(text: string): string {
  return text.replace(
    /[^\P{Cc}\t\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** JSON with the control characters escaped that `JSON.stringify` leaves alone; the value is the same. */
export function safeJson(value: unknown, indent?: number): string {
  return escapeControls(JSON.stringify(value, null, indent));
}
