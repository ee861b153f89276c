import { bisect } from '../model/bisect.ts';
import type { LibrarySort, TapeRow } from '../model/index.ts';
import { recordedTokens } from './names.ts';

let words: Intl.Collator | null = null;

/** Compares names as people sort them: 9 before 10, whatever the case. */
export const byName = (a: string, b: string): number => {
  words ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return words.compare(a, b);
};

const byId = (a: TapeRow, b: TapeRow): number => (a.id < b.id ? -1 : Number(a.id > b.id));
/** The newest first, and what has no time after all others. */
const newest = (a: TapeRow, b: TapeRow): number => {
  const [one, other] = [a.ended ?? -1, b.ended ?? -1];
  return one === other ? byId(a, b) : other - one;
};

/** Total orders: no two tapes are alike in one. */
export const TAPE_ORDERS: Record<LibrarySort, (a: TapeRow, b: TapeRow) => number> = {
  newest,
  title: (a, b) => byName(a.title, b.title) || newest(a, b),
  steps: (a, b) => b.steps - a.steps || newest(a, b),
  tokens: (a, b) => recordedTokens(b) - recordedTokens(a) || newest(a, b),
  agent: (a, b) => byName(a.format, b.format) || newest(a, b),
};

/** Up to so many new rows are put into their places one by one. */
const FEW = 64;

const putIn = (tapes: TapeRow[], tape: TapeRow, compare: (a: TapeRow, b: TapeRow) => number): void => {
  const at = bisect(0, tapes.length, (index) => compare(tapes[index] as TapeRow, tape) >= 0);
  tapes.splice(at, 0, tape);
};

/** The tapes in their order, made out of an earlier one: a tape that is the same object as before keeps its place and is compared with none. */
export const reordered = (before: readonly TapeRow[], tapes: Iterable<TapeRow>, sort: LibrarySort): TapeRow[] => {
  const now = new Set(tapes);
  const kept = before.filter((tape) => now.delete(tape));
  const compare = TAPE_ORDERS[sort];
  if (now.size > FEW) return [...kept, ...now].sort(compare);
  for (const tape of now) putIn(kept, tape, compare);
  return kept;
};
