import fc from 'fast-check';
import type { Happening, Turn } from './session.ts';

/** Anything that may happen in a Claude session, answers most often. */
export const happenings: fc.Arbitrary<Happening[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constant('answer' as const),
        lines: fc.integer({ min: 1, max: 4 }),
        calls: fc.nat(4),
        late: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('prompt' as const) }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('attachment' as const), beside: fc.boolean(), excluded: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('progress' as const) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('sidecar' as const) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('rewind' as const), to: fc.nat(1000) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('subagent' as const), lines: fc.nat(3) }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('compaction' as const), keep: fc.nat(5), known: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('micro' as const) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('model' as const), forgets: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('login' as const) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('lost-parent' as const) }) },
  ),
  { maxLength: 40 },
);

export const turns: fc.Arbitrary<Turn[]> = fc.array(
  fc.record({ calls: fc.nat(3), handoff: fc.boolean(), excluded: fc.boolean(), byModel: fc.boolean(), started: fc.boolean() }),
  { minLength: 1, maxLength: 12 },
);
