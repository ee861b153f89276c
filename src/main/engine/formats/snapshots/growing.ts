import type { Json, JsonObject } from '../values.ts';

/** A list that was parsed from a text. */
interface Parsed {
  text: string;
  list: readonly Json[];
}

/** This many lists are at hand: agents that work side by side take turns, and each has a prompt and tools too. */
const KEPT = 16;
/** What is shorter is parsed as fast as it is found. */
const SHORT = 500;
let newest: Parsed[] = [];

/**
 * Parses a list in JSON that is likely to continue from one that was parsed before, as the history of an agent does: of such a list only what is new is
 * parsed, and the rest are the very items from before, which nobody may change. Null where the text is not a list. Throws SyntaxError as JSON.parse does.
 */
export function parseGrowing(text: string): readonly Json[] | null {
  if (!text.startsWith('[')) return null;
  const before = newest.find((one) => one.text === text || goesOn(one.text, text));
  if (before?.text === text) return before.list;
  const list = before === undefined ? (JSON.parse(text) as Json[]) : grown(before, text);
  if (text.length > SHORT) newest = [{ text, list }, ...newest.filter((one) => one !== before)].slice(0, KEPT);
  return list;
}

/** Whether a text has all items of a list first, and others after them. */
const goesOn = (before: string, text: string): boolean =>
  before.length < text.length &&
  before.endsWith(']') &&
  before.length > 2 &&
  text[before.length - 1] === ',' &&
  beginsAlike(before, text, before.length - 1);

/** Lists of the same agent part late, so their ends are compared first. `===` compares many characters at once, and `startsWith` one after the other. */
const beginsAlike = (one: string, other: string, length: number): boolean => {
  const late = Math.max(0, length - 64);
  return one.slice(late, length) === other.slice(late, length) && one.slice(0, length) === other.slice(0, length);
};

/** What comes after the items from before is a list by itself, or else the text is none. */
function grown({ text: before, list }: Parsed, text: string): readonly Json[] {
  const more = JSON.parse(`[${text.slice(before.length)}`) as Json[];
  return more.length === 0 ? (JSON.parse(text) as Json[]) : [...list, ...more];
}

/** Lists that came last, the newest first. */
let lists: (readonly Json[])[] = [];

/**
 * A list of which the items that a list before it began with too are the very items from there, which nobody may change: what was made of them once need
 * not be made again.
 */
export function grownFrom(list: readonly Json[]): readonly Json[] {
  let same = 0;
  let best: readonly Json[] | null = null;
  for (const before of lists) {
    const shared = sharedBy(before, list);
    if (shared > same) [same, best] = [shared, before];
    if (shared === before.length && shared > 0) break;
  }
  const grown = best === null ? list : [...best.slice(0, same), ...list.slice(same)];
  lists = [grown, ...lists.filter((one) => one !== best)].slice(0, KEPT);
  return grown;
}

/** How many items two lists begin with alike. */
const sharedBy = (one: readonly Json[], other: readonly Json[]): number => {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && isSame(one[at], other[at], DEEP)) at += 1;
  return at;
};

/** Items nested deeper are taken for different ones. */
const DEEP = 30;

function isSame(one: Json | undefined, other: Json | undefined, depth: number): boolean {
  if (one === other) return true;
  if (!isNest(one) || !isNest(other) || Array.isArray(one) !== Array.isArray(other) || depth === 0) return false;
  const keys = Object.keys(one);
  const [mine, others] = [one as JsonObject, other as JsonObject];
  return (
    keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && isSame(mine[key], others[key], depth - 1))
  );
}

const isNest = (value: Json | undefined): value is JsonObject | Json[] => typeof value === 'object' && value !== null;
