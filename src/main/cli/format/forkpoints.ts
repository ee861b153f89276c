import type { ForkPoints, Legality, TapeRow } from '../../../shared/model/index.ts';
import { clean } from './clean.ts';
import { heading } from './heading.ts';
import type { Layout } from './layout.ts';
import { count, plural } from './number.ts';
import { type Cell, type Column, table } from './table.ts';

const COLUMNS: readonly Column[] = [
  { head: 'ENTRY', align: 'right' },
  { head: 'STEP', align: 'right' },
  { head: '' },
  { head: 'BEGINS, OR REASON', grows: true },
];

const WORDS: Readonly<Record<string, string>> = {
  sidecar: 'bookkeeping',
  progress: 'progress',
  subagent: 'a sub-agent’s work',
  parent: 'after a parent that is not in the file',
  call: 'after a call without its result',
  step: 'inside an answer',
  waiting: 'waiting for an answer',
  boundary: 'a compaction without its summary',
  roles: 'after two answers in a row',
  empty: 'before any answer',
};

const row = ({ seq, step, legal, reason }: Legality, preview: string, { style }: Layout): Cell[] => [
  { text: count(seq), ...(legal ? {} : { paint: style.dim }) },
  { text: step === null ? '–' : count(step), paint: style.dim },
  legal ? { text: '✓', paint: style.assistant } : { text: '·', paint: style.dim },
  legal ? { text: clean(preview) } : { text: clean(reason ?? ''), paint: style.dim },
];

/** The legal points with how each begins, and what keeps the other entries from being one. */
export const formatForkPoints = (tape: TapeRow, points: ForkPoints, previews: ReadonlyMap<number, string>, layout: Layout): string[] => {
  const others = Object.entries(points.illegal)
    .sort(([, a], [, b]) => b - a)
    .map(([code, many]) => `${count(many)} ${WORDS[code] ?? code}`);
  const rows = points.items.map((item) => row(item, previews.get(item.seq) ?? '', layout));
  return [
    ...heading(tape, layout),
    `${plural(points.legal, 'legal point')} among ${plural(points.entries, 'entry', 'entries')}`,
    ...(others.length === 0 ? [] : [layout.style.dim(`not: ${others.join(', ')}`)]),
    ...(rows.length === 0 ? [] : ['', ...table(rows, COLUMNS, layout)]),
  ];
};
