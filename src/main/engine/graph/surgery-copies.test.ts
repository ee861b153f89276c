import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type SurgeryChange, SurgeryPreview, SurgeryWritten } from '../../../shared/model/index.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { relate } from '../families/relate.ts';
import type { JsonObject } from '../formats/format.ts';
import { bringSource } from '../sources/bring-source.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree, uuidOf } from '../testing/tree.ts';
import type { Finding } from './check.ts';
import { surgeryMethods } from './surgery-methods.ts';
import { addsFault, rulesOfCopy } from './surgery-preview.ts';

const still = { signal: new AbortController().signal };
const LONG_AGO = new Date('2026-01-06');

const records = (file: string): JsonObject[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** A folder of sessions in one catalog; the first is operated on. */
const open = (files: Readonly<Record<string, readonly JsonObject[] | string>>) => {
  const store = openCatalog(tempFolder());
  onTestFinished(() => store.close());
  const folder = tempFolder();
  const add = (file: string): { tape: number; id: string } => {
    if (file.endsWith('.jsonl')) utimesSync(file, LONG_AGO, LONG_AGO);
    return bringSource(store.db, file).source;
  };
  const written = Object.entries(files).map(([name, content]) => writeFile(join(folder, dirname(name)), basename(name), content));
  const sources = written.filter((file) => file.endsWith('.jsonl')).map(add);
  relate(
    store.db,
    sources.map(({ tape }) => tape),
  );
  const tape = sources[0]?.id ?? '';
  const methods = surgeryMethods(store);
  return {
    ...{ store, add, folder },
    check: (id: string) => methods['tapes.check']({ tape: id }, still),
    preview: async (change: SurgeryChange) => SurgeryPreview.parse(await methods['surgery.preview']({ tape, change }, still)),
    write: async (change: SurgeryChange) => SurgeryWritten.parse(await methods['surgery.write']({ tape, change }, still)),
  };
};

describe('faults of the source', () => {
  /** The first entry's parent was never written, and a second record has the id of s2. */
  const broken = claudeTree(`
    u1 "go" @gone > a1 "one" <- step m1
    b1 boundary auto 100 @a1
    c1 summary "so far" @b1 > u2 "on" > a2 "two" <- step m2
    s2 system turn_duration @a2
    s2 system turn_duration @a2
    u3 "and" @a2 > a3 "three" <- step m3 > u4 "then" > a4 "four" <- step m4
  `);

  it('are in the copy as they were, and said to be the source’s own', async () => {
    const { write } = open({ 'session-1.jsonl': broken });
    const { checked } = await write({ op: 'drop-span', from: 9, to: 10 });
    const faults = checked.filter(({ verdict }) => verdict === 'broken');
    expect(faults.map(({ rule, broken: many, inherited }) => [rule, many, inherited])).toEqual([
      ['ids', 1, 1],
      ['parents', 1, 1],
    ]);
  });

  it('do not make room for others: as many faults as the source has, but another one, is worse', () => {
    const finding = (...keys: string[]): Finding => ({
      ...{ rule: 'tools', looked: 9, applies: true },
      faults: keys.map((key) => ({ key, seq: 1, line: 1, text: key })),
    });
    const [same] = rulesOfCopy([finding('call t1', 'call t2')], [finding('call t2', 'call t1')]);
    const [other] = rulesOfCopy([finding('call t1', 'call t3')], [finding('call t2', 'call t1')]);
    expect(same).toMatchObject({ broken: 2, inherited: 2 });
    expect(other).toMatchObject({ broken: 2, inherited: 1, offenders: [{ text: 'call t3' }, { text: 'call t1' }] });
    expect([same, other].map((rule) => rule && addsFault(rule))).toEqual([false, true]);
  });
});

it('a result that names an answer which is not in the file breaks the contract', async () => {
  const result = `u1 "go" > a1 call Read t1 <- step m1 > r1 t1 "text" {"sourceToolAssistantUUID":"${uuidOf('elsewhere')}"} > a2 "done" <- step m2`;
  const { store, check } = open({ 'session-1.jsonl': claudeTree(result) });
  const { kept, rules } = await check(store.catalog.tapes()[0]?.id ?? '');
  expect(kept).toBe(false);
  expect(rules.find(({ rule }) => rule === 'links')).toMatchObject({ verdict: 'broken', looked: 1, offenders: [{ seq: 3 }] });
});

describe('files of sub-agents', () => {
  const main = claudeTree(`
    u1 "look twice" > a1 call Task t1 <- step m1
      r1 t1 "seen" {"toolUseResult":{"agentId":"aaa1111"}} > a2 "well" <- step m2 > u2 "again" > a3 call Task t2 <- step m3
        r2 t2 "seen" {"toolUseResult":{"agentId":"bbb2222"}} > a4 "done" <- step m4
  `);
  const agent = (id: string): JsonObject[] =>
    claudeTree(`z${id} "look" side > a${id} "seen" <- step s${id}`).map((record) => ({ ...record, agentId: id, isSidechain: true }));
  const files = {
    'session-1.jsonl': main,
    'session-1/subagents/agent-aaa1111.jsonl': agent('aaa1111'),
    'session-1/subagents/agent-aaa1111.meta.json': '{"agentType":"Explore"}',
    'session-1/subagents/agent-bbb2222.jsonl': agent('bbb2222'),
  };

  it('go along where their calls do, marked, under the new session', async () => {
    const { write, add, store, check } = open(files);
    const { file, session, agents, preview } = await write({ op: 'fork-session', at: 4 });
    expect(agents).toBe(1);
    expect(preview.notes.slice(0, 2)).toEqual([
      'Files of sub-agents that are copied into the folder of the new session: 1.',
      'Files of sub-agents that stay, because their calls are not in the copy: 1.',
    ]);
    const folder = join(dirname(file), session, 'subagents');
    const copied = records(join(folder, 'agent-aaa1111.jsonl'));
    expect(copied.map(({ sessionId }) => sessionId)).toEqual([session, session, session]);
    expect(copied.at(-1)).toMatchObject({ type: 'tapescope-origin', op: 'fork-session' });
    expect(readFileSync(join(folder, 'agent-aaa1111.meta.json'), 'utf8')).toBe('{"agentType":"Explore"}');
    expect(existsSync(join(folder, 'agent-bbb2222.jsonl'))).toBe(false);
    const [copy, sub] = [add(file), add(join(folder, 'agent-aaa1111.jsonl'))];
    relate(store.db, [copy.tape, sub.tape]);
    expect(store.catalog.tape(sub.id)).toMatchObject({ parent: copy.id, relation: 'sub-agent', caller: 2 });
    expect((await check(copy.id)).kept).toBe(true);
  });

  it('stay where they are next to the source, and the preview says so', async () => {
    const { preview } = open({ 'session-1.jsonl': main, 'agent-aaa1111.jsonl': agent('aaa1111') });
    const { notes } = await preview({ op: 'fork-session', at: 4 });
    expect(notes).toContain('Files of sub-agents that stay next to the source, where each name can be used only once: 1.');
  });

  it('leave nothing on disk where the copy is refused', async () => {
    const { write, folder, store } = open(files);
    const [sub] = store.catalog.tapes().filter(({ file }) => file.endsWith('agent-aaa1111.jsonl'));
    utimesSync(sub?.file ?? '', new Date(), new Date());
    await expect(write({ op: 'fork-session', at: 4 })).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('aaa1111'),
    });
    expect(existsSync(join(folder, 'session-1'))).toBe(true);
  });
});

it('a copy is known as one in the library, with the file that it was made of', async () => {
  const { write, add, store, folder } = open({
    'session-1.jsonl': claudeTree('u1 "go" > a1 "one" <- step m1 > u2 "on" > a2 "two" <- step m2'),
  });
  const { file } = await write({ op: 'fork-session', at: 2 });
  const { id } = add(file);
  expect(store.catalog.tape(id)).toMatchObject({ copy: { op: 'fork-session', file: join(folder, 'session-1.jsonl') } });
  expect(store.catalog.receipt(id).unknownTypes).toEqual({});
});

it('the summary of a compaction names the last entry that it stands for, and has a known shape all the same', async () => {
  const { write, add, store, check } = open({
    'session-1.jsonl': claudeTree('u1 "go" > a1 "one" <- step m1 > u2 "on" > a2 "two" <- step m2'),
  });
  const { file } = await write({ op: 'compact', keep: 1 });
  expect(records(file)[0]).toMatchObject({ isCompactSummary: true, leafUuid: uuidOf('a1') });
  await add(file);
  const { id } = store.catalog.tapes().find(({ file: path }) => path === file) ?? { id: '' };
  expect((await check(id)).shapes?.unknown.filter(({ name }) => /leafUuid|sources/.test(name))).toEqual([]);
});
