import type { ForkPoints, Legality } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Catalog } from '../catalog/types.ts';
import { createLegal, type Legal } from './legal.ts';
import { legalityOf } from './legal-words.ts';

/** Tapes whose verdicts are kept; those asked about longest ago go first. */
const KEPT = 4;
/** Entries that are read together. */
const BATCH = 8192;

interface Kept {
  reread: number;
  legal: Legal;
  counts: { at: number; legal: number; illegal: Record<string, number> } | null;
}

/** The verdicts of tapes, worked out once and carried on when a tape grows. */
export interface LegalCache {
  /** Throws TapeError('not-found') for an unknown tape. */
  of(tape: string): Legal;
  legality(tape: string, seq: number): Legality;
  points(tape: string, options: { from: number; limit: number; only: 'legal' | 'all' }): ForkPoints;
}

export const createLegalCache = (catalog: Catalog): LegalCache => {
  const kept = new Map<string, Kept>();

  const keptOf = (id: string): Kept => {
    const tape = catalog.tape(id);
    const { reread } = catalog.receipt(tape.id);
    const found = kept.get(tape.id);
    kept.delete(tape.id);
    const fits = found && found.reread === reread && found.legal.entries <= tape.entries;
    const entry = fits ? found : { reread, legal: createLegal(catalog.stats(tape.id).nodes === 0), counts: null };
    for (let from = entry.legal.entries + 1; from <= tape.entries; from += BATCH)
      for (const row of catalog.entries(tape.id, from, from + BATCH)) entry.legal.add(row);
    kept.set(tape.id, entry);
    const [oldest] = kept.size > KEPT ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    return entry;
  };

  const told = (legal: Legal, tape: string, seq: number): Legality =>
    legalityOf(legal, seq, (named) => catalog.entriesAt(tape, [named])[0]);

  return {
    of: (tape) => keptOf(tape).legal,
    legality(tape, seq) {
      const { legal } = keptOf(tape);
      if (seq < 1 || seq > legal.entries) throw new TapeError('not-found', `This tape has no entry ${seq}; it has ${legal.entries}.`);
      return told(legal, tape, seq);
    },
    points(tape, { from, limit, only }) {
      const entry = keptOf(tape);
      const { legal } = entry;
      const items: Legality[] = [];
      let next: number | null = null;
      for (let seq = from; seq <= legal.entries; seq += 1) {
        if (only === 'legal' && legal.fault(seq)) continue;
        if (items.length === limit) {
          next = seq;
          break;
        }
        items.push(told(legal, tape, seq));
      }
      const { legal: many, illegal } = countsOf(entry);
      return { items, next, entries: legal.entries, legal: many, illegal };
    },
  };
};

const countsOf = (entry: Kept): NonNullable<Kept['counts']> => {
  const { legal } = entry;
  if (entry.counts?.at === legal.entries) return entry.counts;
  const counts = { at: legal.entries, legal: 0, illegal: {} as Record<string, number> };
  for (let seq = 1; seq <= legal.entries; seq += 1) {
    const fault = legal.fault(seq);
    if (fault) counts.illegal[fault.code] = (counts.illegal[fault.code] ?? 0) + 1;
    else counts.legal += 1;
  }
  entry.counts = counts;
  return counts;
};
