import type { NativeAnchor } from '../../../shared/model/native.ts';
import type { Context, Declaration } from '../command.ts';
import { json, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { count } from '../format/number.ts';
import { ALTERED } from '../format/snippet.ts';
import type { Layout } from '../format/style.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { clock } from '../format/time.ts';
import { withTape } from '../native.ts';

export const command: Declaration = {
  flags: [...WHICH, json],
  notes: ['JSON holds {"items": [{seq, name, id, at, state, entries}]}; entries counts those of the phase, the anchor included.'],
  example: ['tape anchors --json | jq ".items[-1].state"', 'prints what the current phase was handed'],
  run,
};

function run(context: Context): Promise<number | undefined> {
  return withTape(context, (tape) => {
    const items = tape.anchors();
    if (context.json) context.terminal.json({ items });
    else context.terminal.print(formatAnchors(items, context.terminal.layout));
    return undefined;
  });
}

const COLUMNS: readonly Column[] = [
  { head: 'PHASE', align: 'right' },
  { head: 'ANCHOR', max: 28 },
  { head: 'ENTRY', align: 'right' },
  { head: 'ENTRIES', align: 'right' },
  { head: 'TIME (UTC)' },
  { head: 'SUMMARY', grows: true },
];

const summary = ({ state }: NativeAnchor): string => (typeof state.summary === 'string' ? clean(state.summary.slice(0, 2000)) : '');

/** All anchors as a table, the current phase last. */
export function formatAnchors(anchors: readonly NativeAnchor[], layout: Layout): string[] {
  const rows = anchors.map((anchor): Cell[] => [
    { text: String(anchor.seq), paint: layout.style.accent },
    { text: `${anchor.altered ? ALTERED : ''}${clean(anchor.name)}`, paint: anchor.altered ? layout.style.bad : layout.style.bold },
    { text: count(anchor.id) },
    { text: count(anchor.entries) },
    { text: clock(Date.parse(anchor.at)).slice(0, 16), paint: layout.style.dim },
    { text: summary(anchor) },
  ]);
  return anchors.length === 0 ? ['This tape has no anchor.'] : table(rows, COLUMNS, layout);
}
