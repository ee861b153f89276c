import { z } from 'zod';
import type { CompareBlock, CompareRun, Comparison } from '../../shared/model/index.ts';
import { placeName, placeOf } from '../../shared/model/place.ts';
import { TokenCount } from '../../shared/model/view.ts';
import { clean } from '../cli/format/clean.ts';
import { forkLine } from '../cli/format/comparison.ts';
import { contextOf } from '../cli/points.ts';
import { blockBeginnings } from '../cli/previews.ts';
import { fitted, idOf, line, next, paging, sentences, stretch } from './answer.ts';
import { asking, ofSession } from './asking.ts';
import type { Calling } from './host.ts';
import { defineTool } from './tool.ts';

const Side = z.object({
  tape: z.string(),
  title: z.string(),
  request: z.string(),
  policy: z.string(),
  tokens: z.number().nullable().describe('Recorded; null where nothing is.'),
  own: z
    .object({ steps: z.number().int(), tool_calls: z.number().int(), errors: z.number().int() })
    .describe('What it did after they parted.'),
  answer: z.string().nullable(),
});

const Item = z.object({
  in: z.enum(['a', 'b', 'both']).describe('Which of the contexts has it; both for a block that changed.'),
  id: z.string().nullable(),
  role: z.string(),
  what: z.string(),
  tokens: TokenCount,
  begins: z.string(),
});

interface Different {
  side: 0 | 1;
  in: 'a' | 'b' | 'both';
  block: CompareBlock;
}

/** Blocks that are not alike, in the order of reading. */
const differentIn = ({ runs, blocks }: Comparison['pair']): Different[] => {
  const of = ({ type, a, b, count, unmatched }: CompareRun): Different[] => {
    if (type === 'same' || unmatched) return [];
    const side = type === 'b' ? 1 : 0;
    const from = side === 0 ? a : b;
    return blocks[side].slice(from, from + count).map((block) => ({ side, in: type === 'changed' ? 'both' : type, block }));
  };
  return runs.flatMap(of);
};

const sideOf = ({ tape, title, policy, tokens, own, answer, ...place }: Comparison['sides'][number]) => ({
  ...{ tape, title: line(title, 120), request: placeName(placeOf(place)), policy, tokens: tokens.recorded },
  own: { steps: own.steps, tool_calls: own.toolCalls, errors: own.errors },
  answer: answer === null ? null : line(answer.text, 400),
});

/** A point of the session that asks may leave its name out: "@12", "#340", "@next". */
const whole = async (calling: Calling, point: string, session: string | undefined): Promise<string> =>
  /^[@#]/.test(point) ? `${(await asking(calling, session)).row.id}${point}` : point;

export const compare = defineTool({
  name: 'compare',
  title: 'Compare two contexts',
  description:
    'Says where two contexts part and which blocks only one of them has. A point is TAPE@STEP, TAPE@next, TAPE@after:ENTRY or TAPE#ENTRY; of the session that asks @STEP is enough. A policy may follow, such as @12:full.',
  input: z.object({ ...ofSession, a: z.string().min(1).max(4096), b: z.string().min(1).max(4096), ...paging }),
  output: z.object({
    sides: z.array(Side),
    fork: z.string().describe('Where they part, in words.'),
    prefix: z.string().nullable().describe('Whether what they share is the same text.'),
    counts: z.object({ same: z.number(), changed: z.number(), a: z.number(), b: z.number(), unmatched: z.number() }),
    warnings: z.array(z.string()),
    items: z.array(Item),
    next,
  }),
  run: async ({ session, a, b, ...page }, calling) => {
    const sides = [];
    for (const point of [a, b]) sides.push(await contextOf(calling.session, await whole(calling, point, session)));
    const comparison = await calling.session.call('compare.run', { sides, pair: [0, 1] });
    const { pair } = comparison;
    const head = {
      ...{ sides: comparison.sides.map(sideOf), fork: line(clean(forkLine(comparison)), 300) },
      ...{ prefix: pair.prefix === null ? null : line(pair.prefix.words, 300), counts: pair.counts },
      warnings: sentences(comparison.sides.flatMap(({ warnings }) => warnings)),
    };
    const different = differentIn(pair);
    return fitted(head, await itemsOf(calling, comparison, stretch(different, page)), different.length, page);
  },
});

const itemsOf = async ({ session }: Calling, { sides }: Comparison, different: readonly Different[]): Promise<z.output<typeof Item>[]> => {
  const beginsOn = async (side: 0 | 1) =>
    (
      await blockBeginnings(
        session,
        sides[side]?.tape ?? '',
        different.filter((one) => one.side === side).map(({ block }) => block),
        200,
      )
    ).begins;
  const begins = [await beginsOn(0), await beginsOn(1)] as const;
  return different.map(({ side, in: where, block }) => {
    const [seq] = block.entries;
    const tape = sides[side]?.tape ?? '';
    return {
      ...{ in: where, id: seq === undefined ? null : `${tape}${idOf(seq)}`, role: block.role },
      ...{ what: line(block.label || block.kind, 60), tokens: block.tokens, begins: line(begins[side](block)) },
    };
  });
};
