import { once } from 'node:events';
import { readFileSync, realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { expect, onTestFinished, test } from 'vitest';
import { runRoom, STILL } from '../../run-calls/testing.ts';
import { changeConfig } from '../../store/config.ts';
import { readConfig } from '../../store/places.ts';
import type { McpServer } from '../../store/types.ts';
import { nativeHome } from '../../testing/native.ts';
import { harbourServer } from '../testing/harbour.ts';
import { createToolBox } from './box.ts';
import { openTools } from './given.ts';

const SERVER = join(import.meta.dirname, '../testing/mcp-server.ts');

const HARBOUR: McpServer = {
  command: process.execPath,
  args: [SERVER],
  env: { HARBOUR_TOKEN: 'for the harbour' },
};

const signal = new AbortController().signal;

const configured = (servers: Record<string, McpServer> = { harbour: HARBOUR }, names = ['mcp.harbour']) => {
  const { main } = nativeHome();
  changeConfig(main.workspace.folder, () => ({ run: { mcp: servers } }));
  const workspace = { ...main.workspace, config: readConfig(main.workspace.folder) };
  const open = () => openTools(names, workspace, { PATH: process.env.PATH, OPENAI_API_KEY: 'sk-1' }, signal);
  return { main, open };
};

test('the tools of a server are called as our own are, in the folder of the workspace and without our keys', async () => {
  const { main, open } = configured();
  const { tools, close } = await open();
  onTestFinished(close);
  expect(tools.map(({ allowed, name, asks }) => [allowed, name, asks])).toEqual([
    ['mcp.harbour.say', 'mcp_harbour_say', true],
    ['mcp.harbour.environment', 'mcp_harbour_environment', true],
    ['mcp.harbour.break', 'mcp_harbour_break', true],
    ['mcp.harbour.flood', 'mcp_harbour_flood', true],
  ]);
  expect(tools[0]).toMatchObject({ description: 'Repeats words.', parameters: { type: 'object', required: ['words'] } });
  const box = createToolBox(tools, main, {}, async () => null);
  const call = (name: string, args: unknown = {}) => box({ id: 'c', name, arguments: JSON.stringify(args) }, signal);
  expect(await call('mcp_harbour_say', { words: 'Ahoy' })).toEqual({ text: 'Ahoy' });
  expect(await call('mcp_harbour_break')).toEqual({ failed: 'The mast broke.' });
  const { text: place } = (await call('mcp_harbour_environment')) as { text: string };
  expect([place.startsWith(realpathSync(main.workspace.config.root)), /HARBOUR_TOKEN/.test(place), /OPENAI/.test(place)]).toEqual([
    true,
    true,
    false,
  ]);
  const { text: flood } = (await call('mcp_harbour_flood')) as { text: string };
  expect(flood).toContain('characters are left out');
  expect(flood.length).toBeLessThan(33_000);
});

/** The same server at an address; what each request said of itself. */
const overHttp = async (): Promise<{ url: string; heard: string[] }> => {
  const handler = createMcpHandler(harbourServer);
  const heard: string[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = 'GET', headers } = incoming;
    heard.push(JSON.stringify(headers));
    const body = method === 'POST' ? { body: Buffer.concat(await incoming.toArray()) } : {};
    const answer = await handler.fetch(
      new Request('http://127.0.0.1/mcp', { method, headers: headers as Record<string, string>, ...body }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
    await handler.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, heard };
};

test('a server at an address is called like a program, and never sees our keys', async () => {
  const { url, heard } = await overHttp();
  const { main, open } = configured({ harbour: { url } }, ['mcp.harbour.say', 'mcp.harbour.break']);
  const { tools, close } = await open();
  onTestFinished(close);
  const box = createToolBox(tools, main, {}, async () => null);
  const call = (name: string, args: unknown = {}) => box({ id: 'c', name, arguments: JSON.stringify(args) }, signal);
  expect(await call('mcp_harbour_say', { words: 'Ahoy' })).toEqual({ text: 'Ahoy' });
  expect(await call('mcp_harbour_break')).toEqual({ failed: 'The mast broke.' });
  expect(heard.length).toBeGreaterThan(2);
  expect(heard.filter((headers) => /sk-1|authorization/i.test(headers))).toEqual([]);
  await expect(configured({ harbour: { url: 'http://127.0.0.1:1/' } }).open()).rejects.toThrow('The MCP server "harbour" gives no tools');
});

test('one tool of a server is that one alone, and what gives none says why in a sentence', async () => {
  const { tools, close } = await configured(undefined, ['mcp.harbour.say', 'fs.read']).open();
  onTestFinished(close);
  expect(tools.map(({ allowed }) => allowed)).toEqual(['fs.read', 'mcp.harbour.say']);
  await expect(configured(undefined, ['mcp.other']).open()).rejects.toThrow('There is no MCP server "other"');
  await expect(configured(undefined, ['mcp.harbour.sail']).open()).rejects.toThrow('There is no tool "mcp.harbour.sail"');
  await expect(configured({ harbour: { command: '/nowhere/at/all' } }).open()).rejects.toThrow('The MCP server "harbour" gives no tools');
  expect(() => configured({ 'a b': HARBOUR })).toThrow('has no valid "run"');
});

test('a run asks before each call of a server, and remembers exactly this one', async () => {
  const ahoy = (id: string) => ({ id, name: 'mcp_harbour_say', arguments: '{"words":"Ahoy"}' });
  const script = [{ calls: [ahoy('c1'), ahoy('c2')] }, { text: 'Done.' }].map((one) => ({ piece: 4096, ...one }));
  const room = await runRoom(script);
  const { folder } = room.home.main.workspace;
  changeConfig(folder, () => ({ run: { mcp: { harbour: HARBOUR } } }));
  expect((await room.handlers['runs.setup']({ tape: room.tape }, STILL)).tools.at(-1)).toMatchObject({ name: 'mcp.harbour', asks: true });
  const { id } = await room.start({ tools: ['mcp.harbour'] });
  const { ask } = await room.until((run) => run.id === id && run.ask !== null);
  expect(ask).toMatchObject({ tool: 'mcp.harbour.say', subject: '{"words":"Ahoy"}' });
  await room.handlers['runs.answer']({ run: id, call: 'c1', answer: 'always' }, STILL);
  const done = await room.until((run) => run.id === id && !run.running);
  expect(done.stop?.reason).toBe('answered');
  expect(readConfig(folder).run).toMatchObject({ allow: ['mcp.harbour.say:{"words":"Ahoy"}'] });
  const results = room.home.main.entries({}).filter(({ kind }) => kind === 'tool_result');
  expect(results.map(({ payload }) => payload)).toEqual([{ results: ['Ahoy', 'Ahoy'], ids: ['c1', 'c2'] }]);
});

test('previews of a request start a server once; after a run has begun it is asked again, and none runs on', async () => {
  const room = await runRoom([{ text: 'Done.' }]);
  const { folder, config } = room.home.workspace;
  const log = join(config.root, 'starts');
  const script = `echo start >> starts; "${process.execPath}" "${SERVER}"; echo end >> starts`;
  changeConfig(folder, () => ({ run: { mcp: { harbour: { command: 'sh', args: ['-c', script] } } } }));
  const asked = { tape: room.tape, model: 'openai:m', policy: 'as-recorded', tools: ['mcp.harbour'], system: null };
  const preview = async (prompt: string) => JSON.stringify(await room.handlers['runs.preview']({ ...asked, prompt }, STILL));
  const shown = await Promise.all(['A', 'Ah', 'Aho'].map(preview));
  expect([...shown, await preview('Ahoy')].every((body) => body.includes('mcp_harbour_say'))).toBe(true);
  expect(readFileSync(log, 'utf8')).toBe('start\nend\n');
  const { id } = await room.start({ tools: ['mcp.harbour'] });
  await room.until((run) => run.id === id && !run.running);
  await preview('Ahoy');
  expect(readFileSync(log, 'utf8').match(/start/g)).toHaveLength(3);
});
