import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventsBetween, eventsIn, eventsOf, packEvents } from './residency-events.ts';

const event = fc.record({
  type: fc.constantFrom('tools-loaded', 'prompt-changed', 'not-logged'),
  step: fc.integer({ min: 1, max: 40 }),
  tokens: fc.integer(),
  basis: fc.constantFrom('recorded' as const, 'inferred' as const, 'estimated' as const),
  note: fc.string({ maxLength: 2 }),
});
const events = fc.array(event).map((all) => all.sort((a, b) => a.step - b.step));

it('reads what was packed, all of it and that of some steps', () => {
  fc.assert(
    fc.property(events, fc.nat(41), fc.nat(41), (all, from, to) => {
      const packed = packEvents(all);
      expect(eventsOf(packed)).toEqual(all);
      expect([...eventsBetween(packed, from, to)]).toEqual(all.filter(({ step }) => from <= step && step <= to));
    }),
  );
});

it('keeps words once, however many events share them', () => {
  const same = { type: 'not-logged', tokens: 900, basis: 'inferred' as const, note: 'something that is not in the log' };
  const packed = packEvents(Array.from({ length: 1000 }, (_, at) => ({ ...same, step: at + 1 })));
  expect(packed.kinds).toEqual([{ type: same.type, basis: same.basis, note: same.note }]);
});

it('has the events since the base was measured, by type, with what the step says that they add', () => {
  const event = (step: number, type: string, tokens: number) => ({ step, type, tokens, basis: 'inferred' as const, note: '' });
  const columns = {
    steps: Uint32Array.of(1, 2, 4, 6),
    base: Float64Array.of(300, 300, 300, 900),
    addedBy: [
      { name: 'tools-loaded', tokens: Float64Array.of(0, 30, 30, 0) },
      { name: 'not-logged', tokens: Float64Array.of(0, 20, 10, 0) },
      { name: 'probably-not-sent', tokens: Float64Array.of(0, 0, 40, 0) },
    ],
    events: packEvents([
      event(2, 'tools-loaded', 30),
      event(2, 'not-logged', 20),
      event(4, 'not-logged', -10),
      event(4, 'probably-not-sent', -700),
    ]),
  };
  expect(eventsIn(columns, 0)).toEqual([]);
  expect(eventsIn(columns, 2)).toEqual([
    { type: 'tools-loaded', tokens: 30, steps: [2], ofEntries: false },
    { type: 'not-logged', tokens: 10, steps: [2, 4], ofEntries: false },
    { type: 'probably-not-sent', tokens: -700, steps: [4], ofEntries: true },
  ]);
  expect(eventsIn(columns, 3)).toEqual([]);
});
