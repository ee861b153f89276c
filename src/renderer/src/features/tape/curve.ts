import type { Point } from './bins.ts';

/** How far a line goes up and down within a column of one pixel. */
export interface Stretch {
  readonly x: number;
  low: number;
  high: number;
}

/** What a line without gaps covers of each column of pixels that it passes, from the left. Costs its points and the pixels. */
export function perColumn(line: readonly Point[]): Stretch[] {
  const columns: Stretch[] = [];
  const reach = (x: number, tokens: number): void => {
    const last = columns.at(-1);
    if (last?.x !== x) columns.push({ x, low: tokens, high: tokens });
    else Object.assign(last, { low: Math.min(last.low, tokens), high: Math.max(last.high, tokens) });
  };
  line.forEach((point, at) => {
    const before = line[at - 1] ?? point;
    for (let edge = Math.floor(before.x) + 1; edge <= point.x; edge += 1) {
      const tokens = before.tokens + ((point.tokens - before.tokens) * (edge - before.x)) / (point.x - before.x);
      reach(edge - 1, tokens);
      reach(edge, tokens);
    }
    reach(Math.floor(point.x), point.tokens);
  });
  return columns;
}
