import type { SearchFilters } from '../model/index.ts';
import { momentOf, takenBy } from './query.ts';

/** What a search asks: what is looked for, and the conditions on where it is. */
export interface AskedSearch {
  query: string;
  filters: SearchFilters;
}

/** Whether the model received an entry: it is in the last context of its branch, it left, only another branch had it, or none did. */
export const REACHED = ['in', 'left', 'other', 'never'] as const;
export type Arrival = (typeof REACHED)[number];

/** Conditions that take several values, in the order in which they are offered. */
export const LISTED = ['agent', 'project', 'kind', 'role', 'tool', 'file', 'reached', 'session'] as const;
type Listed = (typeof LISTED)[number];
const isListed = (name: string): name is Listed => (LISTED as readonly string[]).includes(name);

const TYPED = /(?<!\S)([a-z]+):("[^"]*"|[^\s"]+)(?=\s|$)/gi;

/** A condition as it was typed; null where it makes no sense, and so is searched for like any word. */
const conditionOf = (name: string, value: string, now: number): SearchFilters | null => {
  const plain = value.replaceAll('"', '');
  if (plain === '') return null;
  if (isListed(name)) {
    const values = value.startsWith('"') ? [plain] : plain.split(',').filter(Boolean);
    return values.length === 0 ? null : { [name]: values };
  }
  if (name === 'since' || name === 'until') {
    const moment = momentOf(plain, now, name === 'until');
    return moment === null ? null : { [name]: moment };
  }
  if (name !== 'error' || !/^(yes|no)$/.test(plain)) return null;
  return { error: plain === 'yes' };
};

/** Conditions joined: of the same name, a list grows and the last of anything else counts. */
export function joined(before: SearchFilters, more: SearchFilters): SearchFilters {
  const lists = Object.fromEntries(
    LISTED.flatMap((name) => {
      const values = [...new Set([...(before[name] ?? []), ...(more[name] ?? [])])];
      return values.length === 0 ? [] : [[name, values]];
    }),
  );
  return { ...before, ...more, ...lists };
}

/** Parts what was typed, such as `retry kind:error project:"my shop"`, into what is looked for and the conditions. */
export function readAsked(text: string, now: number): AskedSearch {
  let filters: SearchFilters = {};
  const query = text.replace(TYPED, (whole, name: string, value: string) => {
    const condition = conditionOf(name.toLowerCase(), value, now);
    if (condition === null) return whole;
    filters = joined(filters, condition);
    return '';
  });
  return { query: query.replace(/\s+/g, ' ').trim(), filters };
}

/** A sentence for each condition with a known name whose value makes no sense: it is looked for as words, which is hardly ever meant. */
export function slipsIn(text: string, now: number): string[] {
  return [...text.matchAll(TYPED)].flatMap(([whole, name = '', value = '']) => {
    const known = name.toLowerCase();
    if (conditionOf(known, value, now) !== null) return [];
    if (known === 'since' || known === 'until') return [`${whole} is searched for as words: ${known}: takes ${takenBy(known)}.`];
    return known === 'error' ? [`${whole} is searched for as words: error: takes yes or no.`] : [];
  });
}

/** Names of the conditions that are set. */
export function asking(filters: SearchFilters): (keyof SearchFilters)[] {
  return (Object.keys(filters) as (keyof SearchFilters)[]).filter((name) => {
    const value = filters[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });
}

/** Without one of its conditions. */
export function without(filters: SearchFilters, name: keyof SearchFilters): SearchFilters {
  const { [name]: _, ...rest } = filters;
  return rest;
}
