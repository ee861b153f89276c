import { hash } from 'node:crypto';
import type { Json } from '../formats/format.ts';

/**
 * SHA-256, hex, over the canonical text of a payload: keys sorted by UTF-16 units, no white space, numbers as JavaScript
 * writes them, lone surrogates escaped (RFC 8785 but for those, which it forbids and logs contain).
 */
export const digest = (payload: Json): string => hash('sha256', canonical(payload), 'hex');

/** How deep recursion goes: a hostile line may be nested deeper than the stack. */
const DEEP = 200;

export const canonical = (payload: Json): string => canonicalTo(payload, DEEP);

const canonicalTo = (value: Json, depth: number): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth === 0) return canonicalFlat(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalTo(item, depth - 1)).join(',')}]`;
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalTo(value[key] ?? null, depth - 1)}`).join(',')}}`;
};

/** The same with a list of its own instead of recursion, at any depth, and half as fast. */
export const canonicalFlat = (payload: Json): string => {
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
