import type { StateNode } from '../../../shared/model/handoff.ts';
import type { Json } from '../formats/format.ts';
import { isObject, whole } from '../formats/json.ts';
import { childOf } from '../states/walk.ts';

/** Characters of a plain value that a node shows. */
const SHOWN = 2000;

export function typeOf(value: Json): StateNode['type'] {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as 'object' | 'string' | 'number' | 'boolean';
}

/** Values inside, one level deep. */
export function sizeOf(value: Json): number {
  return Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 0;
}

/** A plain value as JSON, cut; '' for what holds others. A string is cut before it is quoted, so that megabytes are not escaped to show a line. */
export function shown(value: Json): string {
  if (typeof value === 'object' && value !== null) return '';
  const text = JSON.stringify(typeof value === 'string' ? whole(value, SHOWN) : value);
  return text.length > SHOWN ? whole(text, SHOWN) : text;
}

/**
 * JSON in pieces, in order and without white space, at any depth. Whoever reads it may stop when there is enough.
 */
function* jsonPieces(root: Json): Generator<string> {
  const open: ({ text: string } | { value: Json })[] = [{ value: root }];
  for (let next = open.pop(); next; next = open.pop()) {
    if ('text' in next) yield next.text;
    else if (typeof next.value !== 'object' || next.value === null) yield JSON.stringify(next.value);
    else {
      const isList = Array.isArray(next.value);
      yield isList ? '[' : '{';
      open.push({ text: isList ? ']' : '}' });
      const keys = Object.keys(next.value);
      for (let at = keys.length - 1; at >= 0; at--) {
        const key = keys[at] ?? '';
        open.push({ value: childOf(next.value, isList ? at : key) ?? null });
        const before = at === 0 ? '' : ',';
        if (!isList) open.push({ text: `${before}${JSON.stringify(key)}:` });
        else if (at > 0) open.push({ text: ',' });
      }
    }
  }
}

/** The length of every object and array below `root` as JSON, and of `root` itself: one pass, however deep. */
export function lengthsOf(root: Json): (value: Json) => number {
  const lengths = new Map<object, number>();
  const lengthOf = (value: Json): number =>
    typeof value === 'object' && value !== null ? (lengths.get(value) ?? 2) : JSON.stringify(value).length;
  const order: object[] = [];
  const open: Json[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    order.push(next);
    for (const inside of Object.values(next)) if (typeof inside === 'object' && inside !== null) open.push(inside);
  }
  // Whatever is in a value comes after it in `order`.
  for (const value of order.toReversed()) {
    const entries = Object.entries(value as { [key: string]: Json });
    const keys = Array.isArray(value) ? 0 : entries.reduce((sum, [key]) => sum + JSON.stringify(key).length + 1, 0);
    const inside = entries.reduce((sum, [, each]) => sum + lengthOf(each), 0);
    lengths.set(value, 2 + keys + inside + Math.max(0, entries.length - 1));
  }
  return lengthOf;
}

/** At most `most` characters of a value as JSON text; a string as it is. Never throws, however deep the value is. */
export function textOf(value: Json, most: number): string {
  if (typeof value === 'string') return whole(value, most);
  const parts: string[] = [];
  let length = 0;
  for (const piece of jsonPieces(value)) {
    parts.push(piece);
    length += piece.length;
    if (length >= most) break;
  }
  return whole(parts.join(''), most);
}
