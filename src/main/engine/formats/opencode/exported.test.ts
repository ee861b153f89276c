import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { assemble } from '../../views/assemble.ts';
import { messagesOf } from '../../views/methods.ts';
import { importFile } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';
import { entriesOf } from './record.ts';
import { preview } from './show.ts';

const SESSION = {
  id: 'ses_1',
  projectID: 'p',
  directory: '/mill',
  title: 'Grind corn',
  version: '1.2.20',
  time: { created: 1000, updated: 9000 },
};

const user = (id: string, created: number): JsonObject => ({ id, sessionID: 'ses_1', role: 'user', time: { created } });
const assistant = (id: string, created: number): JsonObject => ({
  ...{ id, sessionID: 'ses_1', role: 'assistant', modelID: 'm-1', providerID: 'lab', finish: 'stop' },
  time: { created, completed: created + 500 },
});
const text = (words: string, more: JsonObject = {}): JsonObject => ({ type: 'text', text: words, ...more });
const finish: JsonObject = { type: 'step-finish', tokens: { input: 900, output: 9, cache: { read: 0, write: 0 } } };
const ran = (compacted: number | null): JsonObject => ({
  ...{ type: 'tool', tool: 'bash', callID: 'c1' },
  state: {
    status: 'completed',
    input: { command: 'mill' },
    output: 'rye',
    time: { start: 2100, end: 2200, ...(compacted !== null && { compacted }) },
  },
});

const open = (path: string) => {
  const tape = importFile(path);
  onTestFinished(() => tape.store.close());
  return tape;
};

it('is a session with its messages and parts, also where ids were taken from a copy, and cleared output is whole before it was cleared', async () => {
  const parts = (...all: JsonObject[]): JsonObject[] => all.map((part) => ({ ...part, id: 'REDACTED' }));
  const messages = [
    { info: user('REDACTED', 2000), parts: parts(text('Grind.')) },
    { info: assistant('REDACTED', 2050), parts: parts({ type: 'step-start' }, ran(4000), finish) },
    {
      info: assistant('REDACTED', 3000),
      parts: parts({ type: 'step-start' }, text('Ground.', { time: { start: 3100, end: 3200 } }), finish),
    },
    { info: user('REDACTED', 5000), parts: parts(text('More.')) },
    {
      info: assistant('REDACTED', 5050),
      parts: parts({ type: 'step-start' }, text('Done.', { time: { start: 5100, end: 5200 } }), finish),
    },
  ];
  const path = writeFile(tempFolder(), 'export.json', JSON.stringify({ info: SESSION, messages }, null, 1));
  const { store, rim, tape } = open(path);
  expect(store.catalog.tape(tape)).toMatchObject({ format: 'opencode', title: 'Grind corn', session: 'ses_1', project: '/mill', steps: 3 });
  // The session was last changed at 9000, after all that its export holds below it.
  const times = store.catalog.entries(tape, 1, 99).flatMap(({ time }) => (time === null ? [] : [time]));
  expect(times[0]).toBe(1000);
  expect(Math.max(...times)).toBeLessThan(9000);
  const sent = async (step: number) => JSON.stringify(await messagesOf(rim, tape, { step }, { type: 'as-recorded' }));
  expect(await sent(2)).toContain('"rye"');
  expect(await sent(3)).toContain('[Old tool result content cleared]');
  expect(await sent(3)).toContain('More.');
});

it('is read from the files of older versions: the session, its messages, and the parts of each', async () => {
  const storage = join(tempFolder(), 'storage');
  const write = (name: string, value: JsonObject) => writeFile(storage, name, JSON.stringify(value, null, 2));
  const head = write('session/p/ses_1.json', SESSION);
  write('message/ses_1/msg_1.json', user('msg_1', 2000));
  write('message/ses_1/msg_2.json', assistant('msg_2', 2050));
  write('part/msg_1/prt_1.json', text('Grind.', { id: 'prt_1', messageID: 'msg_1', sessionID: 'ses_1' }));
  for (const [at, part] of [{ type: 'step-start' }, text('Ground.', { time: { start: 1, end: 2 } }), finish].entries())
    write(`part/msg_2/prt_${at}.json`, { ...part, id: `prt_${at}`, messageID: 'msg_2', sessionID: 'ses_1' });
  const { store, rim, tape } = open(head);
  expect(store.catalog.tape(tape)).toMatchObject({ format: 'opencode', session: 'ses_1', entries: 7, steps: 1 });
  const { blocks } = await assemble(rim, tape, { step: 1 }, { type: 'as-recorded' });
  expect(blocks).toHaveLength(1);
  expect(JSON.stringify(await messagesOf(rim, tape, { next: true }, { type: 'as-recorded' }))).toContain('Ground.');
});

it('shows nothing of a result without words, where its record would be taken for them', () => {
  const quiet: JsonObject = {
    type: 'tool',
    tool: 'bash',
    callID: 'c1',
    state: { status: 'completed', input: { command: 'true' }, output: '' },
  };
  const [call, result] = entriesOf({ info: assistant('msg_1', 2050), parts: [quiet] })?.filter(({ entry }) => entry !== undefined) ?? [];
  expect(preview(call ?? {})).toBe('bash {"command":"true"}');
  expect(preview(result ?? {})).toBe('');
});

it('shows a thought without words and an answer that failed in words, not as their records', () => {
  const thought: JsonObject = { type: 'reasoning', text: '', metadata: { opencode: { itemId: 'rs_1' } } };
  const error: JsonObject = { name: 'MessageAbortedError', data: { message: 'The operation was aborted.' } };
  const shown = (entriesOf({ info: { ...assistant('msg_1', 2050), error }, parts: [thought] }) ?? []).map((entry) => preview(entry));
  expect(shown).toContain('(thinking that the log does not hold)');
  expect(shown).toContain('MessageAbortedError: The operation was aborted.');
});
