import type { RecordedPart } from '../formats/context/recorded-request.ts';
import { isObject, stringify } from '../formats/json.ts';
import { align } from '../text/align.ts';
import { keyOfPart } from './request-parts.ts';

/** What became of the parts that only the requests have, from an older request to a newer one. */
export interface PartDifference {
  added: RecordedPart[];
  gone: RecordedPart[];
  changed: { part: RecordedPart; was: RecordedPart }[];
  same: number;
}

/**
 * Compares the parts of two recorded requests with each other: what is word by word the same, what is in one place with other words (a
 * tool by its name, a part of the system prompt by its order), what came and what went. Cache marks move with each request and
 * say nothing to a model: they are not looked at. Pure; the other way round, added and gone change places.
 */
export function partDifference(now: readonly RecordedPart[], then: readonly RecordedPart[]): PartDifference {
  const [a, b] = [then.filter(isSaid), now.filter(isSaid)];
  const matches = align(a.map(keyOfPart), b.map(keyOfPart));
  const left = (parts: readonly RecordedPart[], side: 0 | 1): RecordedPart[] => {
    const matched = new Set(matches.map((match) => match[side]));
    return parts.filter((_, at) => !matched.has(at));
  };
  const [gone, came] = [Map.groupBy(left(a, 0), placeOf), Map.groupBy(left(b, 1), placeOf)];
  const found: PartDifference = { added: [], gone: [], changed: [], same: matches.length };
  for (const place of new Set([...came.keys(), ...gone.keys()])) {
    const [news, olds] = [came.get(place) ?? [], gone.get(place) ?? []];
    const pairs = place === 'content' ? 0 : Math.min(news.length, olds.length);
    for (let at = 0; at < pairs; at += 1) {
      const [part, was] = [news[at], olds[at]];
      // The same tool in another place is the same tool.
      if (part && was && keyOfPart(part) === keyOfPart(was)) found.same += 1;
      else if (part && was) found.changed.push({ part, was });
    }
    found.added.push(...news.slice(pairs));
    found.gone.push(...olds.slice(pairs));
  }
  return found;
}

const isSaid = ({ type }: RecordedPart): boolean => type !== 'cache-mark';

/** Parts of one place are versions of each other. */
const placeOf = ({ type, label }: RecordedPart): string => (type === 'tool' ? `tool ${label}` : type);

const RECORDED = 'recorded request';

/** Why a part came or went, for people. */
export function movedWords({ type, label }: RecordedPart, how: 'added' | 'gone'): string {
  const verb = how === 'added' ? 'added' : 'removed';
  if (type === 'content') return `${RECORDED}: words that no entry says were ${verb}`;
  const what = type === 'tool' ? `the tool ${label} was` : type === 'system' ? 'a part of the system prompt was' : 'parameters were';
  return `${RECORDED}: ${what} ${verb}`;
}

/** What became of a part that is in both, for people. */
export function changedWords(part: RecordedPart, was: RecordedPart): string {
  const fields = fieldsOf(part, was);
  if (part.type === 'system') return `${RECORDED}: the system prompt changed`;
  const of = fields.length === 0 ? '' : ` (${fields.join(', ')})`;
  return part.type === 'tool' ? `${RECORDED}: the tool ${part.label} changed${of}` : `${RECORDED}: parameters changed${of}`;
}

/** More fields are not named. */
const MOST_FIELDS = 6;

const fieldsOf = ({ raw: now }: RecordedPart, { raw: then }: RecordedPart): string[] => {
  if (!isObject(now) || !isObject(then)) return [];
  const names = [...new Set([...Object.keys(now), ...Object.keys(then)])];
  const text = (value: (typeof now)[string] | undefined): string => (value === undefined ? '' : stringify(value));
  return names.filter((name) => text(now[name]) !== text(then[name])).slice(0, MOST_FIELDS);
};
