import type { Part, Section } from '../../../../shared/model/sent-parts.ts';
import { count, formatNumber } from '../../ui/format.ts';

/** A request of which the parts are at hand, and whether all of them are: what nobody captured lacks what the log does not hold. */
export interface Side {
  step: number;
  parts: readonly Part[];
  whole: boolean;
}

/** What became of a part from one request to the next. `before` and `now` are its texts; null where it is not there. */
export interface PartChange {
  section: Section;
  label: string;
  before: string | null;
  now: string | null;
}

export interface RequestDifference {
  changes: PartChange[];
  /** Messages at the beginning that are the same in both. */
  same: number;
  /** Messages before and now. */
  messages: readonly [number, number];
  /** Sections that only one side tells of, so that nothing can be said of them; and the step of the other. */
  unknown: readonly { step: number; sections: readonly Section[] }[];
}

const named = (parts: readonly Part[], section: Section): Map<string, string> => {
  const found = new Map<string, string>();
  for (const part of parts.filter((one) => one.section === section)) found.set(part.label, part.text);
  return found;
};

const changedNames = (before: readonly Part[], now: readonly Part[], section: Section): PartChange[] => {
  const [old, own] = [named(before, section), named(now, section)];
  return [...new Set([...old.keys(), ...own.keys()])].flatMap((label) => {
    const [a, b] = [old.get(label) ?? null, own.get(label) ?? null];
    return a === b ? [] : [{ section, label, before: a, now: b }];
  });
};

type Said = readonly Pick<Part, 'kind' | 'text'>[];

/** Messages by their blocks alone: cache marks move with each request, and a message of one block is now a list and now a string. */
const messagesOf = (parts: readonly Part[]): Said[] => {
  const found: Pick<Part, 'kind' | 'text'>[][] = [];
  for (const { message, kind, text } of parts) {
    if (message === null) continue;
    const said = found[message] ?? [];
    found[message] = said;
    said.push({ kind, text });
  }
  return found;
};

const isSame = (a: Said | undefined, b: Said | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

const shown = (said: Said | undefined): string | null => said?.map(({ text }) => text).join('\n') ?? null;

const NAMED = ['parameters', 'tools', 'system'] as const;

/** What a request tells of; of one that nobody captured, only what the log has of it. */
const knownIn = ({ parts, whole }: Side): Section[] => NAMED.filter((name) => whole || parts.some(({ section }) => section === name));

/** Sections that `side` does not tell of, and the other does. */
const lackingIn = (side: Side, other: Side): RequestDifference['unknown'] => {
  const known = knownIn(side);
  const sections = knownIn(other).filter((name) => !known.includes(name));
  return sections.length === 0 ? [] : [{ step: side.step, sections }];
};

/** What is different between two requests, by what it means: parameters, tools and system parts by name, messages from the first that differs. */
export function differenceOf(before: Side, now: Side): RequestDifference {
  const [old, own] = [messagesOf(before.parts), messagesOf(now.parts)];
  let same = 0;
  while (same < old.length && same < own.length && isSame(old[same], own[same])) same += 1;
  const longest = Math.max(old.length, own.length);
  const changes = Array.from({ length: longest - same }, (_, at): PartChange => {
    const [a, b] = [shown(old[same + at]), shown(own[same + at])];
    return { section: 'messages', label: `message ${same + at + 1}`, before: a, now: b };
  });
  const unknown = [...lackingIn(before, now), ...lackingIn(now, before)];
  const known = knownIn(before).filter((name) => knownIn(now).includes(name));
  const others = known.flatMap((section) => changedNames(before.parts, now.parts, section));
  return { changes: [...others, ...changes], same, messages: [old.length, own.length], unknown };
}

const MOST_NAMED = 3;

const namesIn = (changes: readonly PartChange[]): string => {
  const names = changes.slice(0, MOST_NAMED).map(({ label }) => label);
  return changes.length > MOST_NAMED ? `${names.join(', ')} and ${changes.length - MOST_NAMED} more` : names.join(', ');
};

const sectionWords = (changes: readonly PartChange[], section: Section, one: string): string[] => {
  const own = changes.filter((change) => change.section === section);
  const of = (added: boolean, gone: boolean) => own.filter(({ before, now }) => (before === null) === added && (now === null) === gone);
  const say = (some: readonly PartChange[], verb: string) =>
    some.length === 0 ? [] : [`${count(some.length, one)} ${verb} (${namesIn(some)})`];
  return [...say(of(true, false), 'added'), ...say(of(false, true), 'removed'), ...say(of(false, false), 'changed')];
};

const SECTIONS: Readonly<Record<Section, string>> = {
  parameters: 'parameters',
  tools: 'tools',
  system: 'system prompt',
  messages: 'messages',
};

const listWords = (words: readonly string[]): string => [words.slice(0, -1).join(', '), words.at(-1) ?? ''].filter(Boolean).join(' and ');

const sameWords = (same: number, old: number, own: number): string => {
  if (same === old && old === own) return own === 1 ? 'the message is the same' : `all ${count(own, 'message')} are the same`;
  if (same === 0) return 'the messages differ from the first on';
  return same === 1 ? 'the first message is the same' : `the first ${count(same, 'message')} are the same`;
};

/** "3 tools added (a, b, c); 1 system part changed (part 2); the first 186 messages are the same, 2 added". */
export function differenceWords({ changes, same, messages: [old, own], unknown }: RequestDifference): string {
  const kept = Math.min(old, own) - same;
  const said = [
    sameWords(same, old, own),
    ...(kept > 0 ? [`${formatNumber(kept)} changed`] : []),
    ...(own > old ? [`${formatNumber(own - old)} added`] : []),
    ...(own < old ? [`${formatNumber(old - own)} removed`] : []),
  ].join(', ');
  return [
    ...sectionWords(changes, 'parameters', 'parameter'),
    ...sectionWords(changes, 'tools', 'tool'),
    ...sectionWords(changes, 'system', 'system part'),
    said,
    ...unknown.map(
      ({ step, sections }) => `${listWords(sections.map((one) => SECTIONS[one]))} of step ${formatNumber(step)} are not known`,
    ),
  ].join('; ');
}
