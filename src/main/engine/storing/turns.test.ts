import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { takingTurns } from './turns.ts';

/** A thread that has the turn, does its work and ends its turn. */
const OTHER = `
  const cell = new Int32Array(require('node:worker_threads').workerData);
  Atomics.store(cell, 1, 7);
  Atomics.store(cell, 0, 0);
  Atomics.notify(cell, 0, 1);
`;

it('work waits for the turn of another thread, and ends its own whatever comes of it', async () => {
  const shared = new SharedArrayBuffer(8);
  const cell = new Int32Array(shared);
  const inTurn = takingTurns(cell);
  Atomics.store(cell, 0, 1);
  const other = new Worker(OTHER, { eval: true, workerData: shared });
  expect(inTurn(() => [cell[0], cell[1]])).toEqual([1, 7]);
  expect(() =>
    inTurn(() => {
      throw new Error('it failed');
    }),
  ).toThrow('it failed');
  expect(Atomics.load(cell, 0)).toBe(0);
  await other.terminate();
});
