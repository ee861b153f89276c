import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { JsonObject } from '../formats/values.ts';
import { tempFolder } from '../testing/files.ts';
import { importFile } from '../views/testing/imported.ts';
import { createAsk } from './ask.ts';
import type { Backend, Wanted } from './backend.ts';
import { langfuse } from './langfuse.ts';
import { merge } from './merge.ts';
import { phoenix } from './phoenix.ts';
import { type Pulled, pull } from './pull.ts';
import { langfuse1, langfuse2, phoenixApi, serveApi } from './testing/servers.ts';

const NOTHING: Wanted = { session: null, trace: null, since: null, project: null };
const KEYS = { LANGFUSE_PUBLIC_KEY: 'pk-lf-mill', LANGFUSE_SECRET_KEY: 'sk-lf-secret', PHOENIX_API_KEY: 'px-secret' };
const BASIC = `Basic ${Buffer.from('pk-lf-mill:sk-lf-secret').toString('base64')}`;

const at = (minute: number): string => `2026-01-05T09:${String(minute).padStart(2, '0')}:00.000Z`;

/** A generation of Langfuse as its second version gives it: input and output are text. */
const generation = (id: string, minute: number, messages: readonly string[], more: JsonObject = {}): JsonObject => ({
  ...{ id, traceId: 't1', type: 'GENERATION', name: 'chat', parentObservationId: null, sessionId: 'harvest' },
  ...{ startTime: at(minute), endTime: at(minute + 1), providedModelName: 'mill-1', usageDetails: { input: 40, output: 5 } },
  ...{ input: JSON.stringify(messages.map((content) => ({ role: 'user', content }))), output: '{"role":"assistant","content":"Ground."}' },
  ...more,
});

const span = (id: string, minute: number, trace: string, messages: readonly string[], more: JsonObject = {}): JsonObject => ({
  ...{ id: `S:${id}`, name: 'ChatCompletion', context: { trace_id: trace, span_id: id }, span_kind: 'LLM', parent_id: null },
  ...{ start_time: at(minute), end_time: at(minute + 1), status_code: 'OK', status_message: '', events: [] },
  attributes: {
    ...{
      'llm.model_name': 'mill-1',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'Ground.',
    },
    ...Object.assign(
      {},
      ...messages.map((content, place) => ({
        [`llm.input_messages.${place}.message.role`]: 'user',
        [`llm.input_messages.${place}.message.content`]: content,
      })),
    ),
    ...more,
  },
});

interface Run {
  folder?: string;
  pause?(ms: number): Promise<unknown>;
  signal?: AbortSignal;
}

const pulled = (backend: Backend, base: string, wanted: Partial<Wanted>, { folder = tempFolder(), ...run }: Run = {}): Promise<Pulled> =>
  pull({
    ...{ backend, wanted: { ...NOTHING, ...wanted }, name: JSON.stringify([base, wanted]), folder },
    ask: createAsk({ base, headers: backend.headers(KEYS), signal: new AbortController().signal, ...run }),
  });

const idsIn = (file: string): unknown[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map((record) => record.trace?.id ?? record.context?.span_id ?? record.id);

const shown = async (file: string, step: number): Promise<string[]> => {
  const tape = importFile(file);
  try {
    const { blocks, evidence } = await tape.view(step);
    return [tape.store.catalog.tape(tape.tape).format, evidence.state, ...blocks.map(({ role }) => role ?? '')];
  } finally {
    tape.store.close();
  }
};

describe('Langfuse', () => {
  const all = [
    generation('o1', 0, ['Rye.']),
    generation('o2', 2, ['Rye.', 'Oats.'], { traceId: 't2' }),
    generation('o3', 4, ['Corn.'], { traceId: 't3', sessionId: null }),
  ];

  it('gives a session by pages, which is a tape in the order in which it was', async () => {
    const { base, asked } = await serveApi(BASIC, langfuse2(all, 1));
    const { files, requests, records, added } = await pulled(langfuse, base, { session: 'harvest' });
    expect([files.map((file) => basename(file)), requests, records, added]).toEqual([['session-harvest.jsonl'], 2, 2, 2]);
    expect(idsIn(files[0] ?? '')).toEqual(['o1', 'o2']);
    expect(await shown(files[0] ?? '', 2)).toEqual(['otel', 'recorded', 'user', 'user']);
    expect(asked.every((path) => path.includes('fields=core') && path.includes('limit=100'))).toBe(true);
  });

  it('gives all since a moment, each session or trace in a file of its own', async () => {
    const { base } = await serveApi(BASIC, langfuse2(all));
    const { files } = await pulled(langfuse, base, { since: at(2) });
    expect(files.map((file) => [basename(file), ...idsIn(file)])).toEqual([
      ['session-harvest.jsonl', 'o2'],
      ['trace-t3.jsonl', 'o3'],
    ]);
  });

  it.each([
    ['a session', { session: 'harvest' }, ['t1', 'o1', 't2', 'o2', 't4', 'o4']],
    ['a trace', { trace: 't2' }, ['t2', 'o2']],
    ['what is newer', { since: at(2) }, ['t2', 'o2', 't4', 'o4']],
  ])('gives %s by its first version, where it has no second', async (_, wanted, ids) => {
    const plain = (id: string, minute: number): JsonObject => {
      const { sessionId: _session, providedModelName: _name, ...one } = generation(`o${id}`, minute, ['Rye.'], { traceId: `t${id}` });
      return { ...one, model: 'mill-1' };
    };
    const traces = [['1', 0] as const, ['2', 2] as const, ['4', 6] as const].map(([id, minute]) => ({
      ...{ id: `t${id}`, timestamp: at(minute), sessionId: 'harvest', observations: [plain(id, minute)] },
    }));
    const { base } = await serveApi(BASIC, langfuse1(traces, 2));
    const { files } = await pulled(langfuse, base, wanted);
    expect(files.map((file) => [basename(file), ...idsIn(file)])).toEqual([['session-harvest.jsonl', ...ids]]);
    expect((await shown(files[0] ?? '', 1)).slice(0, 2)).toEqual(['otel', 'recorded']);
  });

  it('leaves out a trace that was deleted since it was listed, unless that one is asked for', async () => {
    const traces = ['1', '2', '3'].map((id) => ({
      ...{ id: `t${id}`, timestamp: at(Number(id)), sessionId: 'harvest' },
      observations: [generation(`o${id}`, Number(id), ['Rye.'], { traceId: `t${id}` })],
    }));
    const answer = langfuse1(traces, 2);
    const { base } = await serveApi(BASIC, (url) => (url.pathname.endsWith('/t2') ? { status: 404 } : answer(url)));
    const { files } = await pulled(langfuse, base, { session: 'harvest' });
    expect(files.map((file) => idsIn(file))).toEqual([['t1', 'o1', 't3', 'o3']]);
    await expect(pulled(langfuse, base, { trace: 't2' })).rejects.toThrow('answered 404');
  });

  it('reads what its programs recorded in attributes, which the second version packs as text', async () => {
    const attributes = JSON.stringify({
      'gen_ai.system_instructions': '[{"type":"text","content":"Grind well."}]',
      'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Rye."}]}]',
    });
    const { base } = await serveApi(BASIC, langfuse2([generation('o1', 0, ['?'], { metadata: { attributes } })]));
    const { files } = await pulled(langfuse, base, { trace: 't1' });
    expect(await shown(files[0] ?? '', 1)).toEqual(['otel', 'recorded', 'system', 'user']);
  });

  it('is not asked without its keys', () => expect(() => langfuse.headers({})).toThrow('set LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY'));
});

describe('Phoenix', () => {
  const all = [
    span('a1', 0, 't1', ['Rye.'], { 'session.id': 'harvest' }),
    span('a2', 1, 't1', ['Rye.', 'Oats.']),
    span('a3', 2, 't2', ['Rye.', 'Oats.', 'Corn.'], { 'session.id': 'harvest' }),
    span('a4', 3, 't3', ['Bran.']),
  ];
  const server = (more = {}) => serveApi('Bearer px-secret', phoenixApi(all, { harvest: ['t1', 't2'] }, more));
  const project = 'mill';

  it.each([
    ['new', {}],
    ['old, which gives all traces of a project', { traces: false }],
  ])('gives a session by its traces, where the server is %s', async (_, more) => {
    const { base } = await server(more);
    const { files } = await pulled(phoenix, base, { project, session: 'harvest' });
    expect(files.map((file) => [basename(file), ...idsIn(file)])).toEqual([['session-harvest.jsonl', 'a1', 'a2', 'a3']]);
    expect(await shown(files[0] ?? '', 3)).toEqual(['otel', 'recorded', 'user', 'user', 'user']);
  });

  it('gives a trace, and all since a moment', async () => {
    const { base } = await server();
    const one = await pulled(phoenix, base, { project, trace: 't3' });
    expect(one.files.map((file) => [basename(file), ...idsIn(file)])).toEqual([['trace-t3.jsonl', 'a4']]);
    const since = await pulled(phoenix, base, { project, since: at(2) });
    expect(since.files.map((file) => basename(file))).toEqual(['session-harvest.jsonl', 'trace-t3.jsonl']);
  });

  it('says what the server says', async () => {
    const { base } = await server();
    await expect(pulled(phoenix, base, { project: 'barn', since: at(0) })).rejects.toThrow('answered 404: Project not found');
  });
});

describe('a pull', () => {
  const all = [generation('o1', 0, ['Rye.']), generation('o2', 2, ['Rye.', 'Oats.']), generation('o3', 4, ['Corn.'])];

  it('is continued where it ended, and asks for nothing twice', async () => {
    const answer = langfuse2(all, 1);
    let broken = true;
    const { base, asked } = await serveApi(BASIC, (url, number) =>
      broken && number > 2 ? { status: 403, body: { message: 'Closed.' } } : answer(url),
    );
    const folder = tempFolder();
    await expect(pulled(langfuse, base, { session: 'harvest' }, { folder })).rejects.toThrow('answered 403: Closed.');
    expect(readdirSync(folder)).toEqual(['.pulls']);
    broken = false;
    const before = asked.length;
    const { resumed, records, files } = await pulled(langfuse, base, { session: 'harvest' }, { folder });
    expect([resumed, records, asked.length - before, idsIn(files[0] ?? '')]).toEqual([true, 3, 1, ['o1', 'o2', 'o3']]);
  });

  it('begins again where the server no longer knows the place at which an earlier one ended', async () => {
    const answer = langfuse2(all, 1);
    let state: 'closed' | 'forgetful' = 'closed';
    const { base } = await serveApi(BASIC, (url, number) => {
      if (state === 'closed' && number > 2) return { status: 403 };
      return state === 'forgetful' && number === 4 ? { status: 400, body: { message: 'The cursor has expired.' } } : answer(url);
    });
    const folder = tempFolder();
    await expect(pulled(langfuse, base, { session: 'harvest' }, { folder })).rejects.toThrow('403');
    state = 'forgetful';
    const { resumed, records, files } = await pulled(langfuse, base, { session: 'harvest' }, { folder });
    expect([resumed, records, idsIn(files[0] ?? '')]).toEqual([false, 3, ['o1', 'o2', 'o3']]);
  });

  it('says what a server has against its first request, and does not begin again for that', async () => {
    const { base, asked } = await serveApi(BASIC, () => ({ status: 400, body: { message: 'No such field.' } }));
    await expect(pulled(langfuse, base, { session: 'harvest' })).rejects.toThrow('answered 400: No such field.');
    expect(asked).toHaveLength(1);
  });

  it('keeps another one out of its folder while it runs, and takes over what a killed one left', async () => {
    const answer = langfuse2(all, 1);
    const folder = tempFolder();
    const second: unknown[] = [];
    const { base } = await serveApi(BASIC, answer);
    const inner = async (): Promise<void> =>
      void second.push(await pulled(langfuse, base, { trace: 't1' }, { folder }).catch((why) => String(why)));
    const ask = createAsk({ base, headers: langfuse.headers(KEYS), signal: new AbortController().signal });
    const first = await pull({
      ...{ backend: langfuse, wanted: { ...NOTHING, session: 'harvest' }, name: 'first', folder },
      ask: async (...asked) => {
        if (second.length === 0) await inner();
        return ask(...asked);
      },
    });
    expect([first.records, second]).toEqual([
      3,
      [expect.stringContaining(`Another pull (process ${process.pid}) writes into this folder.`)],
    ]);
    // No process has this number.
    writeFileSync(join(folder, '.pulls/lock'), '99999999');
    expect(await pulled(langfuse, base, { session: 'harvest' }, { folder })).toMatchObject({ records: 3, known: 3 });
    expect(readdirSync(join(folder, '.pulls'))).toEqual([]);
  });

  it('brings up to date what an earlier one wrote, and only adds to it where that is all', async () => {
    const folder = tempFolder();
    const server = async (some: readonly JsonObject[]) => (await serveApi(BASIC, langfuse2(some))).base;
    const { files } = await pulled(langfuse, await server(all.slice(0, 2)), { session: 'harvest' }, { folder });
    const before = readFileSync(files[0] ?? '', 'utf8');
    const more = await pulled(langfuse, await server(all), { session: 'harvest' }, { folder });
    expect(more).toMatchObject({ records: 3, added: 1, changed: 0, known: 2 });
    expect(readFileSync(files[0] ?? '', 'utf8').startsWith(before)).toBe(true);
    const other = all.map((one) => (one.id === 'o2' ? { ...one, output: 'Milled.' } : one));
    expect(await pulled(langfuse, await server(other), { session: 'harvest' }, { folder })).toMatchObject({
      added: 0,
      changed: 1,
      known: 2,
    });
    expect(idsIn(files[0] ?? '')).toEqual(['o1', 'o2', 'o3']);
  });

  it('pauses as long as the server asks for, and gives up where that is long', async () => {
    const answer = langfuse2(all);
    const busy = (seconds: string) =>
      serveApi(BASIC, (url, number) => (number === 1 ? { status: 429, headers: { 'retry-after': seconds } } : answer(url)));
    const pauses: number[] = [];
    const pause = async (ms: number): Promise<void> => void pauses.push(ms);
    expect((await pulled(langfuse, (await busy('7')).base, { session: 'harvest' }, { pause })).records).toBe(3);
    expect(pauses).toEqual([7000]);
    await expect(pulled(langfuse, (await busy('600')).base, { session: 'harvest' }, { pause })).rejects.toThrow('a pause of 600 s');
  });

  it('keeps its keys: for the server that they are for, and out of files and sentences', async () => {
    const other = await serveApi(null, () => ({ body: {} }));
    const moved = await serveApi(null, () => ({ status: 302, headers: { location: `${other.base}/api` } }));
    await expect(pulled(langfuse, moved.base, { session: 'harvest' }, { pause: async () => {} })).rejects.toThrow(
      `redirects to ${other.base}, and keys are sent only to the address that was given`,
    );
    expect([other.asked.length, moved.asked.length]).toEqual([0, 1]);
    const telling = await serveApi(null, () => ({ status: 400, body: { message: `No: ${BASIC}, pk-lf-mill with sk-lf-secret` } }));
    const failure = await pulled(langfuse, telling.base, { session: 'harvest' }).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(TapeError);
    expect(String(failure)).not.toContain(BASIC.slice(6));
    expect(String(failure)).not.toContain('sk-lf-secret');
    const folder = tempFolder();
    const { files } = await pulled(langfuse, (await serveApi(BASIC, langfuse2(all))).base, { session: 'harvest' }, { folder });
    expect([files.map((file) => basename(file)), readdirSync(join(folder, '.pulls'))]).toEqual([['session-harvest.jsonl'], []]);
    expect(readFileSync(files[0] ?? '', 'utf8')).not.toMatch(/sk-lf|px-secret/);
  });

  it.each([
    ['no JSON', 'something that is not a JSON object', ['text']],
    ['the same page', 'as the next one', { data: [], meta: { cursor: 'x' } }],
  ])('ends where a server answers %s', async (_, sentence, body) => {
    const { base } = await serveApi(null, () => ({ body: body as JsonObject }));
    await expect(pulled(langfuse, base, { session: 'harvest' })).rejects.toThrow(sentence);
  });
});

it('has each record once, in the order in which they began, however they come', () =>
  fc.assert(
    fc.property(
      fc.array(fc.record({ id: fc.integer({ min: 1, max: 6 }), said: fc.nat(1) }), { maxLength: 12 }),
      fc.nat(12),
      (drawn, cut) => {
        const lines = drawn.map(({ id, said }) => JSON.stringify({ id: `o${id}`, startTime: at(id), said }));
        const first = merge('', lines.slice(0, cut), langfuse.placed);
        const both = merge(first.text, lines.slice(cut), langfuse.placed);
        expect(both.text).toBe(merge('', lines, langfuse.placed).text);
        expect(both.tally.added + both.tally.changed + both.tally.known).toBe(lines.slice(cut).length);
        const ids = both.text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line).id);
        expect(ids).toEqual([...new Set(drawn.map(({ id }) => `o${id}`))].sort());
      },
    ),
  ));
