import { threadAt } from '../exchanges/place.ts';
import { borrowedPlaces } from './borrowed.ts';
import type { Found, Places } from './places.ts';
import { rowPlaces } from './row-place.ts';
import { sessionPlaces } from './session-files.ts';
import { tapePlaces } from './tape-place.ts';

/** Captured requests go by their number. */
const exchangePlaces: Places = {
  holds: (source) => threadAt(source) !== null,
  fileNo: () => 0,
  fileOf: (source) => source,
  offsetIn: (place) => place,
};

const ELSEWHERE: readonly Places[] = [rowPlaces, exchangePlaces, borrowedPlaces, sessionPlaces, tapePlaces];

const placesOf = (source: string, place: number): Places | null => {
  for (const places of ELSEWHERE) if (places.holds(source, place)) return places;
  return null;
};

/**
 * Tells where pointers of the catalog lead: a plain offset into the source itself, any other where its kind says, each file looked up once. Make one
 * for one piece of work, since files and folders may be replaced.
 */
export function createFinder(): (source: string, place: number) => Found | null {
  const known = new Map<string, string | null>();
  return (source, place) => {
    const places = placesOf(source, place);
    if (places === null) return { file: source, offset: place };
    const key = `${places.fileNo(place)} ${source}`;
    const file = known.get(key) ?? places.fileOf(source, place);
    known.set(key, file);
    return file === null ? null : { file, offset: places.offsetIn(place) };
  };
}
