import { openSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createKeeper } from '../captures/keeper.ts';
import { capturesIn, newRun, REQUESTS } from '../captures/runs.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import type { JsonObject } from '../formats/format.ts';
import { bringSource } from '../sources/bring-source.ts';
import { scan } from '../sources/scan.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { assemble } from '../views/assemble.ts';
import { createRim } from '../views/rim.ts';
import { answerOf, bodyOf, conversation, said, writeLines } from './testing/written.ts';

/** Brings what is at a path into a catalog of its own: the tapes with what each step was sent. */
const importAll = async (path: string, anyDocument = true) => {
  const { candidates, refused } = await scan([path], anyDocument);
  const store = openCatalog(tempFolder());
  for (const candidate of candidates) bringSource(store.db, candidate.path);
  const rim = createRim(store.catalog);
  const tapes = store.catalog.list({ sort: 'oldest' }).items;
  const steps = async (at: number) => {
    const tape = tapes[at];
    if (tape === undefined) return [];
    const views = [];
    for (const { step } of store.catalog.steps(tape.id, 1, 100).items)
      views.push(await assemble(rim, tape.id, step, { type: 'as-recorded' }));
    return views.map(({ blocks, evidence }) => [blocks.length, evidence.state]);
  };
  return { tapes, refused, steps, store };
};

const TWO = ['Grind the barley.', 'Name it: Grind the barley.'];

test('a file of pairs is a tape for each conversation in it', async () => {
  const { tapes, steps, refused, store } = await importAll(writeLines(tempFolder()));
  expect(refused).toEqual([]);
  expect(tapes.map(({ title, steps: count, session, format }) => [title, count, session, format])).toEqual([
    [TWO[0], 2, 'session-1', 'wirelog'],
    [TWO[1], 1, 'session-1', 'wirelog'],
  ]);
  // Tools, system prompt and messages.
  expect(await steps(0)).toEqual([
    [3, 'recorded'],
    [5, 'recorded'],
  ]);
  store.close();
});

const texts = (...list: string[]): JsonObject => ({ role: 'user', content: list.map((text) => ({ type: 'text', text })) });

/** Requests of three agents of one session, in turns: all are first told the same, and two are of one kind. */
const threeAgents = () =>
  [1, 2, 3].flatMap((turn) =>
    ['mill', 'scout of barley', 'scout of rye'].map((name) => {
      const system = ['You work at the mill.', `You are a ${name.split(' ')[0]}.`].map((text) => ({ type: 'text', text }));
      const begin = texts('<system-reminder>The wind is up.</system-reminder>', '<system-reminder>Mind the sails.</system-reminder>', name);
      const rest = Array.from({ length: turn - 1 }, (_, at) => [said('assistant', `${name} ${at}`), said('user', `go on, ${name} ${at}`)]);
      return { request: bodyOf([begin, ...rest.flat()], { system }), response: answerOf(`msg_${turn}_${name}`, `${name} ${turn}`) };
    }),
  );

test('agents that are first told the same have conversations of their own', async () => {
  const { tapes, store } = await importAll(writeLines(tempFolder(), threeAgents()));
  expect(tapes.map(({ title, steps }) => [title, steps])).toEqual([
    ['mill', 3],
    ['scout of barley', 3],
    ['scout of rye', 3],
  ]);
  store.close();
});

test('a conversation continues after a summary that its next request quotes, without the tags around it', async () => {
  const summary = 'The barley is ground, and the rye waits in the loft until the wind is up again.';
  const { tapes, store } = await importAll(
    writeLines(tempFolder(), [
      ...conversation().filter((_, at) => at !== 1),
      { request: bodyOf([said('user', 'Sum it up.')]), response: answerOf('msg_s', `<summary>\n${summary}\n</summary>`) },
      { request: bodyOf([said('user', `This session is resumed:\n${summary}`)]), response: answerOf('msg_4', 'All is ground.') },
    ]),
  );
  expect(tapes.map(({ steps }) => steps)).toContain(2);
  expect(tapes).toHaveLength(2);
  store.close();
});

test('a part that does not change is read from the file that has it, and from no file outside of the folder', async () => {
  const folder = tempFolder();
  writeFile(folder, 'secret.json', JSON.stringify({ system: 'a secret' }));
  const more = [said('user', 'Grind the barley.'), said('assistant', 'It is ground.'), said('user', 'And the rye.')];
  const asked = { messages: more, tools: { $same_as: '0001.request.json' } };
  writeFile(folder, 'run/0001.request.json', JSON.stringify(bodyOf([said('user', 'Grind the barley.')])));
  writeFile(folder, 'run/0002.request.json', JSON.stringify({ ...bodyOf([]), ...asked, system: { $same_as: '../secret.json' } }));
  for (const at of [1, 2]) writeFile(folder, `run/000${at}.response.json`, JSON.stringify(answerOf(`msg_${at}`, 'It is ground.')));
  const { steps, store } = await importAll(join(folder, 'run'));
  expect(await steps(0)).toEqual([
    [3, 'recorded'],
    [4, 'recorded'],
  ]);
  store.close();
});

const bodies = (folder: string, name: (at: number, what: 'request' | 'response') => string): string => {
  for (const [at, { request, response }] of conversation().entries()) {
    writeFile(folder, name(at, 'request'), JSON.stringify(request));
    writeFile(folder, name(at, 'response'), JSON.stringify(response));
  }
  return folder;
};

/** Entries of LHAR; an answer is the text of a stream, or an object. */
const lharEntries = (privacy: 'full' | 'standard' = 'full'): JsonObject[] =>
  conversation().map(({ request, response }, at) => ({
    ...{
      type: 'entry',
      id: `entry-${at}`,
      trace_id: '6590f363',
      timestamp: new Date(Date.UTC(2026, 0, 5, 9, at)).toISOString(),
      sequence: at + 1,
    },
    http: {
      method: 'POST',
      url: 'https://h/v1/messages',
      status_code: 200,
      request_headers: {},
      response_headers: { 'request-id': `req_${at}` },
    },
    timings: { total_ms: 1500 },
    raw: privacy === 'full' ? { request_body: request, response_body: response } : { request_body: null, response_body: null },
  }));

const FOLDERS: Record<string, (folder: string) => string> = {
  'bodies next to each other': (folder) => bodies(folder, (at, what) => `000${at + 1}.${what}.json`),
  'a folder for each request': (folder) => bodies(folder, (at, what) => `turn-${at + 1}/${what}.json`),
  'a document for each request': (folder) => {
    for (const [at, { request, response }] of conversation().entries())
      writeFile(
        folder,
        `flow_${at + 1}.json`,
        JSON.stringify({ request: { method: 'POST', url: 'https://h/v1/messages', body: request }, response }),
      );
    return folder;
  },
  'an index that names request and answer': (folder) => {
    const rows = conversation().map(({ request, response }, at) => {
      writeFile(folder, `${at}a0f-11.request.json`, JSON.stringify(request));
      writeFile(folder, `req_${at}.response.json`, JSON.stringify(response));
      return {
        session_id: 'session-1',
        message_id: String(response.id),
        request_file: `${at}a0f-11.request.json`,
        response_file: `req_${at}.response.json`,
      };
    });
    writeFile(folder, 'index.jsonl', rows);
    return folder;
  },
  'bodies as they travelled, compressed': (folder) => {
    for (const [at, { request, response }] of conversation().entries()) {
      writeFile(folder, `000${at}.request.json`, zstdCompressSync(JSON.stringify(request)));
      writeFile(folder, `000${at}.response.json`, gzipSync(JSON.stringify(response)));
    }
    return folder;
  },
  'bodies of which none says what it belongs to': (folder) => {
    for (const [at, { request, response }] of conversation().entries()) {
      const times = [
        ['request', `${at}a0f-11`, request, 10 * at],
        ['response', `req_${at}`, response, 10 * at + 2],
      ] as const;
      for (const [what, name, body, seconds] of times)
        utimesSync(writeFile(folder, `${name}.${what}.json`, JSON.stringify(body)), seconds, seconds);
    }
    return folder;
  },
  'an export of context-lens': (folder) => {
    writeFile(folder, 'claude-6590f363.lhar', [{ type: 'session', trace_id: '6590f363', tool: 'claude' }, ...lharEntries()]);
    return folder;
  },
  'a document of context-lens': (folder) => {
    writeFile(folder, 'claude.lhar.json', JSON.stringify({ lhar: { version: '0.1.0', sessions: [], entries: lharEntries() } }, null, 2));
    return folder;
  },
  'an archive of HTTP': (folder) => {
    const entries = conversation().map(({ request, response }, at) => ({
      startedDateTime: new Date(Date.UTC(2026, 0, 5, 9, at)).toISOString(),
      request: { method: 'POST', url: 'https://h/v1/messages', headers: [], postData: { text: JSON.stringify(request) } },
      response: { status: 200, headers: [], content: { text: JSON.stringify(response) } },
    }));
    writeFile(folder, 'mill.har', JSON.stringify({ log: { version: '1.2', entries } }));
    return folder;
  },
  'a run of tape record': (folder) => {
    const { folder: run, first } = newRun(capturesIn(folder), { agent: null, program: 'mill', cwd: '/', changes: [], way: 'relay' });
    const keeper = createKeeper(openSync(join(run, REQUESTS), 'ax', 0o600));
    keeper.keep(first);
    for (const [at, { request, response }] of conversation().entries()) {
      const asked = {
        id: at + 1,
        at: new Date(Date.UTC(2026, 0, 5, 9, at)).toISOString(),
        method: 'POST',
        url: 'https://h/v1/messages',
        headers: [],
      };
      keeper.asked(asked, Buffer.from(JSON.stringify(request)));
      const headers = ['content-encoding', 'gzip'];
      keeper.answered(asked, { status: 200, headers, firstByteMs: 1, ms: 2, end: 'complete' }, gzipSync(JSON.stringify(response)));
    }
    keeper.close();
    return capturesIn(folder);
  },
};

test.each(Object.keys(FOLDERS))('%s is the same two tapes', async (sort) => {
  const { tapes, steps, refused, store } = await importAll(FOLDERS[sort]?.(tempFolder()) ?? '');
  expect(refused).toEqual([]);
  expect(tapes.map(({ title, steps: count }) => [title, count]).toSorted()).toEqual([
    [TWO[0], 2],
    [TWO[1], 1],
  ]);
  const main = tapes.findIndex((tape) => tape.steps === 2);
  expect(await steps(main)).toEqual([
    [3, 'recorded'],
    [5, 'recorded'],
  ]);
  expect(store.catalog.stepKeys(tapes[main]?.id ?? '')).toEqual(['msg_1', 'msg_2']);
  store.close();
});

test('an export of context-lens without bodies holds no request, and says how to have them', async () => {
  const path = writeFile(tempFolder(), 'claude.lhar', lharEntries('standard'));
  const { refused, store } = await importAll(path);
  expect(refused).toEqual([{ path, reason: expect.stringContaining('CONTEXT_LENS_PRIVACY=full') }]);
  store.close();
});

test('requests that send only what is new are whole, where the answer before was captured', async () => {
  const item = (role: string, text: string): JsonObject => ({
    type: 'message',
    role,
    content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
  });
  const body = (input: JsonObject[], more: JsonObject = {}): JsonObject => ({
    model: 'm',
    instructions: 'You grind.',
    input,
    prompt_cache_key: 's',
    ...more,
  });
  const lines = [
    { request: body([item('user', 'Barley.')]), response: { id: 'resp_1', output: [item('assistant', 'Done.')] } },
    {
      request: body([item('user', 'Rye.')], { previous_response_id: 'resp_1' }),
      response: { id: 'resp_2', output: [item('assistant', 'Done too.')] },
    },
  ];
  const { tapes, steps, store } = await importAll(writeLines(tempFolder(), lines));
  expect(tapes).toHaveLength(1);
  expect(await steps(0)).toEqual([
    [2, 'recorded'],
    [4, 'recorded'],
  ]);
  store.close();
});

test('a conversation continues after it was summed up, and a sub-agent is one of its own', async () => {
  const summary = `The barley was ground on the large stone, and the rye is still to come. ${'It was fine flour. '.repeat(5)}`;
  const agent = { system: 'You sieve for another.', tools: [{ name: 'sieve' }, { name: 'bag' }] };
  const lines = [
    ...conversation().slice(0, 1),
    { request: bodyOf([said('user', 'Sieve it.')], agent), response: answerOf('msg_a', 'Sieved.') },
    {
      request: bodyOf([said('user', 'Grind the barley.'), said('assistant', 'It is ground.'), said('user', 'Sum up.')]),
      response: answerOf('msg_s', summary),
    },
    { request: bodyOf([said('user', `This continues what was: ${summary}`)]), response: answerOf('msg_3', 'I continue.') },
  ];
  const { tapes, store } = await importAll(writeLines(tempFolder(), lines));
  expect(tapes.map(({ title, steps }) => [title, steps])).toEqual([
    ['Grind the barley.', 3],
    ['Sieve it.', 1],
  ]);
  store.close();
});

test('more that was captured is in the tape that it belongs to', async () => {
  const folder = tempFolder();
  const { store, tapes } = await importAll(writeLines(folder, conversation().slice(0, 1)));
  const [tape] = tapes;
  expect(tape?.steps).toBe(1);
  writeLines(folder);
  for (const { path } of (await scan([folder], true)).candidates) bringSource(store.db, path);
  expect(store.catalog.tape(tape?.id ?? '').steps).toBe(2);
  store.close();
});
