import { utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { encode } from 'gpt-tokenizer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TAPE } from '../cli/testing/shell.ts';
import { answerOf, bodyOf, said, writeLines } from '../engine/exchanges/testing/written.ts';
import { writeLink } from '../engine/hooks/links.ts';
import { openEngine } from '../engine/open.ts';
import { noLogs } from '../engine/testing/no-logs.ts';
import { startServer } from '../serve.ts';
import { type Harbour, HOSTILE, harbour } from './testing/harbour-session.ts';

type Mode = 'legacy' | { pin: string };
const MODERN: Mode = { pin: '2026-07-28' };

interface Connected {
  client: Client;
  home: Harbour;
  close(): Promise<void>;
}

const clientOf = (mode: Mode): Client => new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });

const definedOf = (env: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

const overStdio = async (mode: Mode, home: Harbour): Promise<Connected> => {
  const client = clientOf(mode);
  const { shell, folder } = home;
  const transport = new StdioClientTransport({ command: process.execPath, args: [TAPE, 'mcp'], cwd: folder, env: definedOf(shell.env) });
  await client.connect(transport);
  return { client, home, close: () => client.close() };
};

const serving = async (home: Harbour, write: boolean) => {
  const { env } = home.shell;
  const { engine, handlers } = await openEngine({ home: env.TAPESCOPE_HOME ?? '', host: 'terminal', readOnly: false, samples: null });
  const logs = { ...noLogs(), claudeProjects: { path: dirname(home.short) } };
  engine.saveSettings({ tapeHome: env.TAPE_HOME ?? '', logs });
  const { createMcpOverHttp } = await import('./http.ts');
  const server = await startServer({
    ...{ engine, handlers, write },
    mcp: async (dispatch) => createMcpOverHttp({ engine, dispatch, folder: home.folder, parent: null }),
  });
  const close = async (): Promise<void> => {
    await server.close();
    await engine.close();
  };
  return { server, engine, close };
};

const overHttp = async (mode: Mode, home: Harbour): Promise<Connected> => {
  const { server, engine, close } = await serving(home, true);
  await engine.ingest.open([home.short, home.long]);
  const client = clientOf(mode);
  await client.connect(new StreamableHTTPClientTransport(new URL(server.mcp ?? '')));
  return {
    ...{ client, home },
    async close() {
      await client.close();
      await close();
    },
  };
};

const TOOLS = [
  'compare',
  'context_at',
  'context_now',
  'entry_read',
  'handoff_read',
  'handoff_write',
  'lost_at_compaction',
  'recall',
  'why_absent',
];

/** Calls a tool that must answer; the client has held the answer against the schema of the tool. */
const ask = async ({ client }: Connected, name: string, given: Record<string, unknown> = {}) => {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: given });
  const [text] = content as { type: string; text: string }[];
  if (isError) throw new Error(`${name} failed: ${text?.text}`);
  expect(JSON.parse(text?.text ?? '')).toEqual(structuredContent);
  return { answer: structuredContent as Record<string, never>, text: text?.text ?? '' };
};

describe.each([
  ['stdio, the protocol with a handshake', overStdio, 'legacy'],
  ['stdio, the protocol without one', overStdio, MODERN],
  ['HTTP, the protocol with a handshake', overHttp, 'legacy'],
  ['HTTP, the protocol without one', overHttp, MODERN],
] as const)('over %s', (_, connect, mode) => {
  let on: Connected;
  beforeAll(async () => {
    on = await connect(mode, harbour());
  });
  afterAll(() => on.close());

  test('lists each tool with both schemas, and says which of them writes', async () => {
    const { tools } = await on.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(TOOLS);
    for (const tool of tools) expect(tool).toMatchObject({ inputSchema: { type: 'object' }, outputSchema: { type: 'object' } });
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)).toEqual(['handoff_write']);
  });

  test('lists them in less than 12 kB, since an agent pays for the list in each of its requests', async () => {
    const { tools } = await on.client.listTools();
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(12_000);
    for (const { description, inputSchema } of tools) {
      expect(description?.length).toBeGreaterThan(60);
      expect(Object.keys(inputSchema.properties ?? {}).length).toBeGreaterThan(1);
    }
  });

  test('answers each tool about the session that asks, and says which it took', async () => {
    const session = on.home.short;
    const { answer: now } = await ask(on, 'context_now', { session });
    expect(now).toMatchObject({ asked: { how: 'given', agent: 'Claude Code' }, request: 'next request', evidence: { state: 'derived' } });
    expect((await ask(on, 'context_at', { session, step: 2 })).answer).toMatchObject({ request: 'step 2' });
    const { answer: lost } = await ask(on, 'lost_at_compaction', { session });
    const [first] = lost.items as unknown as object[];
    expect(lost).toMatchObject({ at: '#5', fates: { lost: 2 } });
    expect(first).toMatchObject({ id: '#1', group: 'instruction', fate: 'lost', begins: 'never touch the lighthouse' });
    const { answer: read } = await ask(on, 'entry_read', { session, id: '#1' });
    expect(read).toMatchObject({ text: 'never touch the lighthouse', next: null });
    expect((await ask(on, 'why_absent', { session, text: 'lighthouse' })).answer).toMatchObject({ items: [{ id: '#1', now: false }] });
    const { answer: hits } = await ask(on, 'recall', { session, query: 'lighthouse', only_lost: true });
    expect(hits).toMatchObject({ items: [{ id: '#1' }] });
    expect((await ask(on, 'handoff_read', { session })).answer).toMatchObject({ items: [{ id: '#5' }, { id: '#1' }] });
    expect((await ask(on, 'handoff_read', { session, phase: 5 })).answer).toMatchObject({ state: { of: '#5' } });
    const { answer: compared } = await ask(on, 'compare', { session, a: '@2', b: '@3' });
    expect(compared).toMatchObject({ sides: [{ request: 'step 2' }, { request: 'step 3' }], counts: { same: 0 } });
    const { answer: written } = await ask(on, 'handoff_write', { name: 'paint', summary: 'Berths are counted.', source_ids: [2] });
    expect(written).toMatchObject({ id: '#3', notes: [] });
    expect((await on.home.shell.tape('log')).out).toContain('paint');
  });

  test('reads sessions and entries as resources', async () => {
    const { answer } = await ask(on, 'context_now', { session: on.home.short });
    const { tape } = answer.asked as unknown as { tape: string };
    const { resources } = await on.client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(`tape://${tape}`);
    const { contents } = await on.client.readResource({ uri: `tape://${tape}/entries/1` });
    expect(JSON.stringify(contents)).toContain('never touch the lighthouse');
    expect(JSON.stringify(await on.client.readResource({ uri: `tape://${tape}` }))).toContain('compaction');
  });

  test('answers a failure as a result with the sentence of the envelope', async () => {
    const failures: [string, Record<string, unknown>, string][] = [
      ['context_now', { session: 'nowhere' }, 'No tape in the catalog'],
      ['context_at', { session: on.home.short, step: 99 }, 'There is no step 99'],
      ['entry_read', { session: on.home.short, id: '#99' }, 'there is no 99'],
      ['why_absent', { session: on.home.short }, 'Give either seq or text'],
      ['handoff_write', { tape: on.home.short, name: 'x' }, 'stays as it is'],
      ['recall', {}, 'query'],
    ];
    for (const [name, given, sentence] of failures) {
      const { isError, content } = await on.client.callTool({ name, arguments: given });
      expect({ name, isError, content: JSON.stringify(content).includes(sentence) }).toEqual({ name, isError: true, content: true });
    }
  });

  test('keeps each answer under 4,000 tokens, and pages give all of it once', async () => {
    const session = on.home.long;
    const ids: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { answer, text } = await ask(on, 'context_now', { session, order: 'reading', ...(cursor ? { cursor } : {}) });
      expect(encode(text).length).toBeLessThan(4000);
      ids.push(...(answer.items as unknown as { id: string }[]).map(({ id }) => id));
      cursor = answer.next;
    } while (cursor);
    expect(ids).toEqual(Array.from({ length: 400 }, (_, at) => `#${at + 1}`));
    for (const [name, given] of [
      ['entry_read', { id: '#3' }],
      ['recall', { query: 'rules' }],
      ['why_absent', { text: 'Ignore all rules' }],
      ['handoff_read', {}],
      ['compare', { a: '@1', b: '@next' }],
    ] as const)
      expect(encode((await ask(on, name, { session, ...given })).text).length).toBeLessThan(4000);
    const more = await ask(on, 'context_now', { session, max_tokens: 20_000 });
    expect((more.answer.items as unknown as unknown[]).length).toBeGreaterThan(100);
  });

  test('what a log says stays data: it steers nothing and reaches the client as it is', async () => {
    const { answer, text } = await ask(on, 'entry_read', { session: on.home.long, id: '#2', max_tokens: 20_000 });
    expect(answer.text).toContain(HOSTILE.toWellFormed());
    for (const steering of ['\u001b', '\u202e']) expect(text).not.toContain(steering);
    const { answer: begun } = await ask(on, 'context_now', { session: on.home.long });
    for (const steering of ['\\u001b', '\u202e']) expect(JSON.stringify(begun.items)).not.toContain(steering);
  });
});

describe('which session asks', () => {
  test('is the one that was written to last, until a hook names another', async () => {
    const home = harbour();
    const on = await overHttp(MODERN, home);
    const [older, newer] = [new Date('2026-01-01'), new Date('2026-01-02')];
    utimesSync(home.short, older, older);
    utimesSync(home.long, newer, newer);
    expect((await ask(on, 'handoff_read')).answer).toMatchObject({ asked: { how: 'newest', steps: 200 } });
    const link = { agent: 'claude-code', session: 'session-1', transcript: home.short, folder: home.folder, pid: 1 } as const;
    writeLink(home.shell.env.TAPESCOPE_HOME ?? '', { ...link, state: 'running', event: 'SessionStart', at: 1 });
    expect((await ask(on, 'handoff_read')).answer).toMatchObject({
      asked: { how: 'hook', steps: 4, why: 'A hook of Claude Code named it.' },
    });
    writeLink(home.shell.env.TAPESCOPE_HOME ?? '', { ...link, state: 'ended', event: 'SessionEnd', at: 2 });
    expect((await ask(on, 'handoff_read')).answer).toMatchObject({ asked: { how: 'newest' } });
    expect((await ask(on, 'handoff_read', { session: 'session-1' })).answer).toMatchObject({ asked: { how: 'given', steps: 4 } });
    await on.close();
  });
});

describe('the path of the browser host', () => {
  test('needs its token, in the address or as a bearer, and its own origin', async () => {
    const { server, close } = await serving(harbour(), false);
    const url = new URL(server.mcp ?? '');
    const bare = `${url.origin}${url.pathname}`;
    const post = (address: string, headers: Record<string, string> = {}) =>
      fetch(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
    expect((await post(bare)).status).toBe(403);
    expect((await post(url.href, { Origin: 'http://evil.example' })).status).toBe(403);
    expect((await post(url.href)).status).toBe(200);
    expect((await post(bare, { Authorization: `Bearer ${url.searchParams.get('t')}` })).status).toBe(200);
    await close();
  });

  test('refuses to write where the host was not started with that', async () => {
    const { server, close } = await serving(harbour(), false);
    const client = clientOf(MODERN);
    await client.connect(new StreamableHTTPClientTransport(new URL(server.mcp ?? '')));
    const { isError, content } = await client.callTool({ name: 'handoff_write', arguments: { name: 'x' } });
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining('read-only')]);
    await client.close();
    await close();
  });
});

test('a step whose request was captured is as verified as tape view has it', async () => {
  const home = harbour();
  const sent = bodyOf([said('user', 'never touch the lighthouse')]);
  await home.shell.tape('import', home.short, writeLines(join(home.folder, 'captures'), [{ request: sent, response: answerOf('m1', '') }]));
  const on = await overStdio('legacy', home);
  const { answer } = await ask(on, 'context_at', { session: home.short, step: 1 });
  expect(answer.evidence).toMatchObject({ state: 'verified', source: 'claude-trace' });
  await on.close();
});
