import { bisect } from '../../../../shared/model/bisect.ts';
import type { Block } from '../../../../shared/model/index.ts';

/** A stretch of the strip in pixels, all of one tone; `first` is the first block in it. */
export interface Segment {
  readonly top: number;
  readonly height: number;
  readonly tone: string;
  readonly first: number;
}

export interface Strip {
  readonly segments: readonly Segment[];
  /** Height of the hatched part at the top: tokens that no block accounts for. */
  readonly rest: number;
  /** Running sum of tokens before each block, and after the last one. */
  readonly sums: Float64Array;
}

/**
 * Where the tokens go, from top to bottom in the order the model read them. Neighbours of one tone are one segment, and no
 * segment is thinner than a pixel, so there are never more than the strip has pixels.
 */
export function stripOf(blocks: readonly Block[], unaccounted: number | null, height: number): Strip {
  const sums = new Float64Array(blocks.length + 1);
  for (const [index, block] of blocks.entries()) sums[index + 1] = (sums[index] ?? 0) + block.tokens.value;
  const known = sums[blocks.length] ?? 0;
  const open = Math.max(0, unaccounted ?? 0);
  const rest = known + open === 0 ? 0 : (height * open) / (known + open);
  return { segments: segmentsOf(blocks, sums, rest, height), rest, sums };
}

const segmentsOf = (blocks: readonly Block[], sums: Float64Array, rest: number, height: number): Segment[] => {
  const known = sums[blocks.length] ?? 0;
  if (known === 0) return [];
  const pixel = (index: number) => rest + ((sums[index] ?? 0) / known) * (height - rest);
  const segments: Segment[] = [];
  for (const [index, block] of blocks.entries()) {
    const top = pixel(index);
    const end = pixel(index + 1);
    const run = segments.at(-1);
    if (run && (run.tone === block.tone || run.height < 1)) {
      // What is too thin to be seen takes the tone of the heavier one next to it.
      const tone = end - top > run.height ? block.tone : run.tone;
      segments[segments.length - 1] = { ...run, tone, height: end - run.top };
    } else segments.push({ top, height: end - top, tone: block.tone, first: index });
  }
  return segments;
};

/** The block whose tokens are at pixel `y`; null in the part that no block accounts for. */
export function blockAt(strip: Strip, height: number, y: number): number | null {
  const { sums, rest } = strip;
  const known = sums[sums.length - 1] ?? 0;
  if (y < rest || known === 0) return null;
  const wanted = ((y - rest) / Math.max(1e-9, height - rest)) * known;
  return bisect(0, sums.length - 2, (at) => (sums[at + 1] ?? 0) > wanted);
}

/** Shares of the tokens by tone, the largest first, in percent: for readers of the screen. */
export function sharesOf(blocks: readonly Pick<Block, 'tone' | 'tokens'>[]): { tone: string; percent: number }[] {
  const sums = new Map<string, number>();
  for (const block of blocks) sums.set(block.tone, (sums.get(block.tone) ?? 0) + block.tokens.value);
  const all = [...sums.values()].reduce((sum, tokens) => sum + tokens, 0);
  return [...sums].map(([tone, tokens]) => ({ tone, percent: all === 0 ? 0 : (100 * tokens) / all })).sort((a, b) => b.percent - a.percent);
}
