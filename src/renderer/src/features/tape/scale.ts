/** A stretch of an axis, laid over pixels left … left + width. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly width: number;
}

/** The visible stretch of an axis. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export function toPixel(scale: Scale, place: number): number {
  return scale.left + ((place - scale.from) / (scale.to - scale.from)) * scale.width;
}

export function toPlace(scale: Scale, pixel: number): number {
  return scale.from + ((pixel - scale.left) / scale.width) * (scale.to - scale.from);
}

/** `range` moved and, where it is too wide, cut, so that it is within `whole`. */
export function clampRange(range: Range, whole: Range): Range {
  const span = Math.min(range.to - range.from, whole.to - whole.from);
  const from = Math.max(whole.from, Math.min(range.from, whole.to - span));
  return { from, to: from + span };
}

/** Zooms by `factor` (> 1 is closer) and keeps `place` under the pointer. Never closer than `closest` units. */
export function zoomAt(range: Range, whole: Range, place: number, factor: number, closest: number): Range {
  const span = range.to - range.from;
  const most = whole.to - whole.from;
  const wanted = Math.min(most, Math.max(Math.min(closest, most), span / factor));
  const share = (place - range.from) / span;
  return clampRange({ from: place - share * wanted, to: place + (1 - share) * wanted }, whole);
}

export function pan(range: Range, whole: Range, by: number): Range {
  return clampRange({ from: range.from + by, to: range.to + by }, whole);
}

/** The range, moved where it does not hold `place`, so that `place` stands a fifth inside of the nearer edge. */
export function reveal(range: Range, whole: Range, place: number): Range {
  const margin = (range.to - range.from) / 5;
  if (place < range.from) return pan(range, whole, place - margin - range.from);
  if (place > range.to) return pan(range, whole, place + margin - range.to);
  return range;
}

/** Whether the range shows all, up to what rounding took from it. */
export function isWhole(range: Range, whole: Range): boolean {
  const least = (whole.to - whole.from) * 1e-9;
  return range.from <= whole.from + least && range.to >= whole.to - least;
}

/** How few units may fill the view: about a dozen entries or steps, or ten seconds. */
export function closestFor(kind: 'entry' | 'step' | 'time'): number {
  return kind === 'time' ? 10_000 : 12;
}
