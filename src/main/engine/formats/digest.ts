import { hash } from 'node:crypto';
import type { Json } from './format.ts';

/**
 * SHA-256, hex, over the canonical text of a payload: keys sorted by UTF-16 units, no white space, numbers as JavaScript
 * writes them, lone surrogates escaped (RFC 8785 but for those, which it forbids and logs contain).
 */
export function digest(payload: Json): string {
  return hash('sha256', canonical(payload), 'hex');
}

/** How deep recursion goes: a hostile line may be nested deeper than the stack. */
const DEEP = 200;

export function canonical(payload: Json): string {
  return canonicalTo(payload, DEEP);
}

const canonicalTo = (value: Json, depth: number): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth === 0) return canonicalFlat(value);
  return Array.isArray(value) ? canonicalList(value, depth - 1) : canonicalObject(value, depth - 1);
};

// Every shown line of a native tape is digested: adding to a text, and names as they were written before, cost a third of joining lists of members.
const canonicalList = (items: readonly Json[], depth: number): string => {
  let text = '[';
  for (let at = 0; at < items.length; at += 1) text += `${at === 0 ? '' : ','}${canonicalTo(items[at] ?? null, depth)}`;
  return `${text}]`;
};

const canonicalObject = (value: { [key: string]: Json }, depth: number): string => {
  let text = '{';
  for (const key of inOrder(Object.keys(value))) text += `${text === '{' ? '' : ','}${named(key)}${canonicalTo(value[key] ?? null, depth)}`;
  return `${text}}`;
};

/** Few keys are put in order faster than sorting begins. */
const FEW = 12;

const inOrder = (keys: string[]): string[] => {
  if (keys.length > FEW) return keys.sort();
  for (let at = 1; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    let to = at;
    for (; to > 0 && (keys[to - 1] ?? '') > key; to -= 1) keys[to] = keys[to - 1] ?? '';
    keys[to] = key;
  }
  return keys;
};

/** Names of members as they are written; keeps at most this many. */
const NAMES = 256;
const names = new Map<string, string>();

const named = (key: string): string => {
  const known = names.get(key);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(key)}:`;
  if (names.size < NAMES && key.length < NAMES) names.set(key, text);
  return text;
};

/** The same with a list of its own instead of recursion, at any depth, and half as fast. */
export function canonicalFlat(payload: Json): string {
  const out: string[] = [];
  const open: ({ text: string } | { value: Json })[] = [{ value: payload }];
  for (let next = open.pop(); next; next = open.pop()) {
    if ('text' in next) out.push(next.text);
    else if (typeof next.value !== 'object' || next.value === null) out.push(JSON.stringify(next.value));
    else for (const piece of pieces(next.value).toReversed()) open.push(piece);
  }
  return out.join('');
}

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
