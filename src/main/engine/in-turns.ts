import { setImmediate } from 'node:timers/promises';

/** Things that are handled before others have their turn: tapes whose sums are read take a millisecond or two. */
const TURN = 100;

/** Gives the things one by one. After each hundred, calls that have come meanwhile are answered, and `stop` throws when nobody waits any more. */
export async function* inTurns<T>(things: Iterable<T>, stop: () => void): AsyncGenerator<T, void, void> {
  let given = 0;
  for (const thing of things) {
    yield thing;
    given += 1;
    if (given % TURN > 0) continue;
    await setImmediate();
    stop();
  }
}
