import { type Apart, apartAt } from '../bytes/apart.ts';
import { createFinder } from '../bytes/finder.ts';
import { closeLog, openLogOrNull } from '../bytes/packed.ts';
import { readAt } from '../bytes/read-at.ts';

/** Bytes of a source by pointer; null where they are not there (any more). */
export type ReadBytes = (source: string, offset: number, length: number) => Buffer | null;

/** Files that are open while hits are cut from them. */
export function createFiles() {
  const open = new Map<string, number | null>();
  const rows = new Map<string, ReturnType<Apart['open']>>();
  const whereIs = createFinder();
  const apartOf = (source: string): ReturnType<Apart['open']> | null => {
    const open = rows.get(source) ?? apartAt(source)?.open() ?? null;
    if (open !== null) rows.set(source, open);
    return open;
  };
  const bytesOf = (open: ReturnType<Apart['open']>, place: number, length: number): Buffer | null => {
    const bytes = open.at(place);
    return bytes.length === length ? bytes : null;
  };
  return {
    read: ((source, offset, length) => {
      const apart = apartOf(source);
      if (apart !== null) return bytesOf(apart, offset, length);
      const place = whereIs(source, offset);
      if (place === null) return null;
      const file = open.has(place.file) ? (open.get(place.file) ?? null) : openLogOrNull(place.file);
      open.set(place.file, file);
      if (file === null) return null;
      const buffer = Buffer.alloc(length);
      return readAt(file, buffer, place.offset, length) === length ? buffer : null;
    }) satisfies ReadBytes,
    close: () => {
      for (const open of rows.values()) open.close();
      for (const file of open.values()) if (file !== null) closeLog(file);
    },
  };
}
