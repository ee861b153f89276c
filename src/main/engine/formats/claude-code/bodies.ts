import { digest } from '../digest.ts';
import { asList, asObject, asString, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** Requests and answers in files of which none says which belongs to which: versions before 2.1.274 write no index. */

/** A request in such a folder, by what tells which conversation it is and how far that had come. */
export interface AskedBody {
  path: string;
  at: number;
  model: string | null;
  /** What was answered in it so far. */
  said: readonly string[];
  /** A name for its begin (session and first prompt), and one more for all up to each answer: requests with one name continue alike. */
  names: readonly string[];
}

export interface AnswerBody {
  path: string;
  at: number;
  model: string | null;
  says: string;
}

const REMINDER = /^\s*<system-reminder>/;

const blocksOf = (content: Json | undefined): JsonObject[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : asList(content).filter(isObject);

/** What an answer is known by when it is sent again: its calls, else its words. */
const saying = (content: Json | undefined): string => {
  const blocks = blocksOf(content);
  const calls = blocks.flatMap(({ type, id }) => (type === 'tool_use' ? [asString(id) ?? ''] : []));
  return calls.length > 0
    ? calls.join(' ')
    : blocks
        .map(({ text }) => asString(text)?.trim() ?? '')
        .join('\n')
        .trim();
};

/** Reads what tells a request from others. */
export function askedBody(path: string, at: number, body: JsonObject): AskedBody {
  const messages = asList(body.messages).filter(isObject);
  const first = blocksOf(messages[0]?.content).map(({ text }) => asString(text) ?? '');
  const prompt = first.filter((text) => !REMINDER.test(text));
  const said = messages.flatMap(({ role, content }) => (role === 'assistant' ? [saying(content)] : []));
  const names = [digest([asObject(body.metadata)?.user_id ?? null, prompt.length > 0 ? prompt : first])];
  for (const one of said) names.push(digest([names.at(-1) ?? null, one]));
  return { path, at, model: asString(body.model), said, names };
}

/** Reads what tells an answer from others. */
export function answerBody(path: string, at: number, body: JsonObject): AnswerBody {
  return { path, at, model: asString(body.model), says: saying(body.content) };
}

const nameOf = ({ names }: AskedBody): string => names.at(-1) ?? '';

/**
 * Which answer each request got, by paths. One that a later request repeats belongs to the request that ends before it, and to the last attempt where
 * there were several. Of the rest each goes to the only request that was open then; where there is none or more than one, it goes to none.
 */
export function answersOf(asked: readonly AskedBody[], answers: readonly AnswerBody[]): Map<string, string> {
  const found = new Map<string, string>();
  const attempts = Map.groupBy(asked, nameOf);
  const before = beforeEach(asked);
  const left = answers.filter(({ path, says }) => {
    const one = attempts.get(before.get(says) ?? '')?.findLast((attempt) => !found.has(attempt.path));
    if (one !== undefined) found.set(one.path, path);
    return one === undefined;
  });
  // An attempt before one that was answered got no answer itself.
  const open = [...attempts.values()].flatMap((some) => (some.some(({ path }) => found.has(path)) ? [] : some));
  for (const answer of left.toSorted((a, b) => a.at - b.at)) {
    const [only, ...more] = open.filter(({ path, at, model }) => !found.has(path) && at <= answer.at && model === answer.model);
    if (only !== undefined && more.length === 0) found.set(only.path, answer.path);
  }
  return found;
}

/** The name of what was sent before each answer that some request repeats. */
const beforeEach = (asked: readonly AskedBody[]): Map<string, string> => {
  const before = new Map<string, string>();
  for (const { said, names } of asked)
    for (const [at, says] of said.entries()) if (says !== '' && !before.has(says)) before.set(says, names[at] ?? '');
  return before;
};

/** Requests in the order of sending. A folder that was copied has lost the times, which shows where a conversation would run backwards. */
export function inOrder(asked: readonly AskedBody[]): AskedBody[] {
  const byTime = asked.toSorted((a, b) => a.at - b.at);
  const longer = new Set<string>();
  const runsBack = byTime.some(({ names }) => {
    const isBefore = longer.has(names.at(-1) ?? '');
    for (const name of names.slice(0, -1)) longer.add(name);
    return isBefore;
  });
  return runsBack ? byTime.toSorted((a, b) => a.said.length - b.said.length) : byTime;
}
