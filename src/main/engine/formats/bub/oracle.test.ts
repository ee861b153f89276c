import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { StepRow } from '../../../../shared/model/index.ts';
import { loadRecords } from '../../bytes/load.ts';
import { messagesOf } from '../../views/methods.ts';
import { type ImportedTape, importFile } from '../../views/testing/imported.ts';
import type { Json, JsonObject, WireMessage } from '../format.ts';
import { asList, asObject, asString } from '../json.ts';
import { bub } from './format.ts';

/** One request as Bub sent it, in the order of sending. Before 0.4 it has no key. */
interface Sent {
  run?: string;
  messages: WireMessage[];
}

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const folders = corpus === '' ? [] : globSync('bub-oracle/*/requests.json', { cwd: corpus }).map(dirname).sort();

const requestsOf = (folder: string): Sent[] => JSON.parse(readFileSync(join(corpus, folder, 'requests.json'), 'utf8')) as Sent[];

const open = (folder: string): ImportedTape => {
  const [tape = ''] = globSync('tapes/*.jsonl', { cwd: join(corpus, folder) }).filter((name) => !name.includes('__sidecar__'));
  return importFile(join(corpus, folder, tape));
};

const recordsOf = async ({ rim, tape, file }: ImportedTape, from: number, to: number): Promise<(JsonObject | null)[]> =>
  loadRecords({ file, format: 'bub' }, rim.catalog.entries(tape, from, to));

/** The run that the records of a step name; null for a request that failed without a record. */
const runOf = async (imported: ImportedTape, step: StepRow): Promise<string | null> => {
  const records = await recordsOf(imported, step.first, step.last + 1);
  return records.map((record) => asString(asObject(record?.meta)?.run_id)).find((run) => run !== null) ?? null;
};

interface Pair {
  step: StepRow;
  place: number;
  sent: Sent;
}

/** Each step with its request: by the key of its run, else by its place in the order of sending. */
const pairsOf = async (imported: ImportedTape, requests: readonly Sent[]): Promise<Pair[]> => {
  const { catalog } = imported.rim;
  const all = catalog.steps(imported.tape, 1, Math.max(1, catalog.tape(imported.tape).steps)).items;
  const steps = [...all].sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
  const keyed = requests[0]?.run !== undefined;
  const runs = await Promise.all(steps.map((step) => runOf(imported, step)));
  let place = -1;
  return steps.flatMap((step, at): Pair[] => {
    const run = keyed ? (runs[at] ?? null) : null;
    place = run === null ? place + 1 : requests.findIndex((sent) => sent.run === run);
    const sent = requests[place];
    return sent ? [{ step, place, sent }] : [];
  });
};

/** Prompts that the agent handed to a sub-agent: one in a session of its own leaves nothing else on the tape. */
const handedOver = async (imported: ImportedTape): Promise<Set<string>> => {
  const records = await recordsOf(imported, 1, imported.rim.catalog.tape(imported.tape).entries + 1);
  const calls = records.flatMap((record) => (record ? bub.parts(record).filter((part) => part.type === 'tool_call') : []));
  return new Set(calls.flatMap(({ text }) => asString(asObject(JSON.parse(text) as Json)?.prompt) ?? []));
};

const sorted = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
};

/** Role, content, calls, ids and order; the order of keys within a message alone does not count. */
const alike = (a: readonly WireMessage[], b: readonly WireMessage[]): boolean =>
  JSON.stringify(sorted([...a])) === JSON.stringify(sorted([...b]));

const withPicture = ({ messages }: Sent): boolean => JSON.stringify(messages.at(-1)).includes('"image_url"');

/** What became of a request, in a word that says why where it is not the same. */
const judge = async (imported: ImportedTape, { step, sent }: Pair): Promise<string> => {
  const { warnings } = await imported.view(step.step);
  const says = (words: string): boolean => warnings.some((warning) => warning.includes(words));
  const got = await messagesOf(imported.rim, imported.tape, step.step, { type: 'as-recorded' });
  if (alike(got, sent.messages))
    return withPicture(sent) && says('The prompt came with a picture') ? 'equal, its picture restored' : 'equal';
  if (says('reset its own tape')) return 'reset mid-turn, and said to be';
  if (!step.failed || !says('The call of the model failed')) return 'DIFFERS';
  const [system, ...rest] = sent.messages;
  if (system?.role === 'system' && alike(got, rest)) return 'failed: all but the system prompt';
  // A message that steers a turn is not in the event that opens the request, and a failed request logs nothing else.
  return alike(got, [...rest.slice(0, -2), ...rest.slice(-1)]) ? 'failed: all but the system prompt and one steering message' : 'DIFFERS';
};

const callsIn = ({ messages }: Sent): string[] =>
  messages.flatMap((message) => asList(message.tool_calls).flatMap((call) => asString(asObject(call)?.id) ?? []));

/** Why a request has no step. A sub-agent in a session of its own begins with what it was handed, or has made calls that this tape has not. */
const unfiled = ({ rim, tape }: ImportedTape, sent: Sent, handed: ReadonlySet<string>): string => {
  const said = sent.messages[1]?.content;
  const elsewhere = callsIn(sent).some((call) => rim.catalog.tool(tape, call).calls.length === 0);
  return elsewhere || (typeof said === 'string' && handed.has(said)) ? "of a sub-agent's own session, which Bub keeps nowhere" : 'LOST';
};

it.skipIf(corpus === '')('every request that Bub sent is what its view says (TAPESCOPE_CORPUS)', async () => {
  const tally: Record<string, number> = {};
  const count = (words: string): void => {
    tally[words] = (tally[words] ?? 0) + 1;
  };
  for (const folder of folders) {
    const imported = open(folder);
    const requests = requestsOf(folder);
    const pairs = await pairsOf(imported, requests);
    const first = Math.min(...pairs.map(({ place }) => place));
    const handed = await handedOver(imported);
    expect(pairs).toHaveLength(imported.rim.catalog.tape(imported.tape).steps);
    const filed = new Set(pairs.map(({ place }) => place));
    for (const pair of pairs) count(await judge(imported, pair));
    requests.forEach((sent, place) => {
      if (!filed.has(place)) count(place < first ? 'deleted by a reset' : unfiled(imported, sent, handed));
    });
    imported.store.close();
  }
  // 1,379 requests, 966 of them on a tape. Each that is not equal lacks what Bub does not log, and the view says which.
  expect(tally).toEqual({
    equal: 863,
    'equal, its picture restored': 25,
    'failed: all but the system prompt': 70,
    'failed: all but the system prompt and one steering message': 1,
    'reset mid-turn, and said to be': 7,
    'deleted by a reset': 381,
    "of a sub-agent's own session, which Bub keeps nowhere": 32,
  });
});
