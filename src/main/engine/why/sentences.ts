import { figure } from '../../../shared/model/figure.ts';
import type { Why, WhyBy, WhyItem } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';

const request = (step: number | null): string => (step === null ? 'the next request' : `step ${figure(step)}`);

const many = (count: number, one: string, more: string): string => `${figure(count)} ${count === 1 ? one : more}`;

/** What took it out, as the end of a sentence. */
const agency = ({ type, name }: WhyBy): string => {
  switch (type) {
    case 'compaction':
    case 'anchor':
      return `by ${name}`;
    case 'clearing':
      return 'because the agent probably cleared it, as recorded sizes say';
    case 'branch':
      return 'because the conversation continued on another branch';
    case 'sub-agent':
      return 'because it belongs to a sub-agent';
    case 'policy':
      return 'because the policy leaves it out';
    case 'agent':
      return 'because the agent does not send it';
  }
};

const FATES: Readonly<Record<NonNullable<WhyItem['fate']>, string>> = {
  verbatim: 'What replaced it has it word for word.',
  worded: 'What replaced it has similar wording.',
  cited: 'What replaced it only cites it.',
  lost: 'What replaced it does not mention it.',
};

/** Why it never was in a context of this branch. */
const never = ({ by, in: runs, agent, fate }: Omit<WhyItem, 'words'>, { step, later }: At): string => {
  if (agent !== null) return `It was in the context of ${agent}, never in this one.`;
  if (later) return `It came after the request of ${request(step)}.${firstIn(runs, step)}`;
  if (runs.length > 0) return 'Only requests of another branch had it in context.';
  if (by === null) return 'No request had it in context.';
  return by.seq === null
    ? `No request had it in context, ${agency(by)}.`
    : `No request had it in context before ${by.name}.${fate === null ? '' : ` ${FATES[fate]}`}`;
};

const firstIn = (runs: WhyItem['in'], step: number | null): string => {
  const first = runs.find(([from]) => from > (step ?? 0))?.[0];
  return first === undefined ? '' : ` In context from step ${figure(first)} on.`;
};

/** The request that was asked about. */
interface At {
  step: number | null;
  /** The last request of its branch that had the entry. */
  last: number | null;
  /** The entry was written when the request had been sent. */
  later: boolean;
}

/** That the next request is not like the newest one here; nothing where it is. */
function nextWords({ next }: Pick<WhyItem, 'next'>): string {
  if (next === undefined) return '';
  const { now, by, fate } = next;
  if (now || by === null) return ' The next request has it.';
  const begins = by.type === 'anchor' || by.type === 'compaction';
  const leaves = begins
    ? `The next request begins at ${by.name} and will not have it.`
    : `The next request will not have it, ${agency(by)}.`;
  return fate === null ? ` ${leaves}` : ` ${leaves} ${FATES[fate]}`;
}

/** One sentence or more about an entry. */
export function wordsOfItem(item: Omit<WhyItem, 'words'>, at: At): string {
  return `${wordsAt(item, at)}${nextWords(item)}`;
}

function wordsAt(item: Omit<WhyItem, 'words'>, at: At): string {
  const { step, last, later } = at;
  if (item.now && item.cleared) return `Only a placeholder of it is in context at ${request(step)}: the agent cleared it.`;
  if (item.now) {
    const since = item.in.findLast(([from, to]) => step === null || (from <= step && step <= to))?.[0];
    return `In context at ${request(step)}${since === undefined || since === step ? '' : `, since step ${figure(since)}`}.`;
  }
  if (later || last === null || item.by === null) return never(item, at);
  const left = `It left before ${request(item.by.step)}, ${agency(item.by)}.`;
  return item.fate === null ? left : `${left} ${FATES[item.fate]}`;
}

interface Asked {
  items: readonly WhyItem[];
  /** Entries with the text that are in context, of all that were found. */
  held: number;
  more: number | null;
  step: number | null;
  place: Place;
  text: string | null;
  found: Why['found'];
  tape: string;
}

/** The answer as a sentence, and what else is to be said. */
export function answerOf({ items, held: holding, more, step, text, found, tape }: Asked): Pick<Why, 'answer' | 'details'> {
  const [first] = items;
  if (!first) return { answer: 'No entry of this tape has this text.', details: [] };
  const here = items.filter((item) => item.tape === tape);
  const inContext = here.filter((item) => item.now && !item.cleared);
  const itself = inContext.filter(({ tone }) => tone !== 'summary');
  const main = mainOf(itself.length > 0 ? itself : here.length > 0 ? here : items) ?? first;
  const stays = itself.length > 0 ? '.' : ', in a summary alone.';
  const held = inContext.length > 0 ? `In context at ${request(step)}${stays}` : `Not in context at ${request(step)}.${headline(main)}`;
  const answer = `${held}${headOfNext(here)}`;
  const scattered = found === 'words';
  const them = scattered ? 'them' : 'it';
  const others = items.length + (more ?? 0) - 1;
  return {
    // What was never said cannot be lost: the words alone say nothing about the text.
    answer: scattered ? 'No entry of this tape has this text as it is.' : answer,
    details: [
      `${scattered ? `All of its words are in #${figure(main.entry)}.` : whose(main)} ${main.words}`,
      ...(main.carried === null || main.carrier === null ? [] : [`#${figure(main.carrier)} has: “${main.carried}”`]),
      ...(text === null || others <= 0
        ? []
        : [
            `${many(others, `other entry has ${them} too`, `other entries have ${them} too`)}, ${figure(holding - (inContext.includes(main) ? 1 : 0))} of them in context.`,
          ]),
    ],
  };
}

/** What the answer is at the next request, where it is another one. */
const headOfNext = (here: readonly WhyItem[]): string => {
  const held = here.filter((item) => item.now && !item.cleared);
  const then = here.filter((item) => item.next?.now ?? held.includes(item));
  if (held.length > 0 && then.length === 0) return ' The next request will not have it.';
  if (held.length === 0) return then.length > 0 ? ' The next request has it.' : '';
  const alone = (items: readonly WhyItem[]): boolean => items.every(({ tone }) => tone === 'summary');
  return alone(then) && !alone(held) ? ' The next request has it only in a summary.' : '';
};

const headline = ({ fate }: WhyItem): string => {
  if (fate === 'verbatim') return ' It survives word for word.';
  if (fate === 'worded') return ' Similar wording survives.';
  if (fate === 'cited') return ' It is only cited.';
  return fate === 'lost' ? ' It is lost.' : '';
};

/** What a person wrote, else what came first. */
const mainOf = (items: readonly WhyItem[]): WhyItem | undefined => items.find(({ tone }) => tone === 'user') ?? items[0];

const WHOSE: Readonly<Record<string, string>> = {
  user: 'You said it in',
  assistant: 'The assistant said it in',
  result: 'A result has it in',
  call: 'A call has it in',
  summary: 'A summary has it in',
};

const whose = ({ tone, entry, agent }: WhyItem): string =>
  `${agent === null ? (WHOSE[tone] ?? 'It is in') : 'It is in'} #${figure(entry)}.`;
