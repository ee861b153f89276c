import { statSync } from 'node:fs';
import type { SessionFiles } from '../formats/about.ts';
import { abouts } from '../formats/abouts.ts';
import { namesIn } from './names-in.ts';
import type { Places } from './places.ts';

/** Sessions that are in several JSON documents. Each is known by one of them; places in the others are offsets with the number of the document. */

/** Bytes of one document at most, so that the number of the document and the offset are exact within one number. */
const BYTES = 2 ** 33;
/** More documents than a session has; the numbers of those after them would not fit. */
const MOST = 2 ** 17;

const LAYOUTS: readonly SessionFiles[] = abouts.flatMap(({ session }) => session ?? []);

const slashed = (path: string): string => path.replaceAll('\\', '/');

/** The document that the session of a path is known by; null for a path that is not part of a session in several. */
export function sessionHead(path: string): string | null {
  const plain = slashed(path);
  for (const layout of LAYOUTS) {
    const head = layout.head(plain);
    if (head !== null) return head === plain ? path : head;
  }
  return null;
}

/** All documents of the session that is known by a path, in order; null where a path is a session by itself. */
export function sessionFiles(path: string): readonly string[] | null {
  const plain = slashed(path);
  const layout = LAYOUTS.find(({ head }) => head(plain) === plain);
  if (layout === undefined) return null;
  return layout
    .files(plain, namesIn)
    .filter((file) => file === plain || statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    .slice(0, MOST)
    .map((file) => (file === plain ? path : file));
}

/** Where the documents of a session begin in its places, by their number in `sessionFiles`; the one that it is known by has plain offsets. */
export function sessionBase(path: string, files: readonly string[], at: number): number {
  return files[at] === path ? 0 : (at + 1) * BYTES;
}

/** Places in the documents of a session other than the one it is known by. */
export const sessionPlaces: Places = {
  holds: (source, place) => place >= BYTES && source.endsWith('.json') && sessionHead(source) === source,
  fileNo: (place) => Math.floor(place / BYTES),
  fileOf: (source, place) => sessionFiles(source)?.[Math.floor(place / BYTES) - 1] ?? null,
  offsetIn: (place) => place % BYTES,
};
