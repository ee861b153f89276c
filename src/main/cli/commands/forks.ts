import type { ForkRow } from '../../../shared/model/native.ts';
import type { Context, Declaration } from '../command.ts';
import { json, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { count } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { relative } from '../format/time.ts';
import { withTape } from '../native.ts';

export const command: Declaration = {
  flags: [...WHICH, json],
  notes: [],
  example: ['tape forks', 'says where each began, and what it added'],
  run,
};

function run(context: Context): Promise<number | undefined> {
  return withTape(context, (tape) => {
    const items = tape.forks();
    if (context.json) context.terminal.json({ items });
    else context.terminal.print(formatForks(items, context.terminal.layout));
    return undefined;
  });
}

const COLUMNS: readonly Column[] = [
  { head: 'FORK', max: 24 },
  { head: 'STATE' },
  { head: 'SHARES', align: 'right' },
  { head: 'OWN', align: 'right' },
  { head: 'WHO', max: 16 },
  { head: 'BEGUN', align: 'right' },
  { head: 'NOTE', grows: true },
];

const state = ({ state: is, merged }: ForkRow): string => (is === 'merged' && merged !== null ? `merged ${merged}` : is);

/** Forks as a table: how many entries each shares, and how many it has of its own. */
export function formatForks(forks: readonly ForkRow[], layout: Layout): string[] {
  const { style, now } = layout;
  if (forks.length === 0) return ['This tape has no forks. tape fork NAME makes one.'];
  const rows = forks.map((fork): Cell[] => [
    { text: clean(fork.name), paint: style.accent },
    { text: state(fork), ...(fork.state === 'merged' && { paint: style.dim }) },
    { text: count(fork.start) },
    { text: count(fork.entries) },
    { text: clean(fork.who), paint: style.dim },
    { text: relative(Date.parse(fork.at), now), paint: style.dim },
    { text: clean((fork.note ?? '').slice(0, 2000)) },
  ]);
  return table(rows, COLUMNS, layout);
}
