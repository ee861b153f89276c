import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMiss } from '../../../shared/model/cache.ts';
import type { StepRow } from '../../../shared/model/index.ts';
import { priceBook } from '../../../shared/model/prices.ts';
import { type Cut, explain, type Shown } from './explain.ts';
import { fatesOf, givenOf, stepsBefore } from './fates.ts';

const book = priceBook({
  models: [{ names: ['claude-m'], source: 's', prices: [{ input: 3, output: 15, cacheRead: 0.3, cacheWrite5m: 3.75, cacheWrite1h: 6 }] }],
});
const MINUTE = 60_000;

const step = (number: number, [read, write, input = 2]: readonly number[], more: Partial<StepRow> = {}): StepRow => ({
  ...{ step: number, first: number * 10, last: number * 10 + 5, line: number, model: 'claude-m', time: number * MINUTE },
  usage: { input, output: 1, cacheRead: read ?? 0, cacheWrite: write ?? 0 },
  ...{ sidechain: false, synthetic: false, failed: false, origin: null, ...more },
});

const fates = async (steps: readonly StepRow[], { cuts = [], shown = null }: { cuts?: readonly Cut[]; shown?: Shown | null } = {}) =>
  fatesOf(givenOf(steps, stepsBefore(steps, null), cuts), book, async () => shown);

const warm = [step(1, [0, 1000]), step(2, [1000, 200])];

describe('why a cache was read or missed', () => {
  it('is a first use, and warm where all that was cached was read', async () => {
    expect((await fates(warm)).map(({ reason, missed, cost }) => [reason, missed, cost])).toEqual([
      ['first-use', 0, 0],
      ['warm', 0, 0],
    ]);
  });

  it.each([
    [[200, 1100], { time: 12 * MINUTE }, 'expired', '10 min after step 2; it is kept for 5 min. 1,000 tokens sent again.'],
    [[200, 1100], {}, 'unknown', 'The log gives no reason'],
    [[0, 1300], { model: 'claude-n' }, 'model-switched', 'switched from claude-m'],
    [[200, 1100], { told: { word: 'tools_changed', reason: 'tools-changed', missed: 900 } }, 'tools-changed', 'The log says so'],
    [[200, 1100], { told: { word: null, reason: null, cleared: 500 } }, 'cleared', 'cleared 500 tokens'],
    [[200, 1100], { told: { word: 'unavailable', reason: null } }, 'unknown', 'The log says "unavailable"'],
  ] as const)('%j with %j is %s', async (usage, more, reason, text) => {
    const [, , fate] = await fates([...warm, step(3, usage, more)]);
    expect(fate).toMatchObject({ reason, before: 2 });
    expect(fate?.text).toContain(text);
  });

  it('keeps an hour where the request asked for that', async () => {
    const hourly = step(1, [0, 1000]);
    const used = hourly.usage ?? undefined;
    const steps = [{ ...hourly, usage: used ? { ...used, cacheWriteHour: 1000 } : null }, step(2, [0, 1000], { time: 50 * MINUTE })];
    expect((await fates(steps))[1]).toMatchObject({ reason: 'unknown', lifetime: 60 * MINUTE });
    expect((await fates([...steps.slice(0, 1), step(2, [0, 1000], { time: 62 * MINUTE })]))[1]?.reason).toBe('expired');
  });

  it('is a compaction that came between, of which only what is left was sent again', async () => {
    const [, , fate] = await fates([...warm, step(3, [100, 300])], { cuts: [{ seq: 28, type: 'compaction' }] });
    expect(fate).toMatchObject({ reason: 'compacted', at: 28, missed: 1100, again: 302 });
    expect(fate?.cost).toBeCloseTo((300 * 3.75 + 2 * 3) / 1e6, 12);
    expect(fate?.warm).toBeCloseTo((302 * 0.3) / 1e6, 12);
  });

  it('is what the contexts show where nothing else explains it', async () => {
    const shown = { reason: 'prefix-changed', basis: 'view', at: 14, what: 'Read a.ts' } as const;
    const [, , fate] = await fates([...warm, step(3, [200, 1100])], { shown });
    expect(fate).toMatchObject({ reason: 'prefix-changed', at: 14, basis: 'view', missed: 1000, again: 1000 });
    expect(fate?.text).toContain('changed at entry 14: Read a.ts');
  });

  it('goes back to the newest request of the same model, which has a cache of its own', async () => {
    const steps = [...warm, step(3, [0, 900], { model: 'claude-n' }), step(4, [1200, 50])];
    expect((await fates(steps)).map(({ reason }) => reason)).toEqual(['first-use', 'warm', 'model-switched', 'warm']);
  });

  it('takes no tail for a miss where a provider caches by itself, and says where nothing was cached', async () => {
    const auto = [
      step(1, [0, 0, 5000], { model: 'gpt-5' }),
      step(2, [4096, 0, 2000], { model: 'gpt-5' }),
      step(3, [0, 0, 7000], { model: 'gpt-5' }),
    ];
    expect((await fates(auto)).map(({ reason }) => reason)).toEqual(['not-cached', 'warm', 'not-cached']);
    const short = [step(1, [0, 0, 10], { model: 'gpt-5' }), step(2, [0, 0, 10], { model: 'gpt-5' })];
    expect((await fates(short)).map(({ reason }) => reason)).toEqual(['not-cached', 'not-cached']);
  });
});

const drawn = fc.record({
  usage: fc.tuple(fc.nat(5000), fc.nat(5000), fc.nat(500)),
  time: fc.option(fc.nat(200)),
  model: fc.constantFrom('claude-m', 'claude-n', 'gpt-5', null),
  told: fc.constantFrom(undefined, { word: 'tools_changed', reason: 'tools-changed' as const }, { word: 'unavailable', reason: null }),
  used: fc.boolean(),
});

describe('a fate', () => {
  it('follows from evidence: each reason has what it rests on, and sends again no more than was sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { maxLength: 12 }), fc.array(fc.nat(130), { maxLength: 2 }), async (all, seqs) => {
        const steps = all.map(({ usage, time, model, told, used }, at) =>
          step(at + 1, usage, { model, time: time === null ? null : time * MINUTE, ...(told && { told }), ...(!used && { usage: null }) }),
        );
        const cuts = seqs.map((seq) => ({ seq, type: 'compaction' as const }));
        for (const fate of await fates(steps, { cuts })) {
          const own = steps[fate.step - 1];
          const before = fate.before === null ? null : steps[fate.before - 1];
          const { input = 0, cacheWrite = 0, cacheRead = 0 } = own?.usage ?? {};
          expect(fate.again).toBeLessThanOrEqual(input + cacheWrite);
          expect([fate.read, fate.write]).toEqual([cacheRead, cacheWrite]);
          if (fate.reason === 'first-use') expect(before).toBeNull();
          if (fate.reason === 'warm') expect([fate.again, isMiss(fate)]).toEqual([0, false]);
          if (fate.reason === 'expired') expect(fate.pause ?? 0).toBeGreaterThan(fate.lifetime ?? Number.POSITIVE_INFINITY);
          if (fate.reason === 'model-switched') expect(before?.model).not.toBe(own?.model);
          if (fate.reason === 'tools-changed') expect(own?.told?.reason).toBe('tools-changed');
          if (fate.reason === 'compacted') expect(cuts.some(({ seq }) => seq === fate.at)).toBe(true);
          if (fate.reason === 'unknown') expect(fate.basis).toBe('none');
          expect(fate.text).not.toBe('');
        }
      }),
    );
  });

  it('is explained by itself as in a row of others', () => {
    const [given] = givenOf(warm, stepsBefore(warm, null), []);
    expect(given && explain(given, book, null).reason).toBe('first-use');
  });
});

it('looks at a handful of thousands of cuts for each step', async () => {
  const looks = { cuts: 0 };
  const cuts = Array.from({ length: 2000 }, (_, at): Cut => {
    const seq = at * 20 + 15;
    return {
      type: 'compaction',
      get seq() {
        looks.cuts += 1;
        return seq;
      },
    };
  });
  const steps = Array.from({ length: 4000 }, (_, at) => step(at + 1, [0, 1000]));
  const found = await fates(steps, { cuts });
  expect(found.filter(({ reason }) => reason === 'compacted')).toHaveLength(2000);
  expect(looks.cuts / steps.length).toBeLessThan(60);
});
