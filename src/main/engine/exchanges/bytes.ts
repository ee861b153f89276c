import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { type Container, openContainer, recordAt } from './container.ts';
import { threadAt } from './place.ts';

/** Records of conversations by their place, which is the number of a request in what holds it. */

const opened = (source: string): Container => {
  const thread = threadAt(source);
  try {
    if (thread !== null) return openContainer(thread.container);
  } catch {
    // Told below: whoever asks wants to know of the tape, not of what holds it.
  }
  throw new TapeError('unreadable', `${source} cannot be read: what was captured is no longer there.`, { file: source });
};

/** What `take` makes of the records at these places, in their order; undefined for what is not there any more. Throws TapeError where nothing is. */
export function takeExchanges<T>(source: string, places: readonly number[], take: (bytes: Buffer) => T): (T | undefined)[] {
  const container = opened(source);
  const taken = new Map<number, T | undefined>();
  return places.map((place) => {
    if (taken.has(place)) return taken.get(place);
    const text = recordAt(container, place);
    const one = text === null ? undefined : take(Buffer.from(text));
    taken.set(place, one);
    return one;
  });
}

/** Bytes of records by their place; none where they are not there any more. */
export function openExchangeBytes(source: string) {
  let container: Container | null = null;
  let newest: { place: number; bytes: Buffer } | null = null;
  return {
    at(place: number): Buffer {
      if (newest?.place === place) return newest.bytes;
      try {
        container ??= opened(source);
        newest = { place, bytes: Buffer.from(recordAt(container, place) ?? '') };
        return newest.bytes;
      } catch (failure) {
        if (failure instanceof TapeError) return Buffer.alloc(0);
        throw failure;
      }
    },
    close: () => {},
  };
}
