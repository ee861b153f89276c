import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import type { Json, JsonObject } from '../values.ts';

const home = (): string => join(tempFolder(), 'rooveterinaryinc.roo-cline', 'tasks');

const text = (words: string): JsonObject => ({ type: 'text', text: words });

/** A task in its folder: the history, what the user saw, and what the program lists of it. */
const write = (folder: string, id: string, history: Json[], item: JsonObject): string => {
  writeFile(join(folder, id), 'ui_messages.json', '[]');
  writeFile(join(folder, id), 'history_item.json', JSON.stringify({ id, number: 1, ts: 1767603600000, task: 'Grind.', ...item }));
  return writeFile(join(folder, id), 'api_conversation_history.json', JSON.stringify(history));
};

const call = { type: 'tool_use', id: 'c1', name: 'new_task', input: { mode: 'code', message: 'Count the sacks.' } };

it('links a sub-task to the task and the call that started it', async () => {
  const folder = home();
  write(
    folder,
    'task-1',
    [
      { role: 'user', content: [text('<task>\nGrind.\n</task>')] },
      { role: 'assistant', content: [call] },
    ],
    {
      workspace: '/mill',
      childIds: ['task-2'],
    },
  );
  const asked = [{ role: 'user', content: [text('<task>\nCount the sacks.\n</task>')] }];
  write(folder, 'task-2', [...asked, { role: 'assistant', content: [text('Nine.')] }], { workspace: '/mill', parentTaskId: 'task-1' });
  const room = openEngineRoom();
  const { refused } = await room.ingest.open([folder]);
  expect(refused).toEqual([]);
  const [parent, child] = room.store.catalog.tapes().toSorted((a, b) => a.file.localeCompare(b.file));
  expect(parent).toMatchObject({ format: 'roo', session: 'task-1', project: '/mill', parent: null });
  expect(child).toMatchObject({ session: 'task-2', title: 'Count the sacks.', relation: 'sub-agent', parent: parent?.id, caller: 2 });
});
