/** A turn that takes longer was left by a thread that has ended: SQLite keeps writers apart all the same. */
const LONGEST = 10_000;

/** Does work while no other thread with the same cell does any. */
export type InTurn = <T>(work: () => T) => T;

/**
 * Lets threads write one after the other, each as soon as the one before it is done: SQLite waits for a lock in steps of up to a tenth of a second,
 * in which both could be idle.
 */
export function takingTurns(cell: Int32Array): InTurn {
  return (work) => {
    while (Atomics.compareExchange(cell, 0, 0, 1) !== 0) if (Atomics.wait(cell, 0, 1, LONGEST) === 'timed-out') break;
    try {
      return work();
    } finally {
      Atomics.store(cell, 0, 0);
      Atomics.notify(cell, 0, 1);
    }
  };
}
