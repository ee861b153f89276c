import { setImmediate } from 'node:timers/promises';
import type { ForkPoints, Legality, LegalityNear } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Catalog } from '../catalog/types.ts';
import { createLegal, type Legal } from '../formats/context/legal.ts';
import { legalityOf } from './legality.ts';
import { nearestLegal } from './nearest.ts';

/** Tapes whose verdicts are kept; those asked about longest ago go first. */
const KEPT = 4;
/** Entries that are read together. */
const BATCH = 8192;

interface Kept {
  reread: number;
  legal: Legal;
  /** Done when all entries that the tape had when it was last asked about are judged. */
  work: Promise<void>;
  counts: { at: number; legal: number; illegal: Record<string, number> } | null;
}

/** The verdicts of tapes, worked out once and carried on when a tape grows. */
interface LegalCache {
  /** Throws TapeError('not-found') for an unknown tape or entry. */
  legality(tape: string, seq: number): Promise<LegalityNear>;
  points(tape: string, options: { from: number; limit: number; only: 'legal' | 'all' }): Promise<ForkPoints>;
}

/** Verdicts of the tapes of one catalog, of the last few that were asked about. */
export function createLegalCache(catalog: Catalog): LegalCache {
  const kept = new Map<string, Kept>();

  /** Judges what is new, a batch at a time: a window continues drawing meanwhile. */
  const carryOn = async (id: string, { legal }: Kept): Promise<void> => {
    const { entries } = catalog.tape(id);
    for (let from = legal.entries + 1; from <= entries; from += BATCH) {
      for (const row of catalog.entries(id, from, Math.min(from + BATCH, entries + 1))) legal.add(row);
      if (from + BATCH <= entries) await setImmediate();
    }
  };

  const keptOf = async (name: string): Promise<Kept> => {
    const { id, entries } = catalog.tape(name);
    const { reread } = catalog.receipt(id);
    const found = kept.get(id);
    kept.delete(id);
    const fits = found && found.reread === reread && found.legal.entries <= entries;
    const entry = fits ? found : { reread, legal: createLegal(catalog.stats(id).nodes === 0), work: Promise.resolve(), counts: null };
    kept.set(id, entry);
    const [oldest] = kept.size > KEPT ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    // One after the other: entries are judged in file order, each once.
    entry.work = entry.work.then(() => carryOn(id, entry));
    try {
      await entry.work;
    } catch (failure) {
      // The tape went away meanwhile: whoever asks again begins again.
      kept.delete(id);
      throw failure;
    }
    return entry;
  };

  const told = (legal: Legal, tape: string, seq: number): Legality =>
    legalityOf(legal, seq, (named) => catalog.entriesAt(tape, [named])[0]);

  return {
    async legality(tape, seq) {
      const { legal } = await keptOf(tape);
      if (seq < 1 || seq > legal.entries) throw new TapeError('not-found', `This tape has no entry ${seq}; it has ${legal.entries}.`);
      return { ...told(legal, tape, seq), ...nearestLegal(legal, seq) };
    },
    async points(tape, { from, limit, only }) {
      const entry = await keptOf(tape);
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
}

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
