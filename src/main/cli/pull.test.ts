import { expect, test } from 'vitest';
import { phoenixApi, serveApi } from '../engine/pull/testing/servers.ts';
import { openShell } from './testing/shell.ts';

const SPAN = {
  ...{ id: 'S:1', name: 'ChatCompletion', context: { trace_id: 't1', span_id: 'a1' }, span_kind: 'LLM', parent_id: null },
  ...{ start_time: '2026-01-05T09:00:00Z', end_time: '2026-01-05T09:00:01Z', status_code: 'OK', events: [] },
  attributes: { 'llm.model_name': 'mill-1', 'llm.input_messages.0.message.role': 'user', 'llm.input_messages.0.message.content': 'Rye.' },
};

test('what tape pull brings is found by itself, and its steps can be viewed', async () => {
  const { base } = await serveApi(null, phoenixApi([SPAN], {}));
  const shell = openShell();
  const words = ['pull', 'phoenix', base, '--project', 'mill', '--since', '2026-01-05'];
  const { out, code } = await shell.tape(...words);
  const [sums, file = ''] = out.trim().split('\n');
  expect([code, sums]).toEqual([0, '1 record in 1 request: 1 new, 0 changed, 0 known']);
  expect(await shell.json(...words)).toMatchObject({
    records: 1,
    added: 0,
    known: 1,
    files: [file],
    wanted: { project: 'mill', trace: null },
  });
  await shell.tape('import');
  expect(await shell.json('list')).toMatchObject({ items: [{ title: 'Rye.', steps: 1 }] });
  expect(await shell.json('view', file)).toMatchObject({ evidence: { state: 'recorded' }, blocks: [{ role: 'user' }] });
});

test.each([
  ['what to pull from', ['barn', 'http://localhost:1', '--trace', 't1'], 'from langfuse, phoenix or postgres, not from "barn"'],
  ['an address', ['phoenix', 'localhost:6006', '--trace', 't1'], 'URL takes the address of a server'],
  ['an address without keys', ['phoenix', 'http://me:secret@localhost:1', '--trace', 't1'], 'not from the address'],
  ['a password elsewhere', ['postgres', 'postgres://me:secret@localhost:1/x', '--session', 's'], 'not from the address'],
  ['an address of a database', ['postgres', 'http://localhost:1', '--session', 's'], 'such as postgres://user@host/database'],
  ['what to pull', ['phoenix', 'http://localhost:1'], 'Give one of --session, --trace and --since'],
  ['one thing', ['phoenix', 'http://localhost:1', '--trace', 't1', '--since', '2d'], 'Give one of'],
  ['keys where they are needed', ['langfuse', 'http://localhost:1', '--trace', 't1'], 'set LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY'],
])('tape pull wants %s', async (_, words, sentence) => {
  const { code, err } = await openShell().tape('pull', ...words);
  expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
  expect(err).not.toContain('secret@');
});
