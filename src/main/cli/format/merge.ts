import type { MergeConflict, MergeDuplicate, MergeItem, MergePreview, Verdict } from '../../../shared/model/native.ts';
import { clean } from './clean.ts';
import type { Layout } from './layout.ts';
import { nextLines } from './next.ts';
import { count, plural } from './number.ts';
import { type Cell, type Column, table } from './table.ts';
import { truncate } from './width.ts';
import { wrap } from './wrap.ts';

const ORDER: readonly Column[] = [
  { head: 'NEW ID', align: 'right' },
  { head: 'FROM', max: 24 },
  { head: 'ID', align: 'right' },
  { head: 'KIND', max: 12 },
  { head: 'MARK' },
  { head: 'BEGINS', grows: true },
];

const LEFT_OUT: readonly Column[] = [
  { head: 'FROM', max: 24 },
  { head: 'ID', align: 'right' },
  { head: 'KIND', max: 12 },
  { head: 'IS AT', max: 30 },
  { head: 'BY' },
  { head: 'BEGINS', grows: true },
];

const begins = (summary: string): string => clean(summary.slice(0, 2000));

const itemRow = (item: MergeItem, { style }: Layout): Cell[] => [
  { text: String(item.newId), paint: style.accent },
  { text: clean(item.from) },
  { text: String(item.id) },
  { text: clean(item.kind) },
  { text: item.mark ?? '', paint: item.mark === 'superseded' ? style.struck : style.bold },
  { text: begins(item.summary), ...(item.mark === 'superseded' && { paint: style.struck }) },
];

const duplicateRow = (one: MergeDuplicate, parent: string, { style }: Layout): Cell[] => [
  { text: clean(one.from), paint: style.struck },
  { text: String(one.id), paint: style.struck },
  { text: clean(one.kind), paint: style.struck },
  { text: `${clean(one.of.from ?? parent)} ${one.of.id}` },
  { text: one.by, paint: style.dim },
  { text: begins(one.summary), paint: style.struck },
];

const conflictLines = (conflict: MergeConflict, parent: string, { width, style }: Layout): string[] => [
  ...wrap(conflict.sentence, width - 2).map((line, at) => (at === 0 ? `${style.bad('!')} ${line}` : `  ${line}`)),
  ...conflict.sides.map(({ from, id, value }) => `    ${truncate(`${clean(from ?? parent)} ${id}: ${begins(value)}`, width - 4)}`),
];

/** Conflicts, each with what both sides say. */
export const formatConflicts = (conflicts: readonly MergeConflict[], parent: string, layout: Layout): string[] =>
  conflicts.flatMap((conflict) => conflictLines(conflict, parent, layout));

/** What a gate said, and how it ended. */
export const formatVerdict = ({ gate, verdict, exit, output, ms }: Verdict, { width, style }: Layout): string[] => {
  const paint = verdict === 'survives' ? style.assistant : style.bad;
  const how = exit === null ? 'was stopped' : `ended with ${exit}`;
  const said = output.trim() === '' ? [] : wrap(output.trimEnd(), width - 4).map((line) => `    ${style.dim(line)}`);
  return [`${paint(verdict)} ${truncate(`${clean(gate)} ${how} after ${count(Math.round(ms))} ms`, width - verdict.length - 1)}`, ...said];
};

const headline = ({ order, duplicates, left, conflicts, head }: MergePreview, names: readonly string[], parent: string): string =>
  [
    `${names.map(clean).join(', ')} into ${clean(parent)}: ${plural(order.length, 'entry', 'entries')} after entry ${count(head)}`,
    duplicates.length > 0 ? plural(duplicates.length, 'duplicate') : '',
    left.length > 0 ? `${count(left.length)} left in the fork` : '',
    conflicts.length > 0 ? plural(conflicts.length, 'conflict') : '',
  ]
    .filter((part) => part !== '')
    .join(', ');

const section = (title: string, lines: readonly string[], { style }: Layout): string[] =>
  lines.length === 0 ? [] : ['', style.bold(title), ...lines];

/** A merge before it is made: the exact order with its marks, what is left out and why, conflicts with both sides. `parent` is the name of the tape. */
export const formatPreview = (preview: MergePreview, names: readonly string[], parent: string, layout: Layout): string[] => {
  const { order, duplicates, left, conflicts, verdict } = preview;
  const orderRows = order.map((item) => itemRow(item, layout));
  const duplicateRows = duplicates.map((one) => duplicateRow(one, parent, layout));
  const kinds = [...Map.groupBy(left, ({ kind }) => kind)].map(([kind, all]) => `  ${clean(kind)} × ${count(all.length)}`);
  return [
    truncate(headline(preview, names, parent), layout.width),
    ...section('Will be appended', orderRows.length > 0 ? table(orderRows, ORDER, layout) : [], layout),
    ...section('Duplicates, left out', duplicateRows.length > 0 ? table(duplicateRows, LEFT_OUT, layout) : [], layout),
    ...section('Neither anchors nor insights, left out', kinds, layout),
    ...section('Conflicts', formatConflicts(conflicts, parent, layout), layout),
    ...section('Next request after the merge', preview.next ? nextLines(preview.next, layout) : [], layout),
    ...section('Gate', verdict ? formatVerdict(verdict, layout) : [], layout),
    ...(preview.mergeable ? [] : ['', 'Refused: conflicts. Settle them with --on-conflict keep-both, prefer-parent or prefer-fork.']),
  ];
};
