/** Edits (insert, remove, replace, swap neighbours) that turn one word into the other. */
export function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const now = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      now.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (now[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = last;
    last = now;
  }
  return last[other.length] ?? 0;
}

/** Longer words are no misspelling of a name. */
const LONGEST = 40;

/** The name that a misspelled word most likely meant; null where none is near. */
export function nearest(word: string, names: readonly string[]): string | null {
  if (word.length > LONGEST) return null;
  const limit = Math.max(1, Math.floor(word.length / 3));
  const ranked = names
    .map((name) => ({ name, edits: name.startsWith(word) && word.length > 1 ? 0.5 : distance(word, name) }))
    .sort((a, b) => a.edits - b.edits);
  const [first] = ranked;
  return first && first.edits <= limit ? first.name : null;
}
