// Texts of people, models and files are in a context file as they are, but never as a part of its frame: whatever a README says, it ends
// where it ends, and headings of the first three levels and lines between sections are the file's own.

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
/** Headings of our levels, be they in a fence or not: who reads line by line knows nothing of fences. */
const HEADING = /^( {0,3})#{1,3}(?=\s|$)/;
/** A line between sections, or one that makes a heading of the line above. */
const RULE = /^ {0,3}([-=_*])(?:\s*\1)*\s*$/;
/** Beginnings of HTML that continue to the end of the file where nothing ends them. */
const HTML: readonly [RegExp, RegExp][] = [
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![a-z]/i, />/],
  [/^ {0,3}<(script|pre|style|textarea)\b/i, /<\/(script|pre|style|textarea)>/i],
];

/** The fence that is open after a line, '' for none. */
const fenceBehind = (open: string, line: string): string => {
  const found = FENCE.exec(line)?.[1] ?? '';
  if (open === '') return found;
  return found.startsWith(open) && line.trim() === found ? '' : open;
};

/** What closes the fence that a text leaves open, with a line's end before it; '' where there is none. */
export function closing(text: string): string {
  let open = '';
  for (const line of text.split('\n')) open = fenceBehind(open, line);
  return open === '' ? '' : `${text.endsWith('\n') ? '' : '\n'}${open}`;
}

/** Headings become those of the fourth level, other lines that would belong to the frame are escaped, an open fence is closed. */
export function quote(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  let open = '';
  const quoted = lines.map((line, at) => {
    const within = open !== '';
    open = fenceBehind(open, line);
    if (within) return HEADING.test(line) || RULE.test(line) ? ` ${line}` : line;
    if (HEADING.test(line)) return line.replace(HEADING, '$1####');
    return RULE.test(line) || isEndless(lines, at) ? `\\${line.trimStart()}` : line;
  });
  const whole = quoted.join('\n');
  return whole + closing(whole);
}

const isEndless = (lines: readonly string[], at: number): boolean => {
  const line = lines[at] ?? '';
  const kind = line.includes('<') ? HTML.find(([begins]) => begins.test(line)) : undefined;
  return kind !== undefined && !lines.slice(at, at + MOST_LINES).some((one) => kind[1].test(one));
};

/** A comment that is longer than this is taken for one that never ends. */
const MOST_LINES = 500;
