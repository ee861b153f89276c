import { createHash } from 'node:crypto';
import { align } from '../src/main/engine/text/align.ts';
import { type Bench, type BenchRow, limitRow, median, timed } from './report.ts';

/** Blocks of each context, and how many of the second one's differ from the first. */
const BLOCKS = 2000;
const ROUNDS = 200;

const key = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Results that say no more than "ok" repeat, as they do in real sessions. */
const context = (blocks: number): string[] => Array.from({ length: blocks }, (_, at) => key(at % 4 === 0 ? 'ok' : `block ${at}`));

/** A sibling: a shared half, an insertion at its front, then every third block worded again and every tenth gone. */
const sibling = (list: readonly string[]): string[] => [
  key('inserted at the front'),
  ...list.flatMap((each, at) => {
    if (at < list.length / 2) return [each];
    if (at % 10 === 0) return [];
    return [at % 3 === 0 ? key(`reworded ${at}`) : each];
  }),
];

/** What any comparison has to do at least: look at each key once and ask whether the other side has it. */
const lookUp = (a: readonly string[], b: readonly string[]): number => {
  const known = new Set(a);
  return b.filter((each) => known.has(each)).length;
};

/** Milliseconds. */
const LIMIT = 5;

/** Aligning two contexts of 2,000 blocks, once their digests are known. */
export const run: Bench = async ({ quick }) => {
  const list = context(BLOCKS);
  const rows: BenchRow[] = [];
  for (const [name, other] of [
    ['siblings', sibling(list)],
    ['strangers', Array.from({ length: BLOCKS }, (_, at) => key(`other ${at}`))],
    ['the other way round', list.toReversed()],
  ] as const) {
    const times = { align: [] as number[], look: [] as number[] };
    for (let round = -20; round < (quick ? 20 : ROUNDS); round += 1) {
      const taken = { align: await timed(() => align(list, other)), look: await timed(() => lookUp(list, other)) };
      if (round < 0) continue;
      times.align.push(taken.align);
      times.look.push(taken.look);
    }
    const [value, yardstickValue] = [median(times.align), median(times.look)];
    rows.push({
      ...{ what: `align two contexts of ${BLOCKS.toLocaleString('en-US')} blocks, ${name}`, value, unit: 'ms' },
      ...{ yardstick: 'look each digest up once', yardstickValue, ratio: value / yardstickValue, target: 40, better: 'lower' },
    });
  }
  const slowest = Math.max(...rows.map(({ value }) => value));
  return [...rows, limitRow(`align two contexts of ${BLOCKS.toLocaleString('en-US')} blocks, the slowest of these`, slowest, LIMIT)];
};
