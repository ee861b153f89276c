import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asList, asObject, asString, isObject, stringify } from '../formats/json.ts';
import type { Json, JsonObject, WireMessage } from '../formats/values.ts';
import { exportTape } from '../store/export/export.ts';
import { openEngineRoom, rowOf } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { nativeHome } from '../testing/native.ts';
import { decideAt } from '../views/assemble.ts';
import { messagesIn, messagesOf } from '../views/methods.ts';
import { createRim } from '../views/rim.ts';
import { importFile } from '../views/testing/imported.ts';
import { endpointOf } from './endpoint.ts';
import { keepRun } from './keep.ts';
import type { Outcome } from './loop.ts';
import { runTape } from './run-tape.ts';
import { type Scripted, serveModel } from './testing/model-server.ts';
import type { Tool } from './tools/tool.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';

/** A turn that Bub wrote down: what was asked, what its model answered, and what each call came to. */
interface Turn {
  prompt: string;
  answers: Scripted[];
  results: Json[];
}

const recordsIn = (folder: string): JsonObject[] => {
  const [tape = ''] = globSync('tapes/*.jsonl', { cwd: join(corpus, folder) }).filter((name) => !name.includes('__sidecar__'));
  const lines = readFileSync(join(corpus, folder, tape), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as JsonObject);
};

const payloadOf = ({ payload }: JsonObject): JsonObject => asObject(payload) ?? {};

/** The turns of a tape that end with an answer. Those in which Bub failed, deleted its tape, ran a turn within a turn or was steered are no script of one loop. */
const turnsIn = (records: readonly JsonObject[]): Turn[] => {
  const begins = records.flatMap((record, at) => (payloadOf(record).name === 'loop.start' ? [at] : []));
  return begins.flatMap((begin, at) => {
    const of = records.slice(begin, begins[at + 1]);
    const turn: Turn = { prompt: asString(asObject(payloadOf(of[0] ?? {}).data)?.prompt) ?? '', answers: [], results: [] };
    for (const record of of) {
      const { content, role, calls, results } = payloadOf(record);
      if (record.kind === 'tool_call') turn.answers.push({ calls: asList(calls).flatMap(callOf) });
      if (record.kind === 'tool_result') turn.results.push(...asList(results));
      if (record.kind === 'message' && role === 'assistant') turn.answers.push({ text: asString(content) ?? '' });
    }
    const last = turn.answers.at(-1);
    const calls = turn.answers.flatMap((answer) => answer.calls ?? []);
    const odd = of.some(({ kind }) => kind === 'error') || calls.some(({ name }) => /reset|subagent/.test(name));
    const whole = turn.prompt !== '' && (last?.text ?? '') !== '' && turn.answers.filter(({ text }) => text).length === 1;
    return !odd && whole && calls.length > 0 && calls.length === turn.results.length ? [turn] : [];
  });
};

const callOf = (call: Json): { id: string; name: string; arguments: string }[] => {
  const made = asObject(asObject(call)?.function);
  return [{ id: asString(asObject(call)?.id) ?? '', name: asString(made?.name) ?? '', arguments: asString(made?.arguments) ?? '{}' }];
};

/** Turns of all versions, some of each tape. */
const FROM_EACH = 5;
const COUNT = 50;

const scripts = (): Turn[][] => {
  const folders = corpus === '' ? [] : globSync('bub-oracle/*', { cwd: corpus }).sort();
  let left = COUNT;
  return folders.flatMap((folder) => {
    const turns = turnsIn(recordsIn(folder)).slice(0, Math.min(FROM_EACH, left));
    left -= turns.length;
    return turns.length === 0 ? [] : [turns];
  });
};

/** Tools that answer as they answered Bub; a handoff begins a phase here as it did there. */
const toolsFor = (turns: readonly Turn[]): Tool[] => {
  const results = turns.flatMap((turn) => turn.results);
  const names = new Set(turns.flatMap(({ answers }) => answers.flatMap(({ calls = [] }) => calls.map(({ name }) => name))));
  const run = (name: string, args: JsonObject): Outcome => {
    const result = results.shift() ?? null;
    const text = typeof result === 'string' ? result : stringify(result);
    const phase = asString(args.name) ?? '';
    if (/handoff/.test(name) && phase !== '') return { text, handoff: { name: phase, state: { summary: asString(args.summary) ?? '' } } };
    return isObject(result) ? { failed: asString(asObject(result.details)?.error) ?? text } : { text };
  };
  return [...names].map((name) => ({
    ...{ allowed: name, name, description: name, parameters: { type: 'object' }, asks: false },
    run: (args) => run(name, args),
  }));
};

/** Runs the turns one after the other on one tape. Answers what was sent, and the tape as Bub reads it. */
const runAgain = async (turns: readonly Turn[]): Promise<{ sent: WireMessage[][]; exported: string }> => {
  const home = nativeHome();
  const room = openEngineRoom();
  const rim = createRim(room.store.catalog);
  const server = await serveModel(turns.flatMap(({ answers }) => answers.map((answer) => ({ ...answer, piece: 65_536 }))));
  const folder = tempFolder();
  const still = new AbortController().signal;
  const tools = toolsFor(turns);
  const next = async (): Promise<WireMessage[]> => {
    await room.ingest.open([home.main.folder]);
    return messagesIn(rim, await decideAt(rim, rowOf(room, home.main.folder).id, { next: true }, { type: 'as-recorded' }));
  };
  for (const { prompt, answers } of turns) {
    const { stop } = await runTape({
      ...{ tape: home.main, endpoint: endpointOf('openai-compatible:m', server.env), prompt, system: 'You are Bub.', env: {}, next, tools },
      ...{ bounds: { steps: answers.length, tokens: null, dollars: null }, policy: 'as-recorded', keeper: keepRun(folder, folder) },
      ...{ cancelled: still, deadline: still, takeOver: false, allow: async () => null, commands: async () => null, price: () => null },
    });
    expect([prompt, stop]).toEqual([prompt, { reason: 'answered' }]);
  }
  return {
    sent: server.received.map(({ body }) => asList(body.messages) as WireMessage[]),
    exported: [...exportTape(home.main, { format: 'bub' })].join(''),
  };
};

/** What Bub makes of the same tape itself: it leaves out the anchor that a context begins at, and brings a system prompt of its own with each run. */
const asBub = (messages: readonly WireMessage[]): readonly WireMessage[] => {
  const [system, anchor, ...rest] = messages;
  expect([system, anchor]).toMatchObject([
    { role: 'system', content: 'You are Bub.' },
    { role: 'assistant', content: expect.stringMatching(/^\[Anchor created: /) },
  ]);
  return rest;
};

const withoutNames = (messages: readonly WireMessage[]): unknown[] => messages.map(({ name: _, ...message }) => message);

test.skipIf(corpus === '')(
  'fifty turns of Bub, run again, leave tapes that the reader of Bub takes for what was sent (TAPESCOPE_CORPUS)',
  async () => {
    const all = scripts();
    expect(all.flat()).toHaveLength(COUNT);
    let requests = 0;
    for (const turns of all) {
      const { sent, exported } = await runAgain(turns);
      const imported = importFile(writeFile(tempFolder(), 'tape.jsonl', exported));
      const { rim, tape } = imported;
      expect(rim.catalog.tape(tape)).toMatchObject({ format: 'bub', steps: sent.length });
      for (const [at, messages] of sent.entries()) {
        const read = await messagesOf(rim, tape, at + 1, { type: 'as-recorded' });
        expect([at, withoutNames(read)]).toEqual([at, asBub(messages)]);
        requests += 1;
      }
      imported.store.close();
    }
    expect(requests).toBe(all.flat().reduce((sum, { answers }) => sum + answers.length, 0));
  },
);

/** The fields that all records of one name have, by kind and name of the event. */
const fieldsOf = (records: readonly JsonObject[]): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  for (const record of records) {
    const payload = payloadOf(record);
    const event = record.kind === 'event' ? asString(payload.name) : null;
    const name = event === null ? `${asString(record.kind)}` : `event ${event}`;
    const fields = Object.keys(event === null ? payload : (asObject(payload.data) ?? {}));
    const known = found.get(name);
    found.set(name, new Set(known === undefined ? fields : fields.filter((field) => known.has(field))));
  }
  return found;
};

test.skipIf(corpus === '')('an exported run has each field that Bub always writes (TAPESCOPE_CORPUS)', async () => {
  const [turns = []] = scripts();
  const { exported } = await runAgain(turns.slice(0, 2));
  const lines = exported
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject);
  const bub = fieldsOf(globSync('bub-oracle/{0.4.3,HEAD}-*', { cwd: corpus }).flatMap(recordsIn));
  const missing = [...fieldsOf(lines)].flatMap(([name, fields]) =>
    [...(bub.get(name) ?? [])].filter((field) => !fields.has(field)).map((field) => `${name}: ${field}`),
  );
  expect(missing).toEqual([]);
  for (const { id, kind, payload, meta, date } of lines) {
    expect([typeof id, typeof kind, isObject(payload ?? null), isObject(meta ?? null)]).toEqual(['number', 'string', true, true]);
    expect(date).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/);
  }
});
