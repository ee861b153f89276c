import { expect, it } from 'vitest';
import { handoffRoom } from '../../handoffs/testing.ts';
import { stateAt } from '../../states/state-of.ts';
import type { JsonObject } from '../values.ts';

const FILE = '2026-10-01T08-00-00-000Z_garden.jsonl';
const at = (id: string, parentId: string | null, fields: JsonObject): JsonObject => ({
  ...{ type: 'message', id, parentId, timestamp: `2026-10-01T08:00:0${id}.000Z` },
  ...fields,
});
const PROMPT = { role: 'system', content: 'You keep a garden.', toolsAdded: [{ name: 'dig' }] };

it('a compaction hands over its summary and the files that it names, and not the prompt that is in the same record', async () => {
  const room = await handoffRoom({
    [FILE]: [
      { type: 'session', version: 3, id: 'garden', timestamp: '2026-10-01T08:00:00.000Z', cwd: '/home/ann/garden' },
      at('1', null, { message: { role: 'user', content: 'Plan the beds' } }),
      at('2', '1', { message: { role: 'assistant', content: [{ type: 'text', text: 'Four beds.' }], stopReason: 'stop' } }),
      at('3', '2', {
        ...{ type: 'compaction', summary: 'Four beds are planned.', firstKeptEntryId: '3', tokensBefore: 900, systemMessage: PROMPT },
        details: { readFiles: ['beds.md'], modifiedFiles: [] },
      }),
      at('4', '3', { message: { role: 'user', content: 'Go on' } }),
    ],
  });
  const { phases } = await room.get(FILE);
  expect(phases[1]?.state.keys).toEqual(['summary', 'details']);
  const { value } = await stateAt(room.catalog, room.catalog.tape(room.idOf(FILE)), 4);
  expect(value).toEqual({ summary: 'Four beds are planned.', details: { readFiles: ['beds.md'], modifiedFiles: [] } });
});
