/** Entries as closed ranges, in ascending order; no number may be in it twice. Pure. */
export function rangesOf(seqs: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const seq of seqs.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === seq - 1) last[1] = seq;
    else ranges.push([seq, seq]);
  }
  return ranges;
}
