import type { StatePath } from '../../../shared/model/handoff.ts';
import type { Json } from '../formats/format.ts';
import { walk } from '../states/walk.ts';

/** Paths of the values that hold a text as key or value, whatever its case, in reading order; `total` counts beyond `limit`. */
export function findInState(state: Json, query: string, limit: number): { paths: StatePath[]; total: number } {
  const wanted = query.toLowerCase();
  const paths: StatePath[] = [];
  let total = 0;
  let cut = '';
  for (const place of walk(state)) {
    const { key, value } = place;
    const inKey = typeof key === 'string' && place.depth > 0 && key.toLowerCase().includes(wanted);
    const plain = typeof value !== 'object' || value === null;
    if (!inKey && !(plain && String(value).toLowerCase().includes(wanted))) continue;
    total += 1;
    if (paths.length >= limit) continue;
    const path = place.path();
    // What lies deeper than paths go is told by the value at that depth, once.
    const name = path.length < place.depth ? JSON.stringify(path) : '';
    if (name === '' || name !== cut) paths.push(path);
    cut = name;
  }
  return { paths, total };
}
