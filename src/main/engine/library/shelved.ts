import { reordered } from '../../../shared/library/order.ts';
import type { Own, TapeRow } from '../../../shared/model/index.ts';
import type { Shelf } from '../annotations/shelf.ts';
import type { Listed } from '../catalog/listed.ts';

/** The rows of the library with what readers said of them. A row is another object only where something was said. */
export const createShelved = (shelf: Shelf) => {
  let made: { version: number; own: ReadonlyMap<string, Own>; listed: Listed } | null = null;
  let version = 0;
  return (listed: Listed): Listed => {
    const own = shelf.all();
    if (made?.version === listed.version && made.own === own) return made.listed;
    version += 1;
    made = { version: listed.version, own, listed: own.size === 0 ? { ...listed, version } : withOwn(listed, own, version) };
    return made.listed;
  };
};

const withOwn = (listed: Listed, own: ReadonlyMap<string, Own>, version: number): Listed => ({
  version,
  sorted(sort, reverse) {
    const tapes = listed.sorted(sort, reverse).map((tape): TapeRow => {
      const said = own.get(tape.file);
      return said === undefined ? tape : { ...tape, own: said };
    });
    return sort === 'title' ? reordered([], tapes, sort, reverse) : tapes;
  },
});
