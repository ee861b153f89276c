import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { messagesOf } from '../../views/methods.ts';
import { importFile } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';
import { read } from './read.ts';
import { cutText } from './sent.ts';

const ID = '1767603600000_mill1';

const text = (words: string): JsonObject => ({ type: 'text', text: words });
const message = (id: string, role: string, content: JsonObject[], more: JsonObject = {}): JsonObject => ({
  ...{ id, role, content, ts: 1767603600000 },
  ...more,
});
const call = { type: 'tool_use', id: 'c1', name: 'read_files', input: { files: ['rye'] } };
const answers = [{ query: 'rye', result: '1 | rye', success: true }];
const RESULT = { type: 'tool_result', tool_use_id: 'c1', name: 'read_files' };
const used = { inputTokens: 900, outputTokens: 9, cacheReadTokens: 300, cacheWriteTokens: 100, cost: 0.5 };

const MESSAGES: JsonObject[] = [
  message('m1', 'user', [text('<user_input mode="act">Grind.</user_input>')]),
  message('m2', 'assistant', [text('I look.'), call], { modelInfo: { id: 'm-1', provider: 'mill' }, metrics: used }),
  message('m3', 'user', [{ ...RESULT, content: answers }]),
  message('e1', 'assistant', [text('The mill is down.')], { metadata: { displayOnly: true, displayRole: 'error' } }),
  message('m4', 'assistant', [text('Ground.')]),
];

/** A session in its folder, as the command line writes one. */
const write = (folder: string, id: string, messages: readonly JsonObject[], manifest: JsonObject | null = null): string => {
  const own = { version: 1, updated_at: '', agent: 'lead', sessionId: id, origin: { source: 'cli', version: '3.0.65' } };
  if (manifest !== null)
    writeFile(folder, `${id}.json`, JSON.stringify({ version: 1, session_id: id, cwd: '/mill', ...manifest }, null, 2));
  return writeFile(folder, `${id}.messages.json`, JSON.stringify({ ...own, messages, system_prompt: 'You grind.' }, null, 2));
};

const folderOf = (home: string, id = ID): string => join(home, 'sessions', id);

it('is a tape with what each request used, where it ran, and its title from the other document', () => {
  const path = write(folderOf(tempFolder()), ID, MESSAGES, { metadata: { title: 'Grind the rye' } });
  const { store, tape } = importFile(path);
  onTestFinished(() => store.close());
  expect(store.catalog.tape(tape)).toMatchObject({ format: 'cline', session: ID, title: 'Grind the rye', project: '/mill', steps: 2 });
  expect(store.catalog.steps(tape, 1, 9).items[0]).toMatchObject({
    model: 'm-1',
    usage: { input: 500, output: 9, cacheRead: 300, cacheWrite: 100 },
  });
  expect(store.catalog.receipt(tape).lines).toMatchObject({ total: 8, withEntries: 8, unreadable: 0 });
});

it('sends what a person typed without tags, answers of tools as texts, and nothing that was only shown', async () => {
  const { store, rim, tape } = importFile(write(folderOf(tempFolder()), ID, MESSAGES));
  onTestFinished(() => store.close());
  expect(await messagesOf(rim, tape, { step: 2 }, { type: 'as-recorded' })).toEqual([
    { role: 'user', content: [text('Grind.')] },
    { role: 'assistant', content: [text('I look.'), call] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: JSON.stringify(answers) }] },
  ]);
});

it('is a family with its sub-agents and the session that it was forked from', async () => {
  const home = tempFolder();
  const room = openEngineRoom();
  const fork = '1767603700000_mill2';
  const paths = [
    write(folderOf(home), ID, MESSAGES),
    write(folderOf(home), 'sub_1', [message('s1', 'user', [text('Look for rye.')]), message('s2', 'assistant', [text('None.')])]),
    write(folderOf(home, fork), fork, [...MESSAGES, message('f1', 'user', [text('Now oats.')])], {
      metadata: { fork: { forkedFromSessionId: ID } },
    }),
  ];
  await room.ingest.open(paths);
  await room.ingest.idle();
  const tapes = room.store.catalog.tapes();
  const by = (session: string) => tapes.find(({ file }) => file.endsWith(`${session}.messages.json`));
  expect(by('sub_1')).toMatchObject({ parent: by(ID)?.id });
  expect(by(fork)).toMatchObject({ parent: by(ID)?.id });
});

it('sends long texts of a result without their middle, in all that a tool answered', async () => {
  const long = 'a sack of rye, '.repeat(700);
  const cut = { ...answers[0], result: cutText(long) };
  const answered = message('m3', 'user', [{ ...RESULT, content: [{ ...answers[0], result: long }] }]);
  const history = MESSAGES.with(2, answered);
  const { store, rim, tape } = importFile(write(folderOf(tempFolder()), ID, history));
  onTestFinished(() => store.close());
  const [, , result] = await messagesOf(rim, tape, { step: 2 }, { type: 'as-recorded' });
  expect(result).toEqual({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: JSON.stringify([cut]) }] });
  expect(read(answered).chars).toBeLessThan(8100);
  // Of 10,500 characters 7,968 are left, and 32 say how many are missing.
  expect(cut.result).toContain('\n\n...[truncated 2532 chars]...\n\n');
});

it('keeps as much of each end, and says how much is missing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200_000 }), (length) => {
      const text = Array.from({ length }, (_, at) => String.fromCharCode(97 + (at % 23))).join('');
      const cut = cutText(text);
      const [head = '', missing, tail = ''] = cut.split(/\n\n\.\.\.\[truncated (\d+) chars\]\.\.\.\n\n/);
      if (length <= 8000) {
        expect(cut).toBe(text);
        return;
      }
      expect(cut.length).toBeLessThanOrEqual(8000);
      expect([text.startsWith(head), text.endsWith(tail), head.length]).toEqual([true, true, tail.length]);
      // Cline counts before it knows how long the count is.
      expect(Math.abs(length - head.length - tail.length - Number(missing))).toBeLessThanOrEqual(2);
    }),
    { numRuns: 40 },
  );
});
