import { bisect } from '../model/bisect.ts';
import type { LibrarySort, TapeRow } from '../model/index.ts';
import { placeOf, recordedTokens, titleOf } from './names.ts';

let words: Intl.Collator | null = null;

/** Compares names as people sort them: 9 before 10, whatever the case. */
export function byName(a: string, b: string): number {
  words ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return words.compare(a, b);
}

const byId = (a: TapeRow, b: TapeRow): number => (a.id < b.id ? -1 : Number(a.id > b.id));

/** What has no value comes after all others, whichever way the others go. */
const byOrNull =
  <T>(compare: (a: T, b: T) => number, of: (tape: TapeRow) => T | null) =>
  (a: TapeRow, b: TapeRow, sign: number) => {
    const [one, other] = [of(a), of(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * compare(one, other);
  };
const largest = (figureOf: (tape: TapeRow) => number | null) => byOrNull<number>((a, b) => b - a, figureOf);
const alphabetic = (nameOf: (tape: TapeRow) => string | null) => byOrNull(byName, nameOf);

const lastFolder = (path: string): string | null => path.split(/[\\/]+/).findLast(Boolean) ?? null;

const FIRST: Record<LibrarySort, (a: TapeRow, b: TapeRow, sign: number) => number> = {
  newest: largest(({ ended }) => ended),
  title: alphabetic(titleOf),
  project: alphabetic((tape) => lastFolder(placeOf(tape))),
  agent: alphabetic(({ format }) => format),
  model: alphabetic(({ model }) => model),
  steps: largest(({ steps }) => steps),
  tokens: largest(recordedTokens),
  cost: largest(({ cost }) => cost?.dollars ?? null),
  compactions: largest(({ compactions }) => compactions),
  forks: largest(({ branches }) => branches),
  errors: largest(({ failed }) => failed),
};

/** A total order: no two tapes are alike in it. Reversed, the other end comes first, and of equals still the newest. */
export function tapeOrder(sort: LibrarySort, reverse = false): (a: TapeRow, b: TapeRow) => number {
  const sign = reverse ? -1 : 1;
  return (a, b) => FIRST[sort](a, b, sign) || FIRST.newest(a, b, 1) || byId(a, b);
}

/** Up to this many new rows are put into their places one by one. */
const FEW = 64;

const putIn = (tapes: TapeRow[], tape: TapeRow, compare: (a: TapeRow, b: TapeRow) => number): void => {
  const at = bisect(0, tapes.length, (index) => compare(tapes[index] as TapeRow, tape) >= 0);
  tapes.splice(at, 0, tape);
};

/** The tapes in their order, made out of an earlier one: a tape that is the same object as before keeps its place and is compared with none. */
export function reordered(before: readonly TapeRow[], tapes: Iterable<TapeRow>, sort: LibrarySort, reverse = false): TapeRow[] {
  const now = new Set(tapes);
  const kept = before.filter((tape) => now.delete(tape));
  const compare = tapeOrder(sort, reverse);
  if (now.size > FEW) return [...kept, ...now].sort(compare);
  for (const tape of now) putIn(kept, tape, compare);
  return kept;
}
