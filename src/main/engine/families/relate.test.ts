import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeLines } from '../exchanges/testing/written.ts';
import { CAPTURED } from '../formats/abouts.ts';
import type { JsonObject } from '../formats/format.ts';
import { importMany } from '../ingest/import-many.ts';
import { forgetGone } from '../storing/forget.ts';
import { bubTape } from '../testing/bub-script.ts';
import { countingRows, openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { nativeHome } from '../testing/native.ts';
import { claudeTree } from '../testing/tree.ts';
import { findFamily } from './family.ts';
import { createGraphReader } from './material.ts';
import { nameTapes } from './naming.ts';

const SESSION = '11111111-2222-4333-8444-555555555555';

const parent = (laid = ''): JsonObject[] =>
  claudeTree(`u1 "look around" > a1 call Task t1 "find the parser" <- step m1 > r1 t1 "found" ${laid}`, { session: SESSION });

const agent = (id: string, prompt: string): JsonObject[] =>
  claudeTree(`z1 "${prompt}" side > a1 "here it is" <- step m9`, { session: SESSION }).map((record) => ({ ...record, agentId: id }));

const NAMED = '{"toolUseResult":{"agentId":"abc1234"}}';

it.each([
  ['nested, named by its result', NAMED, `${SESSION}/subagents/agent-abc1234.jsonl`, 'other words'],
  ['flat, named by its result', NAMED, 'agent-abc1234.jsonl', 'other words'],
  ['nested, by its first prompt', '', `${SESSION}/subagents/agent-abc1234.jsonl`, 'find the parser'],
  ['flat, by its first prompt', '', 'agent-abc1234.jsonl', 'find the parser'],
])('links a sub-agent to the call that started it, whichever comes first: %s', async (_, laid, name, prompt) => {
  for (const parentFirst of [true, false]) {
    const { ingest, store } = openEngineRoom();
    const folder = tempFolder();
    const files = {
      main: writeFile(folder, `${SESSION}.jsonl`, parent(laid)),
      agent: writeFile(folder, name, agent('abc1234', prompt)),
    };
    for (const file of parentFirst ? [files.main, files.agent] : [files.agent, files.main]) await ingest.open([file]);
    const tapes = store.catalog.tapes();
    const main = tapes.find((tape) => tape.file === files.main);
    const child = tapes.find((tape) => tape.file === files.agent);
    expect(child).toMatchObject({ parent: main?.id, relation: 'sub-agent', caller: 2 });
    expect(main).toMatchObject({ parent: null, relation: null });
    expect(store.catalog.subagents(main?.id ?? '').map(({ id, caller }) => [id, caller])).toEqual([[child?.id, 2]]);
    expect(store.catalog.related(main?.id ?? '').map((tape) => tape.id)).toEqual([child?.id]);
    expect(store.catalog.timeline(main?.id ?? '', 1, 1).marks).toContainEqual(expect.objectContaining({ seq: 2, type: 'sub-agent' }));
  }
});

it('links sources that are stored together where they are stored, so that nobody sees them apart', () => {
  const { store } = openEngineRoom();
  const folder = tempFolder();
  const files = [
    writeFile(folder, `${SESSION}/subagents/agent-abc1234.jsonl`, agent('abc1234', 'other words')),
    writeFile(folder, `${SESSION}.jsonl`, parent(NAMED)),
  ];
  importMany(store.db, files);
  const tapes = store.catalog.tapes();
  const main = tapes.find((tape) => tape.file === files[1]);
  expect(tapes.find((tape) => tape.file === files[0])).toMatchObject({ parent: main?.id, relation: 'sub-agent', caller: 2 });
});

it('links a sub-agent to the session itself, not to a copy of it that names the same agent', async () => {
  for (const copyFirst of [true, false]) {
    const { ingest, store } = openEngineRoom();
    const folder = tempFolder();
    const copy = parent(NAMED).map((record) => ({ ...record, isSidechain: true, agentId: 'acompact-1' }));
    const files = [
      writeFile(folder, `${SESSION}/subagents/agent-acompact-1.jsonl`, copy),
      writeFile(folder, `${SESSION}.jsonl`, parent(NAMED)),
      writeFile(folder, `${SESSION}/subagents/agent-abc1234.jsonl`, agent('abc1234', 'other words')),
    ];
    for (const file of copyFirst ? files : files.toReversed()) await ingest.open([file]);
    const tapes = store.catalog.tapes();
    const main = tapes.find((tape) => tape.file === files[1]);
    expect(tapes.find((tape) => tape.file === files[2])).toMatchObject({ parent: main?.id, relation: 'sub-agent', caller: 2 });
  }
});

it.each([
  ['named by its result', NAMED, `${SESSION}/subagents/agent-abc1234.jsonl`, 2],
  ['by its first prompt', '', `${SESSION}/subagents/agent-abc1234.jsonl`, 2],
  ['flat', NAMED, 'agent-abc1234.jsonl', 2],
  ['a copy of it', NAMED, `${SESSION}/subagents/agent-acompact-1.jsonl`, null],
])('keeps the agents of a session in its own folder where the same session is in two folders: %s', async (_, laid, name, caller) => {
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [0, 3, 1, 2],
    [1, 2, 3, 0],
  ]) {
    const { ingest, store } = openEngineRoom();
    const files = [tempFolder(), tempFolder()].flatMap((folder) => [
      writeFile(folder, `${SESSION}.jsonl`, parent(laid)),
      writeFile(folder, name, agent(name.includes('acompact') ? 'acompact-1' : 'abc1234', 'find the parser')),
    ]);
    for (const at of order) await ingest.open([files[at] ?? '']);
    const tapes = store.catalog.tapes();
    for (const at of [0, 2]) {
      const main = tapes.find((tape) => tape.file === files[at]);
      expect(tapes.find((tape) => tape.file === files[at + 1])).toMatchObject({ parent: main?.id, caller });
    }
  }
});

it('looks at no other agent of a session when one more comes', () => {
  const read = (many: number): number => {
    const { store } = openEngineRoom();
    const folder = tempFolder();
    importMany(store.db, [writeFile(folder, `${SESSION}.jsonl`, parent())]);
    const name = (at: number): string => `${SESSION}/subagents/agent-${at % 2 === 0 ? 'acompact-' : 'f'}${at}.jsonl`;
    const files = Array.from({ length: many }, (_, at) => writeFile(folder, name(at), agent(`f${at}`, at % 4 === 1 ? 'Warmup' : `${at}`)));
    for (const file of files.slice(0, -1)) importMany(store.db, [file]);
    const { count, db } = countingRows(store.db);
    importMany(db, files.slice(-1));
    const tapes = store.catalog.tapes();
    const main = tapes.find(({ relation }) => relation === null);
    expect(tapes.filter((tape) => tape.parent === main?.id)).toHaveLength(many);
    return count.rows;
  };
  expect(read(24)).toBe(read(8));
});

it.each(['the log first', 'the captures first'])(
  'hangs what was captured of a session on the log of it, and nothing on that: %s',
  async (order) => {
    const { ingest, store } = openEngineRoom();
    const folder = tempFolder();
    const log = writeFile(
      folder,
      'session-1.jsonl',
      claudeTree('u1 "Grind the barley." > a1 "It is ground." <- step msg_1 usage 9 2 0 0', { session: 'session-1' }),
    );
    const captured = writeLines(tempFolder());
    for (const file of order === 'the log first' ? [log, captured] : [captured, log]) await ingest.open([file]);
    const side = claudeTree('z1 "Weigh it." side > a1 "Two pounds." <- step m9', { session: 'session-1' });
    await ingest.open([
      writeFile(
        folder,
        'agent-abc1234.jsonl',
        side.map((record) => ({ ...record, agentId: 'abc1234' })),
      ),
    ]);
    const tapes = store.catalog.tapes();
    const main = tapes.find((tape) => tape.file === log);
    const below = tapes.filter(({ parent }) => parent !== null);
    expect(below.map(({ parent }) => parent)).toEqual([main?.id, main?.id, main?.id]);
    expect(below.map(({ relation }) => relation).toSorted()).toEqual(['capture', 'capture', 'sub-agent']);
    // The request that the log has counts there, the question for a title in the captures alone.
    const outputs = tapes.map(({ relation, usage }) => [relation, usage.output]);
    expect(outputs.filter(([relation]) => relation !== 'sub-agent').toSorted()).toEqual([
      [null, 2],
      ['capture', 2],
      ['capture', 2],
    ]);
    const members = findFamily(createGraphReader(store.db), main?.id ?? '', { family: true, agents: 'nested' }).members;
    expect(members.map(({ row }) => row.relation)).toEqual([null, 'sub-agent']);
    rmSync(log);
    forgetGone(store);
    const left = store.catalog.tapes().filter(({ format }) => format === CAPTURED);
    expect(left.map(({ parent: above, relation, copied }) => [above, relation, copied])).toEqual([
      [null, null, undefined],
      [null, null, undefined],
    ]);
  },
);

it('leaves what was captured of a session without a log where it is', async () => {
  const { ingest, store } = openEngineRoom();
  await ingest.open([writeLines(tempFolder())]);
  expect(store.catalog.tapes().map(({ parent, relation }) => [parent, relation])).toEqual([
    [null, null],
    [null, null],
  ]);
});

it('attaches copies, others and cache warmers to their session, without a call', async () => {
  const { ingest, store } = openEngineRoom();
  const folder = tempFolder();
  const main = writeFile(folder, `${SESSION}.jsonl`, parent());
  for (const id of ['acompact-1', 'aside_question-2', 'fff1111']) {
    writeFile(folder, `${SESSION}/subagents/agent-${id}.jsonl`, agent(id, id === 'fff1111' ? 'Warmup' : 'copy'));
  }
  await ingest.open([folder]);
  const tapes = store.catalog.tapes();
  const id = tapes.find((tape) => tape.file === main)?.id;
  const derived = tapes.filter((tape) => tape.parent === id).map((tape) => [tape.relation, tape.caller]);
  expect(derived.sort()).toEqual([
    ['aside', null],
    ['compaction-copy', null],
    ['warmup', null],
  ]);
});

it('two agents with one prompt belong to two calls', async () => {
  const { ingest, store } = openEngineRoom();
  const folder = tempFolder();
  const calls = 'u1 "go" > a1 call Task t1 "same words" <- step m1 > a2 call Task t2 "same words" <- step m1 > r1 t1 t2';
  writeFile(folder, `${SESSION}.jsonl`, claudeTree(calls, { session: SESSION }));
  for (const id of ['aaa1111', 'bbb2222']) writeFile(folder, `${SESSION}/subagents/agent-${id}.jsonl`, agent(id, 'same words'));
  await ingest.open([folder]);
  expect(
    store.catalog
      .tapes()
      .map((tape) => tape.caller)
      .filter((caller) => caller !== null)
      .sort(),
  ).toEqual([2, 3]);
});

const md5 = (text: string): string => createHash('md5').update(text).digest('hex').slice(0, 16);

it('chains archives of a Bub tape, joins its spill sidecar, and names it by what can be guessed', async () => {
  const { ingest, store } = openEngineRoom();
  const home = tempFolder();
  const folder = tempFolder();
  const name = `${md5(join(home, 'harbour'))}__${md5('cli:local')}.jsonl`;
  writeFile(home, 'harbour/.keep', '');
  const archive = (stamp: string): string => `${name}.2026010${stamp}T000000Z.bak`;
  writeFile(folder, archive('1'), bubTape('anchor session/start {"owner":"human"}\nuser "one" <- run r1'));
  const older = JSON.stringify({ owner: 'human', archived: join(folder, archive('1')) });
  writeFile(folder, archive('2'), bubTape(`anchor session/start ${older}\nuser "two" <- run r1`));
  // The folder was moved since: the path is of another machine, the name is still right.
  const newer = JSON.stringify({ owner: 'human', archived: `/elsewhere/${archive('2')}` });
  writeFile(folder, name, bubTape(`anchor session/start ${newer}\nuser "three" <- run r1`));
  writeFile(folder, name.replace('.jsonl', '__sidecar__spill.jsonl'), bubTape('anchor spill/abc/manifest'));
  await ingest.open([folder]);
  nameTapes(store.db, home);
  const byName = (end: string) => store.catalog.tapes().find((tape) => tape.file.endsWith(end));
  const live = byName(`${name}`);
  expect(live).toMatchObject({ project: join(home, 'harbour'), session: 'cli:local', title: 'cli:local · three', parent: null });
  expect(byName('2T000000Z.bak')).toMatchObject({ parent: live?.id, relation: 'archive' });
  expect(byName('1T000000Z.bak')).toMatchObject({ parent: byName('2T000000Z.bak')?.id, relation: 'archive' });
  expect(byName('spill.jsonl')).toMatchObject({ parent: live?.id, relation: 'spill' });
});

it('names a Bub tape after the folder of a native workspace that it belongs to', async () => {
  const { ingest, store } = openEngineRoom();
  const { workspace, main } = nativeHome();
  main.append([{ payload: { role: 'user', content: 'hi' } }]);
  const { root } = workspace.config;
  await ingest.open([writeFile(tempFolder(), `${md5(root)}__${md5('cli:local')}.jsonl`, bubTape('user "go" <- run r1'))]);
  const project = () => store.catalog.tapes().find((tape) => tape.format === 'bub')?.project;
  expect(project()).toMatch(/^workspace [0-9a-f]{8}$/);
  await ingest.open([workspace.folder]);
  expect(project()).toBe(root);
});

it('says of a fork file of Bub that a crashed turn left it over, and says so once', async () => {
  const { ingest, store } = openEngineRoom();
  const tape = `${'a'.repeat(32)}__bub%3A${createHash('md5').update('cli').digest('hex').slice(0, 16)}`;
  const file = writeFile(tempFolder(), `${tape}__deadbeef.jsonl`, bubTape('anchor session/start {}\nuser "go on" <- run r1'));
  await ingest.open([file]);
  nameTapes(store.db, tempFolder());
  nameTapes(store.db, tempFolder());
  expect(store.catalog.tapes()[0]).toMatchObject({ session: 'cli', title: 'cli · go on · left over from a crashed turn' });
});
