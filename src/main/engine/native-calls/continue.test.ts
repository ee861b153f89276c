import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { type CatalogStore, openCatalog } from '../catalog/open-catalog.ts';
import type { Json } from '../formats/format.ts';
import { createIngest } from '../ingest/create-ingest.ts';
import { bubTape } from '../testing/bub-script.ts';
import { tempFolder, writeTape } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { continuedName, originOf, prefixOf } from './continue.ts';

const open: CatalogStore[] = [];

afterEach(() => {
  for (const store of open.splice(0)) store.close();
});

const imported = async (records: readonly Json[], name?: string) => {
  const store = openCatalog(tempFolder());
  open.push(store);
  const ingest = createIngest({ home: store.home, store, onPush: () => {}, follow: false, workers: 0 });
  const { tapes } = await ingest.open([writeTape(records, name)], { text: false });
  await ingest.close();
  return { tape: store.catalog.tape(tapes[0] ?? ''), catalog: store.catalog };
};

/** A Bub tape: its numbers may repeat, so that they name no entry. */
const importedBub = (answer = 'done') =>
  imported(
    bubTape(`anchor session/start {"owner":"human"}\nuser "fix the tests" <- run r1\nassistant "${answer}" <- run r1`),
    '0b871d5e50e7c192__0b871d5e50e7c192.jsonl',
  );

describe('the witness of what a session continues from', () => {
  test('is taken over the ids of the source, up to the entry', async () => {
    const { tape, catalog } = await imported(claudeTree('u1 "paint the boat" > a1 "painted" <- step m1 > u2 "now the oars"'));
    const [first, second] = catalog.entries(tape.id, 1, 3).map(({ id }) => id);
    const sha = createHash('sha256').update(`${first}\n${second}\n`).digest('hex');
    expect(await prefixOf(catalog, tape, 2)).toEqual({ sha, over: 'ids' });
  });

  test('is taken over what the entries say where they have no ids', async () => {
    const [one, same, other] = [await importedBub(), await importedBub(), await importedBub('not done')];
    const witness = ({ catalog, tape }: typeof one, to: number) => prefixOf(catalog, tape, to);
    expect(await witness(one, 3)).toMatchObject({ over: 'digests', sha: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await witness(same, 3)).toEqual(await witness(one, 3));
    expect(await witness(other, 2)).toEqual(await witness(one, 2));
    expect(await witness(other, 3)).not.toEqual(await witness(one, 3));
  });
});

test('the origin says where the entry is, in words that outlive the catalog', async () => {
  const { tape, catalog } = await importedBub();
  const [row] = catalog.entriesAt(tape.id, [2]);
  if (row === undefined) throw new Error('There is no entry 2.');
  expect(await originOf(tape, row)).toEqual({
    file: tape.file,
    format: 'bub',
    session: tape.session,
    entry: 2,
    line: 2,
    id: null,
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    step: 1,
    title: tape.title,
  });
  expect(continuedName(tape, 2)).toBe(`from-${tape.id.slice(0, 8)}-2`);
});
