/** What cannot be seen or would break a line is written as \u{…}; a name is never more than a name. */
export function showPath(path: string): string {
  return path.replace(/[`\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

const LONGEST_LINE = 200;

/** The first paragraph as one line, cut at a word after this many characters. */
export function firstLine(text: string, most = LONGEST_LINE): string {
  const line = (text.trim().split(/\n\s*\n/, 1)[0] ?? '').replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const head = line.slice(0, most).toWellFormed().replace('\ufffd', '');
  return `${head.replace(/\s+\S*$/, '')} …`;
}

/** A path of hundreds of characters keeps its beginning and end: a heading must not use up a budget. */
export function showHeading(path: string): string {
  const shown = [...showPath(path)];
  return shown.length <= 80 ? shown.join('') : `${shown.slice(0, 20).join('')} … ${shown.slice(-20).join('')}`;
}
