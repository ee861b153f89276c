import type { NativeAnchor } from '../../../shared/model/native.ts';
import { clean } from './clean.ts';
import type { Layout } from './layout.ts';
import { count } from './number.ts';
import { type Cell, type Column, table } from './table.ts';
import { clock } from './time.ts';

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
export const formatAnchors = (anchors: readonly NativeAnchor[], layout: Layout): string[] => {
  const rows = anchors.map((anchor): Cell[] => [
    { text: String(anchor.seq), paint: layout.style.accent },
    { text: clean(anchor.name), paint: layout.style.bold },
    { text: count(anchor.id) },
    { text: count(anchor.entries) },
    { text: clock(Date.parse(anchor.at)).slice(0, 16), paint: layout.style.dim },
    { text: summary(anchor) },
  ]);
  return anchors.length === 0 ? ['This tape has no anchor.'] : table(rows, COLUMNS, layout);
};
