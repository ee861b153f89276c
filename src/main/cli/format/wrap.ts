import { clean } from './clean.ts';
import { displayWidth, pieces } from './width.ts';

/** Columns of the blanks that a line begins with, up to a third of the room: enough to see the shape of code. */
const indentOf = (line: string, width: number): number => {
  const [blanks = ''] = /^[ \t]*/.exec(line) ?? [];
  return Math.min(blanks.replaceAll('\t', '  ').length, Math.floor(width / 3));
};

const fill = (words: readonly string[], width: number): string[] => {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of words) {
    const needed = displayWidth(word);
    if (line !== '' && used + 1 + needed > width) {
      lines.push(line);
      line = '';
      used = 0;
    }
    line = line === '' ? word : `${line} ${word}`;
    used += (used === 0 ? 0 : 1) + needed;
  }
  return [...lines, line];
};

/** Text of any kind as lines of `width` columns at most, cleaned, with its own line breaks and indents. Long words are cut. */
export function wrap(text: string, width: number): string[] {
  return text.split(/\r\n?|\n/).flatMap((line) => {
    const indent = indentOf(line, width);
    const room = Math.max(1, width - indent);
    const words = clean(line)
      .split(' ')
      .flatMap((word) => pieces(word, room));
    return fill(words, room).map((part) => (part === '' ? '' : ' '.repeat(indent) + part));
  });
}
