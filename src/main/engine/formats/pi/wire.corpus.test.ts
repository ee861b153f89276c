import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EntryRow } from '../../../../shared/model/index.ts';
import { loadRecords } from '../../bytes/load.ts';
import { sentOf } from '../../views/methods.ts';
import { type ImportedTape, importFile } from '../../views/testing/imported.ts';
import { asList, asObject, asString, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import { readsPictures, takesSystemInside } from './abilities.ts';

vi.mock(import('./abilities.ts'), { spy: true });

/**
 * What is derived from a session of pi against what the real pi sent: each request of the lab's sessions, message by message, with system
 * prompt and tools. Not counted are requests for a summary, which are not steps.
 */
const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const lab = join(corpus, 'lab/pi');
const sessions =
  corpus === ''
    ? []
    : globSync('*/meta.json', { cwd: lab })
        .map((path) => path.split('/')[0] ?? '')
        .sort();

interface Sent {
  system: string;
  tools: string[];
  messages: JsonObject[];
  /** The text of the response, which holds the id of the answer. */
  response: string;
  at: string;
}

const parse = (path: string): JsonObject => asObject(JSON.parse(readFileSync(path, 'utf8')) as Json) ?? {};

function requestsOf(session: string): Sent[] {
  const folder = join(lab, session, 'requests');
  const rows = readFileSync(join(folder, 'requests.jsonl'), 'utf8').split('\n').filter(Boolean);
  return rows.flatMap((line) => {
    const row = asObject(JSON.parse(line) as Json) ?? {};
    if (typeof row.file !== 'string') return [];
    const response = join(folder, row.file.replace('request.json', 'response.txt'));
    const sent = { ...sentIn(parse(join(folder, row.file))), at: asString(row.at) ?? '' };
    return [{ ...sent, response: existsSync(response) ? readFileSync(response, 'utf8') : '' }];
  });
}

const objects = (value: Json | undefined): JsonObject[] => asList(value).filter(isObject);
const textsIn = (value: Json | undefined): string =>
  objects(value)
    .map(({ text }) => asString(text) ?? '')
    .join('\n');
/** A tool that pi declares to keep a place in the cache is never shown to a model. */
const PLACEHOLDER = '__pi_deferred_placeholder__';
const namesIn = (tools: readonly JsonObject[]): string[] =>
  tools.map(({ name }) => asString(name) ?? '').filter((name) => name !== PLACEHOLDER);

/** A body of one of the four APIs. */
function sentIn(body: JsonObject): Pick<Sent, 'system' | 'tools' | 'messages'> {
  const tools = objects(body.tools);
  if (body.contents !== undefined) {
    const declared = tools.flatMap(({ functionDeclarations }) => objects(functionDeclarations));
    return { system: textsIn(asObject(body.systemInstruction)?.parts), tools: namesIn(declared), messages: objects(body.contents) };
  }
  if (body.system !== undefined) return { system: textsIn(body.system), tools: namesIn(tools), messages: objects(body.messages) };
  const [head, ...messages] = objects(body.input ?? body.messages);
  const functions = body.input === undefined ? tools.map((tool) => asObject(tool.function) ?? {}) : tools;
  return { system: asString(head?.content) ?? '', tools: namesIn(functions), messages };
}

/** Marks of the cache are no content, and arguments are JSON in a string, whose keys may be in any order. */
function canonical(value: Json, key = ''): Json {
  if (key === 'arguments' && typeof value === 'string') return canonical(JSON.parse(value) as Json);
  if (Array.isArray(value)) return value.map((item) => canonical(item));
  if (!isObject(value)) return value;
  const keys = Object.keys(value)
    .filter((name) => name !== 'cache_control')
    .sort();
  return Object.fromEntries(keys.map((name) => [name, canonical(value[name] ?? null, name)]));
}

const texts = (messages: readonly Json[]): string[] => messages.map((message) => JSON.stringify(canonical(message)));

interface Answer {
  tape: ImportedTape;
  step: number;
  id: string | null;
  time: string;
}

/** The answers of a folder of sessions; a fork begins with copies of answers, which count once. */
async function answersOf(tapes: readonly ImportedTape[]): Promise<Answer[]> {
  const found = new Map<string, Answer>();
  for (const tape of tapes) {
    const row = tape.store.catalog.tape(tape.tape);
    const rows = tape.store.catalog
      .entries(tape.tape, 1, row.entries + 1)
      .filter((row): row is EntryRow & { step: number } => row.step !== null);
    const records = await loadRecords(row, rows);
    for (const [at, row] of rows.entries()) {
      const { message, timestamp, id } = records[at] ?? {};
      const answer = { tape, step: row.step, id: asString(asObject(message)?.responseId), time: asString(timestamp) ?? '' };
      if (!found.has(String(id))) found.set(String(id), answer);
    }
  }
  return [...found.values()].sort((a, b) => (a.time < b.time ? -1 : 1));
}

const isSummary = ({ system, tools }: Sent): boolean => tools.length === 0 && system.includes('context summarization assistant');

interface Tally {
  requests: number;
  whole: number;
  messages: number;
  equal: number;
  systems: number;
  tools: number;
}

async function compareSession(session: string, tally: Tally, different: string[]): Promise<void> {
  const tapes = globSync(join(lab, session, 'log/**/*.jsonl'))
    .sort()
    .map((file) => importFile(file));
  const free = await answersOf(tapes);
  for (const request of requestsOf(session)) {
    if (isSummary(request)) continue;
    const named = free.findIndex(({ id }) => id !== null && request.response.includes(`"${id}"`));
    const at = named >= 0 ? named : free.findIndex(({ id, time }) => id === null && time >= request.at);
    const [answer] = free.splice(at, 1);
    if (!answer) throw new Error(`${session} has a request without an answer in its log`);
    const { tape, step } = answer;
    const built = await sentOf(tape.rim, tape.tape, { step }, { type: 'as-recorded' });
    const [sent, derived] = [texts(request.messages), texts(built.messages as Json[])];
    const equal = sent.filter((message, place) => message === derived[place]).length;
    tally.requests += 1;
    tally.messages += sent.length;
    tally.equal += equal;
    if (equal === sent.length && derived.length === sent.length) tally.whole += 1;
    else different.push(`${session} ${step}: ${sent.find((message, place) => message !== derived[place])}`);
    if (textsIn((built.system ?? []) as Json[]) === request.system) tally.systems += 1;
    if (namesIn((built.tools ?? []) as JsonObject[]).join() === request.tools.join()) tally.tools += 1;
  }
  for (const { store } of tapes) store.close();
}

const compareAll = async (): Promise<[Tally, string[]]> => {
  const tally: Tally = { requests: 0, whole: 0, messages: 0, equal: 0, systems: 0, tools: 0 };
  const different: string[] = [];
  for (const session of sessions) await compareSession(session, tally, different);
  return [tally, different];
};

describe.skipIf(corpus === '')('requests of pi derived from its sessions', () => {
  afterEach(() => vi.resetAllMocks());

  it('are those that pi 0.87.1 sent, but for two to a model of which only a file of settings says that it reads no pictures', async () => {
    const [tally, different] = await compareAll();
    expect(tally).toEqual({ requests: 118, whole: 116, messages: 1197, equal: 1193, systems: 118, tools: 118 });
    expect(different.filter((text) => !text.includes('(image omitted: model does not support images)'))).toEqual([]);
  });

  it('are all of them where what the configured models can do is known', async () => {
    // The lab's models are in a file of pi's settings, with what they can do, and in no list.
    vi.mocked(readsPictures).mockImplementation((model) => model !== 'blind-lab');
    vi.mocked(takesSystemInside).mockImplementation(({ model }) => model === 'opus-lab');
    const [tally, different] = await compareAll();
    expect(different).toEqual([]);
    expect(tally).toEqual({ requests: 118, whole: 118, messages: 1197, equal: 1197, systems: 118, tools: 118 });
  });
});
