import type { NativeAnchor, NativeEntry } from '../../../shared/model/native.ts';
import type { Context, Declaration } from '../command.ts';
import { json, WHICH } from '../flags.ts';
import { clean, safeJson } from '../format/clean.ts';
import { marksOf, withoutPhase, wordsOf } from '../format/entry-line.ts';
import { dayAndTime } from '../format/log.ts';
import { plural } from '../format/number.ts';
import { ALTERED } from '../format/snippet.ts';
import { type Layout, roleStyle } from '../format/style.ts';
import { truncate } from '../format/width.ts';
import { wrap } from '../format/wrap.ts';
import { neededAnchor, withTape } from '../native.ts';
import { pagesOf } from '../pages.ts';

export const command: Declaration = {
  flags: [...WHICH, json],
  notes: ['ANCHOR is a name (the newest, if several have it), or a number from tape anchors.'],
  example: ['tape show session/start', 'prints the first phase'],
  run,
};

function run(context: Context): Promise<number | undefined> {
  return withTape(context, async (tape) => {
    const { terminal, json, given } = context;
    const anchor = neededAnchor(tape, given.operands[0] ?? '');
    const pages = pagesOf(tape, { phases: [anchor.seq, anchor.seq], exact: json }, { from: anchor.id });
    if (json) {
      await terminal.items(pages, { anchor });
      return undefined;
    }
    const show = formatPhase(anchor, terminal.layout);
    terminal.print(show.head);
    for (const page of pages) terminal.print(show.entries(page));
    return undefined;
  });
}

const INDENT = '  ';

const inset = (text: string, width: number): string[] =>
  wrap(text, Math.max(20, width - INDENT.length)).map((line) => (line === '' ? '' : INDENT + line));

const valueText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value.map((part) => `· ${part}`).join('\n');
  if (Array.isArray(value) && value.every((part) => typeof part === 'number')) return value.join(', ');
  return safeJson(value);
};

/** The state that a phase was handed, a key after the other. */
const stateLines = (state: Record<string, unknown>, { width, style }: Layout): string[] =>
  Object.entries(withoutPhase(state)).flatMap(([key, value]) => [
    `${INDENT}${style.dim(truncate(clean(key), width - INDENT.length))}`,
    ...inset(valueText(value), width - INDENT.length).map((line) => INDENT + line),
  ]);

/** An entry in full under a line with its id, kind, time and marks. */
const entryLines = (entry: NativeEntry, layout: Layout): string[] => {
  const { style, width } = layout;
  const { role, text } = wordsOf(entry, 'full');
  const kind = role !== null && entry.kind === 'message' ? `${entry.kind} ${role}` : entry.kind;
  const marks = marksOf(entry).map((mark) => ` · ${clean(mark)}`);
  const head = truncate(`#${entry.id} ${clean(kind)} · ${dayAndTime(entry.at).time}${marks.join('')}`, width);
  const paint = entry.kind === 'error' ? style.bad : roleStyle(style, role);
  return ['', paint(head), ...inset(text, width)];
};

/** A phase in full: the lines that tell what it began with, and those of its entries, a page at a time. */
export function formatPhase(anchor: NativeAnchor, layout: Layout): { head: string[]; entries: (page: readonly NativeEntry[]) => string[] } {
  const { style, width } = layout;
  const { day, time } = dayAndTime(anchor.at);
  const place = `phase ${anchor.seq} · entry ${anchor.id} · ${day} ${time} · ${plural(anchor.entries, 'entry', 'entries')}`;
  const title = anchor.altered
    ? style.bad(truncate(`${ALTERED}${clean(anchor.name)}`, width))
    : style.bold(truncate(clean(anchor.name), width));
  return {
    head: [title, style.dim(truncate(place, width)), ...stateLines(anchor.state, layout)],
    entries: (page) => page.filter(({ id }) => id !== anchor.id).flatMap((entry) => entryLines(entry, layout)),
  };
}
