import type { EntryRow, StepRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { aboveOf, type BranchSource, isListed, isRequestBy, lastRequestUpTo, requestAbove, stepsUpTo, WINDOW } from './branch-source.ts';

/**
 * The first request that follows an entry on its branch: it hangs on the entry, or, where nothing does, on the request before it. In a
 * list it is the next one written. Null where nothing was asked.
 */
export function requestBelow(source: BranchSource, row: EntryRow): StepRow | null {
  // A compaction may itself be the answer of a request: that one asked for the summary, of all that was there before.
  const least = has(row.flags, Flag.Boundary) ? row.seq + 1 : row.seq;
  if (isListed(source, row)) return nextStep(source, row, (step) => isRequestBy(row)(step) && step.first >= least);
  if (row.origin === row.seq) return nextStep(source, row, (step) => isRequestBy(row)(step) && step.origin === row.seq);
  const before = requestAbove(source, row);
  return hanging(source, row, row.seq) ?? (before && hanging(source, row, before.first));
}

const nextStep = (source: BranchSource, row: EntryRow, fits: (step: StepRow) => boolean): StepRow | null => {
  for (let at = stepsUpTo(source, row.seq - 1) + 1; at <= source.tape.steps; at += WINDOW) {
    const found = source.steps(at, WINDOW).find(fits);
    if (found) return found;
  }
  return null;
};

/** An answer with all its results is shorter; a tape of a million entries may have no request at all. */
const MOST = 50_000;

/** The first request after an entry that hangs on the entry `root`. */
const hanging = (source: BranchSource, { seq, flags }: EntryRow, root: number): StepRow | null => {
  const hang = new Set([root]);
  const fits = isRequestBy({ flags });
  const end = Math.min(source.tape.entries + 1, root + MOST);
  for (let from = root + 1; from < end; from += WINDOW)
    for (const row of source.entries(from, Math.min(from + WINDOW, end))) {
      const above = row.id === null ? null : aboveOf(source, row);
      if (above === null || !hang.has(above)) continue;
      hang.add(row.seq);
      if (row.seq <= seq || row.step === null || row.role !== 'assistant') continue;
      const step = source.step(row.step);
      if (fits(step) && step.first > seq) return step;
    }
  return null;
};

/**
 * The request that an entry was preceded by. A conversation that was begun again in the file hangs on nothing: it is preceded by the request
 * written last, which is said to be `guessed`.
 */
export function requestPreceding(source: BranchSource, row: EntryRow): { before: StepRow | null; guessed: boolean } {
  const above = requestAbove(source, row);
  const begins = above === null && row.id !== null && row.parentSeq === null && !has(row.flags, Flag.Sidechain);
  const before = begins ? lastRequestUpTo(source, row.seq - 1, { sidechain: false }) : above;
  return { before, guessed: begins && before !== null };
}
