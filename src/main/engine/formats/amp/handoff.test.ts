import { expect, it } from 'vitest';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';

const ID = { first: 'T-0b1c2d3e-1111-4222-8333-444455556666', next: 'T-1b1c2d3e-1111-4222-8333-444455556666' };

const thread = (id: string, other: string, role: string): string =>
  JSON.stringify({
    ...{ v: 200, id, created: 1767603600000 },
    messages: [{ role: 'user', messageId: 0, content: [{ type: 'text', text: 'Grind the rye.' }], meta: { sentAt: 1767603600001 } }],
    ...{
      nextMessageId: 1,
      relationships: [
        { type: 'mention', role: 'parent', threadID: 'T-9' },
        { type: 'handoff', role, threadID: other },
      ],
    },
  });

it('a thread is in the family of the one that handed over to it', async () => {
  const folder = tempFolder();
  writeFile(folder, `${ID.first}.json`, thread(ID.first, ID.next, 'child'));
  writeFile(folder, `${ID.next}.json`, thread(ID.next, ID.first, 'parent'));
  const room = openEngineRoom();
  expect((await room.ingest.open([folder])).refused).toEqual([]);
  const of = (session: string) => room.store.catalog.tapes().find((tape) => tape.session === session);
  expect(of(ID.first)).toMatchObject({ relation: null, parent: null });
  expect(of(ID.next)).toMatchObject({ relation: 'fork', parent: of(ID.first)?.id });
});
