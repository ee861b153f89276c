import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bubTape } from '../testing/bub-script.ts';
import { writeFile } from '../testing/files.ts';
import { jsonl } from '../testing/tree.ts';
import { importedSession, opened } from './calls/testing/opened.ts';
import { continuedName, originOf, prefixOf } from './continue.ts';

/** A Bub tape: its numbers may repeat, so that they name no entry. */
const importedBub = async (answer = 'done') => {
  const { engine, folder, call } = await opened();
  const script = `anchor session/start {"owner":"human"}\nuser "fix the tests" <- run r1\nassistant "${answer}" <- run r1`;
  const path = writeFile(folder, '0b871d5e50e7c192__0b871d5e50e7c192.jsonl', jsonl(bubTape(script)));
  const { tapes } = await call('library.open', { paths: [path] });
  const [tape] = tapes;
  if (tape === undefined) throw new Error('The tape was not imported.');
  return { tape, catalog: engine.catalog };
};

describe('the witness of what a session goes on from', () => {
  test('is taken over the ids of the source, up to the entry', async () => {
    const host = await opened();
    const tape = await importedSession(host, host.folder);
    const sha = createHash('sha256').update('u1\na1\n').digest('hex');
    expect(await prefixOf(host.engine.catalog, tape, 2)).toEqual({ sha, over: 'ids' });
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
