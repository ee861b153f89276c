import type { TapeRow } from '../../../shared/model/index.ts';
import { loadRecords } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Json } from '../formats/format.ts';
import { rulesOf } from '../formats/rules.ts';
import { findRefs } from './refs.ts';

/** Where the writer's own numbers lead. */
export type Became = ReadonlyMap<number, number>;

const SAME: Became = new Map();
/** No entry has this number. */
const NOWHERE = 0;
/** Numbers that are looked up by reading the source, all of a state together. */
const MOST = 5000;

/** An entry with the number that its own record bears. */
interface Numbered {
  seq: number;
  id: Json | undefined;
}

/**
 * A writer may number its lines itself and go on counting where a line cannot be read any more: then the number that a state names is not the
 * place of the entry in the tape. Answers where such numbers lead; empty where both are the same. Ids ascend, so that an entry whose id is
 * its place has only such ones before it. Where ids begin again, none means one entry, and numbers stay places.
 * Throws what reading the source throws.
 */
export async function writtenNumbers(catalog: Catalog, tape: TapeRow, { seq, id }: Numbered, state: Json): Promise<Became> {
  if (!rulesOf(tape.format).states.ownNumbers || typeof id !== 'number' || !Number.isSafeInteger(id)) return SAME;
  const ahead = Math.max(id - seq, tape.unreadable);
  if (id < seq || ahead === 0) return SAME;
  const refs = findRefs(state, { numbered: true, entries: tape.entries + ahead });
  const named = refs.flatMap(({ kind, number, foreign }) => (kind === 'entry' && foreign === null && number !== null ? [number] : []));
  const wanted = [...new Set(named)].filter((number) => Number.isSafeInteger(number) && number >= 1 && (id > seq || number > id));
  const idOf = createIds(catalog, tape);
  // The entry with an id is at most as many places before it as lines were lost before it.
  const spans = wanted.slice(0, MOST).map((number) => ({ number, low: Math.max(1, number - ahead), high: Math.min(number, tape.entries) }));
  for (let open = spans.filter(isOpen); open.length > 0; open = open.filter(isOpen)) {
    const ids = await idOf(open.map(middleOf));
    for (const [at, span] of open.entries()) {
      const middle = middleOf(span);
      if ((ids[at] ?? Number.POSITIVE_INFINITY) < span.number) span.low = middle + 1;
      else span.high = middle;
    }
  }
  const ids = await idOf(spans.map(({ low }) => low));
  return new Map(spans.map(({ number, low }, at) => [number, ids[at] === number ? low : NOWHERE]));
}

const isOpen = ({ low, high }: { low: number; high: number }): boolean => low < high;
const middleOf = ({ low, high }: { low: number; high: number }): number => (low + high) >> 1;

/** The ids that the records of entries bear; null for what has none. Each record is read once. */
const createIds = (catalog: Catalog, tape: TapeRow): ((seqs: readonly number[]) => Promise<(number | null)[]>) => {
  const known = new Map<number, number | null>();
  return async (seqs) => {
    const rows = catalog.entriesAt(
      tape.id,
      [...new Set(seqs)].filter((seq) => !known.has(seq)),
    );
    const records = await loadRecords(tape, rows);
    for (const [at, { seq }] of rows.entries()) {
      const id = records[at]?.id;
      known.set(seq, typeof id === 'number' ? id : null);
    }
    return seqs.map((seq) => known.get(seq) ?? null);
  };
};
