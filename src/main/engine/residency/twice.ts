import type { Residency, ResidencyTwice } from '../../../shared/model/index.ts';

type Columns = Pick<Residency, 'seq' | 'from' | 'to' | 'tokens' | 'steps'>;

/**
 * What is in context more than once: of the stays that `isRead` takes for reads of a file, those of one row (`of`) that are at the same step.
 * `reads` is the most of them by row; per step, the rows that have two or more, and the tokens of all of those but the newest.
 */
export function heldTwice(
  { seq, from, to, tokens, steps }: Columns,
  of: Uint32Array,
  isRead: (seq: number) => boolean,
): { reads: ReadonlyMap<number, number>; twice: ResidencyTwice } {
  const reads = new Map<number, number>();
  const twice = { files: new Uint32Array(steps.length), tokens: new Float64Array(steps.length) };
  /** Stays of one row that are open. */
  const open = new Set<number>();
  const note = (row: number, first: number, behind: number): void => {
    reads.set(row, Math.max(reads.get(row) ?? 0, open.size));
    if (open.size < 2) return;
    let newest = -1;
    let weight = 0;
    for (const stay of open) {
      if (newest < 0 || (seq[stay] ?? 0) > (seq[newest] ?? 0)) newest = stay;
      weight += tokens[stay] ?? 0;
    }
    for (let at = first; at < behind; at++) {
      twice.files[at] = (twice.files[at] ?? 0) + 1;
      twice.tokens[at] = (twice.tokens[at] ?? 0) + weight - (tokens[newest] ?? 0);
    }
  };
  for (const [row, stays] of readsByRow(seq, of, isRead)) {
    const changes = stays
      .flatMap((stay) => [
        { at: from[stay] ?? 0, stay, comes: true },
        { at: (to[stay] ?? 0) + 1, stay, comes: false },
      ])
      .sort((a, b) => a.at - b.at);
    for (const [place, { at, stay, comes }] of changes.entries()) {
      if (comes) open.add(stay);
      else open.delete(stay);
      const next = changes[place + 1]?.at ?? at;
      if (next > at) note(row, at, next);
    }
  }
  return { reads, twice };
}

const readsByRow = (seq: Uint32Array, of: Uint32Array, isRead: (seq: number) => boolean): Map<number, number[]> => {
  const found = new Map<number, number[]>();
  for (const [stay, one] of seq.entries()) {
    if (!isRead(one)) continue;
    const row = of[stay] ?? 0;
    const stays = found.get(row);
    if (stays) stays.push(stay);
    else found.set(row, [stay]);
  }
  return found;
};
