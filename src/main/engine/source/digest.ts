import { createHash } from 'node:crypto';
import type { Json } from '../formats/format.ts';

/**
 * SHA-256, hex, over the canonical text of a payload: keys sorted by UTF-16 units, no white space, numbers as JavaScript
 * writes them, lone surrogates escaped (RFC 8785 but for those, which it forbids and logs contain).
 */
export const digest = (payload: Json): string => createHash('sha256').update(canonical(payload), 'utf8').digest('hex');

/** Works with a list of its own instead of recursion: a hostile line may be nested deeper than the stack. */
export const canonical = (payload: Json): string => {
  const out: string[] = [];
  const open: ({ text: string } | { value: Json })[] = [{ value: payload }];
  for (let next = open.pop(); next; next = open.pop()) {
    if ('text' in next) out.push(next.text);
    else if (typeof next.value !== 'object' || next.value === null) out.push(JSON.stringify(next.value));
    else for (const piece of pieces(next.value).toReversed()) open.push(piece);
  }
  return out.join('');
};

const pieces = (value: Json[] | { [key: string]: Json }): ({ text: string } | { value: Json })[] => {
  if (Array.isArray(value)) {
    const items = value.flatMap((item, at) => (at === 0 ? [{ value: item }] : [{ text: ',' }, { value: item }]));
    return [{ text: '[' }, ...items, { text: ']' }];
  }
  const members = Object.keys(value)
    .sort()
    .flatMap((key, at) => [{ text: `${at === 0 ? '' : ','}${JSON.stringify(key)}:` }, { value: value[key] ?? null }]);
  return [{ text: '{' }, ...members, { text: '}' }];
};
