import type { Memory, View } from '../../../../shared/model/index.ts';

/** Hits that a context takes at most, as the engine asks the memory for them (`views/load-hints.ts`). */
export const MOST_TAKEN = 12;

type Hit = Pick<Memory['hits'][number], 'tape' | 'seq'>;
type Shown = Pick<View, 'blocks' | 'omissions' | 'before' | 'policy'>;

/** Why a hit does not come into the context by this part; `at` is its place among all hits, from 0. Null for one that does, or before the view is there. Pure. */
export function absentWords(
  hits: readonly Hit[],
  at: number,
  { tape, text, view }: { tape: string; text: string; view: Shown | undefined },
): string | null {
  const hit = hits[at];
  if (hit === undefined || view === undefined) return null;
  const here = hit.tape === tape;
  const by = view.blocks.find(({ from, entries }) =>
    from ? from.tape === hit.tape && from.entry === hit.seq : here && entries.includes(hit.seq),
  );
  if (by) return by.part === text ? null : 'in context anyway';
  if (here && hit.seq >= view.before) return 'later than this request';
  if (hits.slice(0, at).filter((one) => one.tape !== tape || one.seq < view.before).length >= MOST_TAKEN)
    return `after the first ${MOST_TAKEN} hits`;
  const left = here ? view.omissions.find(({ entries }) => entries.some(([from, to]) => from <= hit.seq && hit.seq <= to)) : undefined;
  if (left?.reason === 'over-budget' || (!here && /\+ budget:/.test(view.policy))) return 'over budget';
  if (left?.note.startsWith('left out by')) return left.note;
  return here ? 'not sent to a model as it is' : 'written after this request';
}

/** The entries that a budget left out, in order; at most `most`, and how many they are in all. Pure. */
export function overBudget({ omissions }: Pick<View, 'omissions'>, most: number): { seqs: number[]; entries: number } {
  const over = omissions.filter(({ reason }) => reason === 'over-budget');
  const seqs: number[] = [];
  for (const { entries } of over)
    for (const [from, to] of entries) for (let seq = from; seq <= to && seqs.length < most; seq += 1) seqs.push(seq);
  return { seqs, entries: over.reduce((sum, { count }) => sum + count, 0) };
}
