import { expect, it } from 'vitest';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { jsonl } from '../../testing/tree.ts';
import type { JsonObject } from '../values.ts';

const AT = '2026-10-01T08:00:00.000Z';
const SOURCE = '2025-11-20T08-00-00-000Z_garden.jsonl';
const FORK = '2025-11-21T08-00-00-000Z_pond.jsonl';

const said = (content: string): JsonObject => ({ type: 'message', timestamp: AT, message: { role: 'user', content } });
const answered = (words: string): JsonObject => ({
  ...{ type: 'message', timestamp: AT },
  message: { role: 'assistant', content: [{ type: 'text', text: words }], stopReason: 'stop', usage: { input: 10, output: 5 } },
});
const header = (id: string, more: JsonObject = {}): JsonObject => ({
  ...{ type: 'session', id, timestamp: AT, cwd: '/home/ann/garden', provider: 'anthropic', modelId: 'claude-sonnet-4-5' },
  ...more,
});
const shared = [said('Plan the beds'), answered('Four beds.')];

it.each([
  ['the source first', [SOURCE, FORK]],
  ['the fork first', [FORK, SOURCE]],
])('a session of version 1 hangs on the one that branchedFrom names, %s', async (_, order) => {
  const { ingest, store } = openEngineRoom();
  const folder = tempFolder();
  const files: Record<string, JsonObject[]> = {
    [SOURCE]: [header('garden'), ...shared],
    [FORK]: [header('pond', { branchedFrom: `C:\\Users\\ann\\.pi\\${SOURCE}` }), ...shared, said('A pond'), answered('By the shed.')],
  };
  for (const name of order) await ingest.open([writeFile(folder, name, jsonl(files[name] ?? []))]);
  const [garden, pond] = [SOURCE, FORK].map((name) => store.catalog.tapes().find(({ file }) => file.endsWith(name)));
  expect(garden).toMatchObject({ relation: null, parent: null, steps: 1 });
  expect(pond).toMatchObject({ relation: 'fork', parent: garden?.id });
});

it('a session whose source is nowhere is a fork all the same, of nothing that is known', async () => {
  const { ingest, store } = openEngineRoom();
  const records = [header('pond', { branchedFrom: SOURCE }), ...shared];
  await ingest.open([writeFile(tempFolder(), FORK, jsonl(records))]);
  expect(store.catalog.tapes()).toMatchObject([{ relation: 'fork', parent: null, entries: 3 }]);
});
