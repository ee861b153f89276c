import type { Decision, Group, Grouped } from '../../../shared/model/index.ts';
import { digest } from '../formats/digest.ts';
import { asString, stringify } from '../formats/json.ts';
import type { Block } from '../formats/snapshots/block.ts';
import type { Json } from '../formats/values.ts';

/** What models decided, and which of them decided the same. Pure. */

export function decisionOf({ text, calls }: { text: string; calls: readonly { name: string; arguments: string }[] }): Decision {
  const made = calls.map(({ name, arguments: input }) => ({ name, arguments: input }));
  return { type: made.length > 0 ? 'calls' : text.trim() === '' ? 'none' : 'text', text, calls: made };
}

/** The decision in the blocks of an answer; null where they are none. */
export function decisionIn(blocks: readonly Block[]): Decision | null {
  const own = blocks.filter(({ role }) => role === 'assistant');
  const text = own.flatMap(({ block, text: words }) => (block === 'text' ? (asString(words) ?? []) : [])).join('\n\n');
  const calls = own.flatMap(({ block, name, input }) =>
    block === 'call' ? [{ name: asString(name) ?? '', arguments: typeof input === 'string' ? input : stringify(input ?? {}) }] : [],
  );
  const decision = decisionOf({ text, calls });
  return decision.type === 'none' ? null : decision;
}

/** Arguments are the same whatever the order of their keys. */
const parsed = (text: string): Json => {
  try {
    return JSON.parse(text === '' ? '{}' : text) as Json;
  } catch {
    return text;
  }
};

/** Calls of one key are the same. */
export function callKey({ name, arguments: input }: { name: string; arguments: string }): string {
  return digest([name, parsed(input)]);
}

/** Decisions of one key are the same; texts of two keys may be alike. */
const keyOf = ({ type, calls, text }: Decision): string =>
  type === 'calls' ? `calls ${calls.map(callKey).join(' ')}` : `${type} ${text.trim().replace(/\s+/g, ' ').toLowerCase()}`;

/** Texts are alike where they share this many of their words: twice the shared ones by all of them. Nobody understands either. */
const ALIKE = 0.6;
/** Characters of a text that are looked at. */
const LOOKED_AT = 12_000;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

const wordsOf = (text: string): Set<string> => {
  const segments = segmenter.segment(text.slice(0, LOOKED_AT).toLowerCase());
  return new Set([...segments].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : [])));
};

const likeness = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const word of few) if (many.has(word)) shared += 1;
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
};

/** Numbers of the groups of some decisions: calls by their arguments, texts by likeness, whatever the order they come in. */
export function groupNumbers(decisions: readonly Decision[]): number[] {
  const keys = decisions.map(keyOf);
  const distinct = [...new Set(keys)];
  const groups = distinct.map((_, at) => at);
  const rootOf = (at: number): number => (groups[at] === at ? at : rootOf(groups[at] ?? at));
  const texts = distinct.flatMap((key, at) => (key.startsWith('text ') ? [{ at, words: wordsOf(key.slice(5)) }] : []));
  for (const [place, one] of texts.entries())
    for (const other of texts.slice(place + 1))
      if (likeness(one.words, other.words) >= ALIKE)
        groups[Math.max(rootOf(one.at), rootOf(other.at))] = Math.min(rootOf(one.at), rootOf(other.at));
  const places = new Map(distinct.map((key, at) => [key, rootOf(at)]));
  return keys.map((key) => places.get(key) ?? 0);
}

/** The answers of several requests in groups, the largest first; one that failed is in none. The recorded answer is in the group of what it decided, or in one of its own. */
export function groupTogether(requests: readonly (readonly (Decision | null)[])[], recorded: Decision | null = null): Grouped {
  const made = requests.flatMap((answers, request) =>
    answers.flatMap((decision, at) => (decision === null ? [] : [{ decision, request, at }])),
  );
  const all = [...made, ...(recorded === null ? [] : [{ decision: recorded, request: -1, at: -1 }])];
  const numbers = groupNumbers(all.map(({ decision }) => decision));
  const groups = [...Map.groupBy(all, (_one, at) => numbers[at]).values()].map((members) => ({
    decision: members[0]?.decision ?? decisionOf({ text: '', calls: [] }),
    answers: requests.map((_, own) => members.flatMap(({ request, at }) => (request === own ? [at] : []))),
    recorded: members.some(({ request }) => request < 0),
  }));
  return {
    // Among equals the first, because the sort is stable.
    groups: groups.sort((a, b) => b.answers.flat().length - a.answers.flat().length),
    spread: requests.map((_, own) => spreadOf(groups.map(({ answers }) => ({ answers: answers[own] ?? [] })))),
  };
}

/** The same for the answers of one request, with the share that each group has of them. */
export function groupsOf(answers: readonly (Decision | null)[], recorded: Decision | null = null): Group[] {
  const made = answers.filter((decision) => decision !== null).length;
  return groupTogether([answers], recorded).groups.map(({ answers: [own = []], ...group }) => ({
    ...group,
    answers: own,
    share: made === 0 ? 0 : own.length / made,
  }));
}

/** How often two answers differ, of all pairs; null for fewer than two. */
export function spreadOf(groups: readonly Pick<Group, 'answers'>[]): number | null {
  const pairs = (count: number): number => (count * (count - 1)) / 2;
  const all = pairs(groups.reduce((sum, { answers }) => sum + answers.length, 0));
  return all === 0 ? null : 1 - groups.reduce((sum, { answers }) => sum + pairs(answers.length), 0) / all;
}
