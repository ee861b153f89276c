/** Whole numbers from ≤ n < to. */
export type Range = readonly [from: number, to: number];

/** What of `a` is not in `b`; each in ascending order, and none of their own overlapping. */
export function without(a: readonly Range[], b: readonly Range[]): Range[] {
  const rest: Range[] = [];
  let next = 0;
  for (const [from, to] of a) {
    let start = from;
    while (next < b.length && (b[next]?.[1] ?? 0) <= start) next += 1;
    for (let at = next; at < b.length; at += 1) {
      const [left, right] = b[at] ?? [to, to];
      if (left >= to) break;
      if (left > start) rest.push([start, left]);
      start = Math.max(start, right);
    }
    if (start < to) rest.push([start, to]);
  }
  return rest;
}

/** The same numbers in as few ranges as can be, in ascending order. */
export function joined(ranges: readonly Range[]): Range[] {
  const found: Range[] = [];
  for (const [from, to] of ranges.filter(([start, end]) => start < end).toSorted(([a], [b]) => a - b)) {
    const last = found.at(-1);
    if (last && from <= last[1]) found[found.length - 1] = [last[0], Math.max(last[1], to)];
    else found.push([from, to]);
  }
  return found;
}

export function holds(ranges: readonly Range[], one: number): boolean {
  return ranges.some(([from, to]) => from <= one && one < to);
}
