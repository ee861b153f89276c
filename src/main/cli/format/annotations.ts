import type { Annotation } from '../../../shared/model/index.ts';
import { clean } from './clean.ts';
import type { Layout } from './layout.ts';
import { count } from './number.ts';
import { type Cell, type Column, table } from './table.ts';
import { relative } from './time.ts';

/** "entry 12", "entries 12 to 15", "entry 12 in the context of step 4". */
export const annotationPoint = ({ target }: Annotation): string => {
  if (target.type === 'span') return `entries ${count(target.from)} to ${count(target.to)}`;
  return `entry ${count(target.seq)}${target.type === 'block' ? ` in the context of step ${count(target.step)}` : ''}`;
};

const place = ({ tape, target }: Annotation, one: boolean): string => {
  const inside =
    target.type === 'block' ? ` in step ${target.step}${target.policy === 'as-recorded' ? '' : `, ${clean(target.policy)}`}` : '';
  const at = target.type === 'span' ? `#${target.from}-${target.to}` : `#${target.seq}${inside}`;
  return `${one ? '' : clean(tape)}${at}`;
};

const columns = (one: boolean): Column[] => [
  { head: 'ANNOTATION' },
  { head: 'POINT' },
  ...(one ? [] : [{ head: 'TITLE', max: 28 }]),
  { head: 'LABEL', max: 20 },
  { head: 'TEXT', grows: true },
  { head: 'CHANGED', align: 'right' },
];

/** As a table; `one` where they are all of one tape. A tape that is not in the catalog is told by its file. */
export const formatAnnotations = (
  items: readonly Annotation[],
  titles: ReadonlyMap<string, string>,
  one: boolean,
  layout: Layout,
): string[] => {
  const { style, now } = layout;
  if (items.length === 0)
    return [`No annotations${one ? ' here' : ''} yet. Add one, for example: tape annotations add session.jsonl#12 "Why?"`];
  const rows = items.map((item): Cell[] => [
    { text: clean(item.id) },
    { text: place(item, one), paint: style.accent },
    ...(one ? [] : [{ text: clean(titles.get(item.tape) ?? item.file) }]),
    { text: clean(item.label ?? ''), paint: style.bold },
    { text: `${item.stale ? '(stale) ' : ''}${clean(item.text)}` },
    { text: relative(item.changed, now), paint: style.dim },
  ]);
  return table(rows, columns(one), layout);
};
