import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { messagesOf } from '../../views/methods.ts';
import { importFile } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';
import { archive } from './testing/archive.ts';

const model = (uuid: string, more: JsonObject): JsonObject => ({
  ...{ event: 'model', uuid, timestamp: '2026-01-05T09:00:00Z', working_start: 1, model: 'lab/m', tools: [], ...more },
});

const answer = (content: string): JsonObject => ({
  model: 'm',
  choices: [{ message: { role: 'assistant', content } }],
  usage: { input_tokens: 50, output_tokens: 2, input_tokens_cache_read: 40 },
});

const SAMPLE: JsonObject = {
  ...{ id: 1, epoch: 1, input: 'Grind.', target: '', scores: null },
  events: [
    { event: 'span_begin', id: 's', type: 'scorers', name: 'scorers', timestamp: '2026-01-05T09:00:00Z', working_start: 0 },
    model('e1', { input: [], input_refs: [[0, 2]], output: answer('Rye.') }),
    { event: 'anchor', anchor_id: 'here', timestamp: '2026-01-05T09:00:00Z', working_start: 2 },
    model('e2', { span_id: 's', input: [{ role: 'user', content: 'Is it good?' }], output: answer('C') }),
  ],
  events_data: {
    messages: [
      { role: 'system', content: 'attachment://a' },
      { role: 'user', content: 'Grind.' },
      { role: 'user', content: 'No.' },
    ],
  },
  attachments: { a: 'You grind.' },
};

const HEADER: JsonObject = { version: 2, eval: { task: 'mill', model: 'lab/m' } };

it.each([8, 93] as const)('is a tape for each sample, with what its events refer to, packed by method %i', async (method) => {
  const files = {
    'header.json': HEADER,
    '_journal/start.json': HEADER,
    'samples/1_epoch_1.json': SAMPLE,
    'samples/2_epoch_1.json': SAMPLE,
  };
  const path = writeFile(tempFolder(), 'mill.eval', archive(files, method));
  const room = openEngineRoom();
  const { receipts, refused } = await room.ingest.open([path]);
  expect([[...receipts].length, refused]).toEqual([2, []]);
  const { store, rim, tape } = importFile(join(path, '1_epoch_1'));
  onTestFinished(() => store.close());
  expect(store.catalog.tape(tape)).toMatchObject({ format: 'inspectai', title: 'mill: Grind.', steps: 2 });
  const [first, graded] = store.catalog.steps(tape, 1, 9).items;
  expect([first?.usage, first?.sidechain, graded?.sidechain]).toEqual([
    { input: 50, output: 2, cacheRead: 40, cacheWrite: 0 },
    false,
    true,
  ]);
  expect((await messagesOf(rim, tape, { step: 1 }, { type: 'as-recorded' })).map(({ role, parts }) => [role, parts])).toEqual([
    ['system', [{ type: 'text', content: 'You grind.' }]],
    ['user', [{ type: 'text', content: 'Grind.' }]],
  ]);
  expect(store.catalog.anchors(tape).map(({ name }) => name)).toContain('here');
});

it('says what an archive is that no program wrote, and one that ends in the middle', async () => {
  const room = openEngineRoom();
  const folder = tempFolder();
  const strange = writeFile(folder, 'strange.eval', archive({ 'mill.json': {} }, 8));
  const torn = writeFile(folder, 'torn.eval', archive({ 'header.json': HEADER }, 8).subarray(0, 60));
  const { refused } = await room.ingest.open([strange, torn]);
  expect(refused.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('is a ZIP archive with the files mill.json, not from any program'),
    expect.stringContaining('it is not a ZIP archive, or a damaged one'),
  ]);
});
