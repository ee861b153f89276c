import type { ForkPoints, Legality, TapeRow } from '../../../shared/model/index.ts';
import type { Point } from '../../engine/graph/point.ts';
import type { Context, Declaration } from '../command.ts';
import { json, POINTS, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { heading } from '../format/heading.ts';
import { count, plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { namedAt } from '../points.ts';
import type { Session } from '../session.ts';

export const command: Declaration = {
  flags: [{ name: 'all', description: 'every entry, with the reason if you cannot' }, ...WHICH, json],
  notes: [
    'An entry is legal at the end of a turn: every call before it has a result, roles take turns, and all parents are in the file.',
    `${POINTS} Then it checks that entry only.`,
  ],
  example: ['tape forkpoints session.jsonl --all', 'says for each entry whether you can continue from it, and why not'],
  run,
};

const PAGE = 10_000;

/** For a single point, legal or not. */
const verdict = async ({ call }: Session, { tape, seq }: Point): Promise<ForkPoints> => ({
  ...(await call('graph.forkPoints', { tape, from: seq, limit: 1, only: 'all' })),
  next: null,
});

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
  const open = await session();
  const { call } = open;
  const { row, point } = await namedAt(open, given);
  const ask = (from: number) => call('graph.forkPoints', { tape: row.id, from, limit: PAGE, only: given.options.all ? 'all' : 'legal' });
  const first = point === null ? await ask(1) : await verdict(open, point);
  const { entries, legal, illegal } = first;
  if (json) {
    const pages = async function* (): AsyncGenerator<Legality[]> {
      let page = first;
      for (yield page.items; page.next !== null; yield page.items) page = await ask(page.next);
    };
    await terminal.items(pages(), { tape: row.id, entries, legal, illegal });
    return undefined;
  }
  const items = [...first.items];
  for (let { next } = first; next !== null; ) {
    const page = await ask(next);
    items.push(...page.items);
    next = page.next;
  }
  const seqs = items.map(({ seq }) => seq);
  const previews = new Map<number, string>();
  for (let at = 0; at < seqs.length; at += 300) {
    const page = await call('entries.previews', {
      tape: row.id,
      seqs: seqs.slice(at, at + 300),
      chars: Math.max(20, terminal.layout.width),
    });
    for (const { seq, text } of page.items) previews.set(seq, text);
  }
  terminal.print(formatForkPoints(row, { ...first, items }, previews, terminal.layout));
  return undefined;
}

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
const formatForkPoints = (tape: TapeRow, points: ForkPoints, previews: ReadonlyMap<number, string>, layout: Layout): string[] => {
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
