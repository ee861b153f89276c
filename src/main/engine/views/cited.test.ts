import { expect, it, onTestFinished } from 'vitest';
import type { View } from '../../../shared/model/index.ts';
import { loadRecords } from '../bytes/load.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import type { JsonObject } from '../formats/format.ts';
import { bringSource } from '../sources/bring-source.ts';
import { createRefFinder } from '../states/resolve.ts';
import { stateAt } from '../states/state-of.ts';
import { forkTape } from '../store/fork.ts';
import { mergeForks } from '../store/merge/merge.ts';
import { bubTape } from '../testing/bub-script.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { assistant, MERGE, nativeHome, user } from '../testing/native.ts';
import { claudeTree, uuidOf } from '../testing/tree.ts';
import { assemble } from './assemble.ts';
import { createRim } from './rim.ts';
import { type ImportedTape, importFile, importRecords } from './testing/imported.ts';

const citedIn = ({ blocks }: View): (number | undefined)[] =>
  blocks.filter(({ why }) => why?.startsWith('cited')).map(({ entries: [seq] }) => seq);

const opened = (tape: ImportedTape): ImportedTape => {
  onTestFinished(() => tape.store.close());
  return tape;
};

/** Lines as Bub writes them; a text stays as it is, and cannot be read. */
const written = (lines: readonly (JsonObject | string)[]): string =>
  writeFile(tempFolder(), 'a__b.jsonl', lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));

const anchorOf = async ({ store, tape: id }: ImportedTape, seq: number) => {
  const tape = store.catalog.tape(id);
  return createRefFinder(store.catalog, tape)
    .led(await stateAt(store.catalog, tape, seq))
    .map(({ ref, led }) => `${ref.text} ${led.status} ${led.seq}`);
};

const script = (state: JsonObject): JsonObject[] =>
  bubTape(`
    anchor session/start {"owner":"human"}
    user "two" <- run r1
    assistant "three" <- run r1
    user "four" <- run r2
    assistant "five" <- run r2
    anchor next ${JSON.stringify(state)}
    user "seven" <- run r3
    assistant "eight" <- run r3
  `);

it('follows the numbers that Bub itself gave where lines before cannot be read any more', async () => {
  const state = { summary: 'It rests on [4] and on entry 3.', source_ids: [2, '5', 7, 40] };
  const whole = opened(importRecords(script(state), 'a__b.jsonl'));
  expect(citedIn(await whole.view(3, 'summary'))).toEqual([2, 3, 4, 5]);
  const records = script(state).filter(({ kind }) => kind !== 'event');
  const lines = records.map((record, at) => ({ ...record, id: at + 1 }));
  const torn = opened(importFile(written([...lines.slice(0, 2), '{"id":3,"ki', ...lines.slice(3, 4), '\u0000\u0000x', ...lines.slice(5)])));
  // Entries: 1 anchor, 2 two, 3 four (id 4), 4 next (id 6), 5 seven (id 7).
  expect(citedIn(await torn.view(3, 'summary'))).toEqual([2, 3]);
  expect(await anchorOf(torn, 4)).toEqual([
    ...['4 resolved 3', '3 broken null', '2 resolved 2', '5 broken null'],
    ...['7 resolved 5', '40 broken null'],
  ]);
});

it('takes a number for a place where Bub skipped the torn line in counting too, or began again', async () => {
  const lines = script({ source_ids: [2, 3] });
  const torn = opened(importFile(written([...lines.slice(0, 1), '{"id":9', ...lines.slice(1)])));
  expect(await anchorOf(torn, 6)).toEqual(['2 resolved 2', '3 resolved 3']);
  const again = opened(importFile(written(lines.map((line, at) => ({ ...line, id: at < 4 ? at + 1 : at - 3 })))));
  expect(await anchorOf(again, 6)).toEqual(['2 resolved 2', '3 resolved 3']);
});

it('cites what a merge gave other numbers by the numbers of the session', async () => {
  const home = nativeHome();
  const { main } = home;
  forkTape(main, { name: 'risky' });
  const fork = home.open('main', 'risky');
  fork.append([user('found in the fork')]);
  fork.handoff({ name: 'idea', summary: 'The fork knows.', sourceIds: [fork.head()] });
  main.append([user('meanwhile'), assistant('so')]);
  await mergeForks(main, { ...MERGE, names: ['risky'] });
  main.append([user('on'), assistant('ended')]);
  const store = openCatalog(tempFolder());
  onTestFinished(() => store.close());
  const { id } = bringSource(store.db, main.folder).source;
  const { steps } = store.catalog.tape(id);
  const view = await assemble(createRim(store.catalog), id, steps, { type: 'summary' });
  const [seq = 0, ...others] = citedIn(view);
  const [row] = store.catalog.entriesAt(id, [seq]);
  expect(others).toEqual([]);
  expect(JSON.stringify(await loadRecords({ file: main.folder, format: 'native' }, row ? [row] : []))).toContain('found in the fork');
});

it('follows ids in the text of a compaction, and not what its record says of its place', async () => {
  const tape = opened(
    importRecords(
      claudeTree(`
        u1 "look" > a1 "the limit is nine" <- step m1 > u2 "and" > a2 "more" <- step m2
        b1 boundary auto 9 {"logicalParentUuid":"${uuidOf('a2')}"}
          c1 summary "The limit is nine (${uuidOf('a1')}, ${uuidOf('gone')})." > u3 "go on" > a3 "on" <- step m3
      `),
    ),
  );
  const view = await tape.view(3, 'summary');
  expect(citedIn(view)).toEqual([2]);
  expect(view.warnings.filter((text) => text.includes('cites'))).toEqual([]);
});
