/** Text from a tape in a Markdown document: it is shown as it is and cannot become structure. */

/** What steers a terminal or reorders a line, but for tab and line feed. */
const STEERING = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/gu;

/** A code block around any text: its fence is longer than any run of backticks within. */
export function fenced(text: string, language = ''): string {
  const lines = text.toWellFormed().replace(/\r\n?/g, '\n').replace(STEERING, '\ufffd');
  const longest = (lines.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${lines}${lines.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

/**
 * Any text as a part of a line that does not begin with it: what could be emphasis, code, a link, an entity, a mention or HTML is escaped,
 * and so are the two forms of addresses that some readers link by themselves.
 */
export function inline(text: string, most = 120): string {
  const line = text.toWellFormed().replace(/\s+/g, ' ').trim().replace(STEERING, '\ufffd');
  const short = line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
  return short.replace(/[\\`*_[\]<>&~|#$@]|:(?=\/\/)|(?<=www)\./gi, (character) => `\\${character}`);
}
