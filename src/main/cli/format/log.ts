import type { NativeEntry } from '../../../shared/model/native.ts';
import { clean } from './clean.ts';
import { marksOf, wordsOf } from './entry-line.ts';
import { type Layout, roleStyle } from './style.ts';
import { clock } from './time.ts';
import { displayWidth, pad, truncate } from './width.ts';

const ID = 6;
const KIND = 11;
/** More than any terminal is wide, and little enough to be cleaned at once. */
const MOST = 2000;
const LEAST_TEXT = 12;
/** Below this width the words of an entry are worth more than its time of day. */
const WIDE = 60;

/** Day and time of day of an entry, in UTC; dashes where `at` is not a time. */
export function dayAndTime(at: string): { day: string; time: string } {
  const [day = '–', time = '–'] = clock(Date.parse(at)).split(' ');
  return { day, time };
}

/** The first words of an entry, in one line: its marks, whose words they are, and what it says. */
export function firstWords(entry: NativeEntry): string {
  const { role, text } = wordsOf(entry, 'line');
  const marks = marksOf(entry).map((mark) => `[${clean(mark)}] `);
  const who = role !== null && entry.kind === 'message' ? `${clean(role.slice(0, MOST))}: ` : '';
  return `${marks.join('')}${who}${clean(text.slice(0, MOST))}`;
}

const entryLine = (entry: NativeEntry, { width, style }: Layout): string => {
  const id = pad(String(entry.id), ID, 'right');
  const kind = pad(truncate(clean(entry.kind), KIND), KIND);
  const head = width < WIDE ? `${id}  ` : `${id}  ${dayAndTime(entry.at).time}  `;
  const room = Math.max(LEAST_TEXT, width - displayWidth(`${head}${kind}  `));
  const text = truncate(firstWords(entry), room);
  if (entry.kind === 'anchor') return style.bold(`${head}${kind}  ${text}`);
  const paint = entry.kind === 'error' ? style.bad : roleStyle(style, wordsOf(entry, 'line').role);
  return `${style.dim(head)}${paint(kind)}  ${text}`.trimEnd();
};

/**
 * Turns entries into lines: id, time, kind, first words. A line of its own tells the day, and the session where entries of
 * several are mixed, whenever it is another one than before; so what `tape log --follow` prints later fits below.
 */
export function createLog(layout: Layout): (entries: readonly NativeEntry[]) => string[] {
  let day = '';
  let session: string | undefined;
  return (entries) =>
    entries.flatMap((entry) => {
      const lines: string[] = [];
      if (entry.session !== undefined && entry.session !== session) lines.push(layout.style.bold(`session ${clean(entry.session)}`));
      const today = dayAndTime(entry.at).day;
      if (today !== day || lines.length > 0) lines.push(layout.style.dim(`${' '.repeat(ID + 2)}${today}`));
      day = today;
      session = entry.session;
      return [...lines, entryLine(entry, layout)];
    });
}
