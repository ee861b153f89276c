/** A part of the rows or of the steps, as fractions allowed; `to` is after the last. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The range after zooming by `factor` (below 1 shows less) around `at`, kept within 0 … `all`, never less than `least`. */
export function zoomed({ from, to }: Range, factor: number, at: number, all: number, least: number): Range {
  const size = Math.min(all, Math.max(Math.min(least, all), (to - from) * factor));
  const share = to > from ? Math.max(0, Math.min(1, (at - from) / (to - from))) : 0.5;
  return within({ from: at - share * size, to: at - share * size + size }, all);
}

export function moved({ from, to }: Range, by: number, all: number): Range {
  return within({ from: from + by, to: to + by }, all);
}

/** The range, moved no further than needed to hold `at`. */
export function holding(range: Range, at: number, all: number): Range {
  if (at < range.from) return moved(range, at - range.from, all);
  return at + 1 > range.to ? moved(range, at + 1 - range.to, all) : range;
}

const within = ({ from, to }: Range, all: number): Range => {
  const size = Math.min(all, to - from);
  const start = Math.max(0, Math.min(all - size, from));
  return { from: start, to: start + size };
};
