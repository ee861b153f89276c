import type { Ref } from '../../../shared/model/index.ts';
import { clean } from './clean.ts';
import type { Layout } from './layout.ts';
import { count } from './number.ts';
import { type Cell, type Column, table } from './table.ts';
import { relative } from './time.ts';

const COLUMNS: readonly Column[] = [{ head: 'REF' }, { head: 'POINT' }, { head: 'TITLE', grows: true }, { head: 'SET', align: 'right' }];

/** "step 268 of 3f2a91c0d511". */
export const pointText = ({ tape, seq, step }: Ref): string =>
  `${step === null ? `entry ${count(seq)}` : `step ${count(step)}`} of ${clean(tape)}`;

/** Refs as a table. A tape that is not in the catalog is told by its file. */
export const formatRefs = (refs: readonly Ref[], titles: ReadonlyMap<string, string>, layout: Layout): string[] => {
  const { style, now } = layout;
  if (refs.length === 0) return ['No refs yet. Name a point, for example: tape refs set before-refactor session.jsonl@12'];
  const rows = refs.map((ref): Cell[] => [
    { text: clean(ref.name) },
    { text: `${clean(ref.tape)}${ref.step === null ? `#${ref.seq}` : `@${ref.step}`}`, paint: style.accent },
    { text: clean(titles.get(ref.tape) ?? ref.file) },
    { text: relative(Date.parse(ref.at), now), paint: style.dim },
  ]);
  return table(rows, COLUMNS, layout);
};
