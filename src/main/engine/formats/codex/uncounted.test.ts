import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdToViews } from '../../residency/testing/as-views.ts';
import { assemble } from '../../views/assemble.ts';
import { type ImportedTape, importRecords } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';
import { event, item, meta, said, tokens, turn } from './testing/draw.ts';
import { NOT_COUNTED } from './uncounted.ts';

const AS_RECORDED = { type: 'as-recorded' } as const;
/** About 1,000 tokens of reasoning that only the provider can read. */
const secret = (): JsonObject => item({ type: 'reasoning', summary: [], encrypted_content: 'x'.repeat(5700) });

/** A request of some size with what it answered. */
function createTurns(model: string) {
  let used = 0;
  const request = (size: number): JsonObject[] => {
    used += size;
    return [secret(), said('assistant', 'Ground.'), tokens([used, 1000], [size, 1000])];
  };
  return (id: number, size: number): JsonObject[] => [
    ...[...turn(id, model), said('user', 'Grind.'), event('user_message', { message: 'Grind.' })],
    ...request(size),
  ];
}

async function withTape<T>(records: JsonObject[], look: (tape: ImportedTape) => Promise<T>): Promise<T> {
  const tape = importRecords(records);
  try {
    return await look(tape);
  } finally {
    tape.store.close();
  }
}

const thoughtsIn = async ({ rim, tape }: ImportedTape, place: { step: number } | { next: true }) => {
  const { blocks, calm, tokens } = await assemble(rim, tape, place, AS_RECORDED);
  return { calm, tokens, thoughts: blocks.filter(({ tone }) => tone === 'thinking').map(({ tokens: { value }, why }) => ({ value, why })) };
};

describe('what a model thought before the newest prompt', () => {
  it('is sent, and weighs nothing where the server does not count it', async () => {
    const next = createTurns('gpt-5.5');
    await withTape([meta(1), ...next(10, 5000), ...next(20, 5020), ...next(30, 5040)], async (tape) => {
      const { thoughts, calm, tokens: at } = await thoughtsIn(tape, { step: 3 });
      expect(thoughts).toEqual([
        { value: 0, why: NOT_COUNTED },
        { value: 0, why: NOT_COUNTED },
      ]);
      expect(calm).toEqual([
        '2 blocks of reasoning from before the newest message of the user were sent, but the model’s server leaves such reasoning out and does not count it.',
      ]);
      expect(at.events).toBe(0);
      expect(at.base).toBe((await thoughtsIn(tape, { step: 2 })).tokens.base);
      expect((at.base ?? 0) + at.counted + at.estimated + (at.unexplained ?? 0)).toBe(5040);
    });
  });

  it('is counted up to the next prompt, which the next request brings where the model has answered', async () => {
    const next = createTurns('gpt-5.5');
    const begun = [
      ...turn(20),
      said('user', 'Finer.'),
      secret(),
      item({ type: 'function_call', name: 'sift', arguments: '{}', call_id: 'c' }),
    ];
    await withTape([meta(1), ...next(10, 5000)], async (tape) => {
      expect((await thoughtsIn(tape, { next: true })).thoughts).toEqual([{ value: 0, why: NOT_COUNTED }]);
    });
    await withTape([meta(1), ...next(10, 5000), ...begun], async (tape) => {
      const [before, now] = (await thoughtsIn(tape, { next: true })).thoughts;
      expect(before).toEqual({ value: 0, why: NOT_COUNTED });
      expect(now).toEqual({ value: expect.closeTo(1000, -3), why: undefined });
    });
  });

  it.each(['gpt-5.6-sol', 'qwen3-coder'])('is counted where %s is shown it', async (model) => {
    const next = createTurns(model);
    await withTape([meta(1), ...next(10, 5000), ...next(20, 6020)], async (tape) => {
      const { thoughts, calm } = await thoughtsIn(tape, { step: 2 });
      expect(thoughts.map(({ why }) => why)).toEqual([undefined]);
      expect(thoughts[0]?.value).toBeGreaterThan(500);
      expect(calm).toEqual([]);
    });
  });

  it('weighs in Residency what it weighs in each view, whichever models take turns', async () => {
    const models = fc.constantFrom('gpt-5.5', 'gpt-5.4', 'gpt-5.6-sol');
    const turns = fc.array(fc.record({ model: models, size: fc.integer({ min: 1000, max: 9000 }) }), { minLength: 2, maxLength: 7 });
    const policies = fc.constantFrom('as-recorded', 'last-anchor', 'full', 'as-recorded + without:#4', 'as-recorded + budget:900:recent');
    await fc.assert(
      fc.asyncProperty(turns, policies, async (drawn, policy) => {
        const records = drawn.flatMap(({ model, size }, at) => createTurns(model)(10 + at, size));
        await withTape([meta(1), ...records], async (tape) => {
          const { residency } = await holdToViews(tape, policy);
          expect(residency.steps.length).toBe(drawn.length);
        });
      }),
      { numRuns: 20 },
    );
  });
});
