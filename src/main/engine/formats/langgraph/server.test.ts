import fc from 'fast-check';
import { expect, it } from 'vitest';
import { langGraphServer } from './server.ts';

/** An id of a checkpoint as LangGraph makes it, this many ticks of 100 ns after 1582. */
const idAt = (ticks: bigint): string => {
  const digits = ticks.toString(16).padStart(15, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-6${digits.slice(12)}-8000-1b7c8bf01e19`;
};

const startOf = (id: string, more: object = {}): number =>
  langGraphServer.placed({ thread_id: 't', checkpoint_id: id, ...more }).start ?? 0;

it('places checkpoints by the ticks of their ids, which may be one apart', () => {
  const since1582 = fc.bigInt({ min: 138_000_000_000_000_000n, max: 142_000_000_000_000_000n });
  fc.assert(
    fc.property(
      since1582,
      fc.integer({ min: 1, max: 20 }),
      (ticks, more) => startOf(idAt(ticks + BigInt(more))) - startOf(idAt(ticks)) === more,
    ),
  );
});

it('places a checkpoint whose id says nothing by its time', () => {
  const ts = '2026-11-29T16:00:00.000Z';
  const ticks = (BigInt(Date.parse(ts)) + 12_219_292_800_000n) * 10_000n;
  expect(startOf('a checkpoint', { checkpoint: { ts } })).toBe(startOf(idAt(ticks)));
});
