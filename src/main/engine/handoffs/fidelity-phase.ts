import { isAgentTape } from '../../../shared/library/names.ts';
import type { Fidelity } from '../../../shared/model/handoff.ts';
import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import { tally } from '../../../shared/model/tally.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Catalog } from '../catalog/types.ts';
import { MOST_BYTES } from './similarity-texts.ts';

/** What a phase holds that a summary could cite. */
export interface Citable {
  count: number;
  uncited: Fidelity['uncited'];
  /** Those whose texts may be read, in file order: as many as fit into the budget. */
  rows: EntryRow[];
  /** How many do not. */
  beyond: number;
}

/** Entries that are looked at together: a phase may have a million. */
const PAGE = 20_000;

/** Entries with from ≤ seq < to, parted into cited and not. */
export function citableIn(catalog: Catalog, tape: TapeRow, [from, to]: readonly [number, number], cited: ReadonlySet<number>): Citable {
  const found: Citable = { count: 0, uncited: { count: 0, ranges: [], byKind: {} }, rows: [], beyond: 0 };
  let bytes = 0;
  for (let at = from; at < to; at += PAGE)
    for (const row of catalog.entries(tape.id, at, Math.min(to, at + PAGE))) {
      if (!isCitable(row, tape)) continue;
      found.count += 1;
      bytes += row.length;
      if (bytes <= MOST_BYTES) found.rows.push(row);
      else found.beyond += 1;
      if (!cited.has(row.seq)) add(found.uncited, row);
    }
  return found;
}

/** What stood before a model, not the bookkeeping around it nor the work of a sub-agent. */
const isCitable = ({ flags }: EntryRow, tape: TapeRow): boolean =>
  has(flags, Flag.Sent) && !has(flags, Flag.Sidecar | Flag.Excluded) && (isAgentTape(tape) || !has(flags, Flag.Sidechain));

const add = (uncited: Fidelity['uncited'], { seq, kind }: EntryRow): void => {
  const last = uncited.ranges.at(-1);
  if (last && last[1] === seq - 1) last[1] = seq;
  else uncited.ranges.push([seq, seq]);
  uncited.count += 1;
  tally(uncited.byKind, kind, 1);
};
