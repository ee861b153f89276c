import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { EntryDetail, Read } from '../../../shared/model/index.ts';
import type { CallContext } from '../../../shared/rpc/contract.ts';
import { type CatalogStore, openCatalog } from '../catalog/open-catalog.ts';
import type { Json } from '../formats/format.ts';
import { createIngest } from '../ingest/create-ingest.ts';
import { bubTape } from '../testing/bub-script.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { png } from '../testing/png.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';
import { entryMethods } from './methods.ts';

const context: CallContext = { signal: new AbortController().signal };
const open: { store: CatalogStore; close: () => Promise<void> }[] = [];

afterEach(async () => {
  for (const { store, close } of open.splice(0)) {
    await close();
    store.close();
  }
});

/** Imports files of one folder through the real ingest and answers the calls about the tape of the first one. */
const imported = async (files: Record<string, readonly Json[] | string>) => {
  const folder = tempFolder();
  const paths = Object.entries(files).map(([name, content]) =>
    writeFile(folder, name, typeof content === 'string' ? content : jsonl(content)),
  );
  const store = openCatalog(tempFolder());
  const ingest = createIngest({ home: store.home, store, onPush: () => {}, follow: false });
  open.push({ store, close: () => ingest.close() });
  await ingest.open([folder], { text: false });
  await ingest.idle();
  const [path = ''] = paths;
  const tape = store.catalog.tapes().find(({ file }) => file === path)?.id ?? '';
  const methods = entryMethods({ catalog: store.catalog });
  return {
    ...{ store, tape, path },
    tapeOf: (name: string) => store.catalog.tapes().find(({ file }) => file === join(dirname(path), name))?.id,
    get: async (seq: number) => EntryDetail.parse(await methods['entries.get']({ tape, seq }, context)),
    read: async (seqs: number[], more = false) =>
      (await methods['entries.read']({ tape, seqs, more }, context)).items.map((item) => Read.parse(item)),
    image: async (seq: number, at: number) => methods['entries.image']({ tape, seq, at }, context),
    previews: async (seqs: number[], chars = 280, lines = false) =>
      (await methods['entries.previews']({ tape, seqs, chars, lines }, context)).items,
  };
};

const links = (detail: EntryDetail, relation: string) => detail.links.filter((link) => link.relation === relation);

const session = `
  u1 "fix the tests"
    a1 call Bash t1 {"message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"npm test"}}]}}
      r1 t1 "2 failed" failed
        a2 "done" <- step m2
    a3 call Read t2 <- step m3
  b1 boundary auto 9 @a2
  c1 summary "so far" @b1
`;

describe('an entry in full', () => {
  it('has a title, parts, its raw line, a digest and links', async () => {
    const { get } = await imported({ 'session-1.jsonl': claudeTree(session) });
    const result = await get(3);
    expect(result.title).toBe('Failed result of Bash npm test');
    expect(result.parts).toMatchObject([{ type: 'tool_result', id: 't1', text: '2 failed', failed: true }]);
    expect(JSON.parse(result.raw)).toMatchObject({ type: 'user', toolUseResult: '2 failed' });
    expect(result.rawChars).toBe(result.raw.length);
    expect(result.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(links(result, 'call')).toEqual([{ relation: 'call', seq: 2, label: 'tool call Bash' }]);
    expect(links(result, 'parent')).toEqual([{ relation: 'parent', seq: 2, label: 'tool call Bash' }]);
    expect(links(result, 'child')).toEqual([{ relation: 'child', seq: 4, label: 'message' }]);
    expect(links(result, 'phase')).toEqual([{ relation: 'phase', seq: 1, label: 'session/start' }]);
  });

  it('is called what a person would call it', async () => {
    const { get } = await imported({ 'session-1.jsonl': claudeTree(session) });
    const titles = await Promise.all([1, 2, 4, 6, 7].map(async (seq) => (await get(seq)).title));
    expect(titles).toEqual(['Prompt', 'Bash npm test', 'Answer', 'Anchor compact_boundary', 'Summary of a compaction']);
  });

  it('links a call to its results, and a compaction to what it is between', async () => {
    const { get } = await imported({ 'session-1.jsonl': claudeTree(session) });
    expect(links(await get(2), 'result')).toEqual([{ relation: 'result', seq: 3, label: 'tool result' }]);
    expect(links(await get(5), 'result')).toEqual([]);
    expect(links(await get(6), 'compaction')).toEqual([
      { relation: 'compaction', seq: 7, label: 'its summary' },
      { relation: 'compaction', seq: 4, label: 'the last entry before it' },
    ]);
    expect(links(await get(7), 'compaction')).toEqual([{ relation: 'compaction', seq: 6, label: 'compaction 1 · auto' }]);
    expect(links(await get(7), 'phase')).toEqual([{ relation: 'phase', seq: 6, label: 'compaction 1 · auto' }]);
  });

  it('has the same digest as its copy in another file', async () => {
    const records = claudeTree('u1 "go"');
    const { get } = await imported({
      'session-1.jsonl': [...records, ...records.map((record) => ({ ...record, uuid: 'other', sessionId: 'copy' }))],
    });
    expect((await get(2)).digest).toBe((await get(1)).digest);
  });

  it('names a parent that is not in the file', async () => {
    const { get } = await imported({ 'session-1.jsonl': claudeTree('u1 "go" @gone') });
    const [parent] = links(await get(1), 'parent');
    expect(parent?.label).toMatch(/, which is not in this file$/);
    expect(parent?.seq).toBeUndefined();
  });

  it('is cut where it is huge, and says how much', async () => {
    const { get } = await imported({ 'session-1.jsonl': claudeTree(`u1 "${'x'.repeat(300_000)}"`) });
    const { parts, raw, rawChars } = await get(1);
    expect(parts[0]?.text).toHaveLength(100_000);
    expect(parts[0]?.cut).toBe(200_000);
    expect(raw).toHaveLength(200_000);
    expect(rawChars).toBeGreaterThan(300_000);
  });

  it('carries no bytes of its images, which come by their place in it', async () => {
    const data = png(40, 30).toString('base64');
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
    const result = { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'a field' }, image] };
    const claude = await imported({
      'session-1.jsonl': claudeTree(`u1 "" ${JSON.stringify({ message: { role: 'user', content: [result] } })}`),
    });
    const prompt = [
      { type: 'text', text: 'look' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
    ];
    const bub = await imported({
      'a__b.jsonl': [{ id: 1, kind: 'message', payload: { role: 'user', content: prompt }, meta: {}, date: '2026-08-01T10:15:00+00:00' }],
    });
    for (const { get, image: imageOf } of [claude, bub]) {
      const detail = await get(1);
      expect(detail.parts.map(({ type }) => type)).toEqual([expect.stringMatching(/text|tool_result/), 'image']);
      expect(detail.parts.at(-1)).toMatchObject({ text: '', image: { at: 0, type: 'image/png', width: 40, height: 30 } });
      expect(JSON.stringify(detail.parts)).not.toContain(data);
      expect(await imageOf(1, 0)).toEqual({ type: 'image/png', data });
      await expect(imageOf(1, 1)).rejects.toMatchObject({ code: 'not-found' });
    }
  });

  it('is still answered when the source changed underneath', async () => {
    const { get, previews, path } = await imported({ 'session-1.jsonl': claudeTree('u1 "go"') });
    writeFileSync(path, '?'.repeat(5000));
    expect(await get(1)).toMatchObject({ digest: '', parts: [{ type: 'text', text: expect.stringContaining('The source changed') }] });
    expect(await previews([1])).toEqual([{ seq: 1, text: expect.stringContaining('The source changed'), cut: false }]);
  });

  it('is refused when it is not there', async () => {
    const { get } = await imported({ 'session-1.jsonl': claudeTree('u1 "go"') });
    await expect(get(2)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('previews', () => {
  it('come in the order of the question, cut without tearing a character', async () => {
    const { previews } = await imported({ 'session-1.jsonl': claudeTree('u1 "go" > a1 "0123456789012345678🙂 and more" <- step m1') });
    expect(await previews([2, 1, 99], 20)).toEqual([
      { seq: 2, text: '0123456789012345678', cut: true },
      { seq: 1, text: 'go', cut: false },
    ]);
  });
});

describe('calls and results as one line', () => {
  it('say what they are about, with the paths of their project, and a result what its call was', async () => {
    const { get, previews } = await imported({
      'session-1.jsonl': claudeTree(`
        u1 "go" > a1 call Read t1 <- step m1 {"message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"/home/mia/harbour/sail.ts"}}]}}
        r1 t1 "1\\tconst sail = 1;\\n2\\tconst mast = 2;"
        a2 call Sail t2 <- step m2
      `),
    });
    const [prompt, call, result, unknown] = await previews([1, 2, 3, 4], 280, true);
    expect([prompt?.line, unknown?.line]).toEqual([undefined, undefined]);
    expect(call?.line).toEqual({ tool: 'Read', subject: 'sail.ts', words: [] });
    expect(result?.line).toEqual({ tool: 'Read', subject: 'sail.ts', words: ['2 lines'] });
    expect((await previews([2]))[0]).not.toHaveProperty('line');
    expect(await get(3)).toMatchObject({ title: 'Result of Read sail.ts', parts: [{ form: { as: 'file', from: 1, lines: 2 } }] });
  });
});

describe('entries as a conversation', () => {
  it('are calls with their results and their sub-agents, each as what it is', async () => {
    const main = claudeTree(`
      u1 "look" > a1 call Read t1 <- step m1 {"message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"/home/mia/harbour/sail.ts"}}]}}
      r1 t1 "1\\tconst sail = 1;"
      a2 call Task t2 "find it" <- step m2
      r2 t2 "found" @a2 {"toolUseResult":{"agentId":"abc1234","status":"completed"}}
    `);
    const agent = claudeTree('z1 "find it" side {"agentId":"abc1234"} > a2 "found" <- step s1 {"agentId":"abc1234"}');
    const { read, tapeOf } = await imported({ 'session-1.jsonl': main, 'agent-abc1234.jsonl': agent });
    const [prompt, call, task] = await read([1, 2, 4, 99]);
    expect(prompt).toMatchObject({ row: { seq: 1 }, parts: [{ type: 'text', text: 'look' }], results: [], links: [] });
    expect(call).toMatchObject({ line: { tool: 'Read' }, results: [{ row: { seq: 3 }, parts: [{ form: { as: 'file', lines: 1 } }] }] });
    expect(task).toMatchObject({ agent: { tape: tapeOf('agent-abc1234.jsonl'), steps: 1 }, results: [{ parts: [{ text: 'found' }] }] });
  });

  it('say of a list what changed since the one before, here and in full', async () => {
    const list = (id: string, sand: string, more: object[] = []) =>
      JSON.stringify({
        message: {
          ...{ id: `m${id}`, role: 'assistant' },
          content: [{ type: 'tool_use', id, name: 'TodoWrite', input: { todos: [{ content: 'Sand', status: sand }, ...more] } }],
        },
      });
    const paint = { content: 'Paint', status: 'pending' };
    const { read, get } = await imported({
      'session-1.jsonl': claudeTree(`
        u1 "go" > a1 call TodoWrite t1 <- step mt1 ${list('t1', 'pending')}
        r1 t1 "ok"
        a2 call TodoWrite t2 <- step mt2 ${list('t2', 'completed', [paint])}
      `),
    });
    const items = [
      { text: 'Sand', state: 'done', was: 'open' },
      { text: 'Paint', state: 'open', was: 'none' },
    ];
    expect((await read([4]))[0]).toMatchObject({ parts: [{ form: { as: 'list', items } }] });
    expect(await get(4)).toMatchObject({ parts: [{ form: { as: 'list', items } }] });
    expect((await read([2]))[0]?.parts[0]?.form).toEqual({ as: 'list', items: [{ text: 'Sand', state: 'open' }] });
  });

  it('cut what is huge, and say by how much', async () => {
    const { read } = await imported({ 'session-1.jsonl': claudeTree(`u1 "${'long '.repeat(10_000)}"`) });
    const [{ parts: [part] = [] } = { parts: [] }] = await read([1]);
    expect([part?.text.length, part?.cut]).toEqual([24_000, 26_000]);
  });

  it('cut what a tool printed, say by how much, and give more of it to who asks', async () => {
    const printed = claudeTree(`
      u1 "go" > a1 call Bash t1 <- step m1 {"message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"npm test"}}]}}
      r1 t1 "${'ok 123 '.repeat(10_000)}"
    `);
    const { read } = await imported({ 'session-1.jsonl': printed });
    const formOf = async (more: boolean) => {
      const form = (await read([2], more))[0]?.results[0]?.parts[0]?.form;
      return form?.as === 'output' ? [form.text.length, form.cut, form.lines] : form;
    };
    expect(await formOf(false)).toEqual([24_000, 46_000, 1]);
    expect(await formOf(true)).toEqual([70_000, undefined, 1]);
  });
});

describe('entries across tapes', () => {
  it('link a call to the sub-agent that it started, and the sub-agent to its caller', async () => {
    const main = claudeTree(`
      u1 "look" > a1 call Task t1 "find it" <- step m1
      r1 t1 "found" @a1 {"toolUseResult":{"agentId":"abc1234","status":"completed"}}
    `);
    const agent = claudeTree('z1 "find it" side {"agentId":"abc1234"} > a2 "found" <- step s1 {"agentId":"abc1234"}');
    const { get, tapeOf } = await imported({ 'session-1.jsonl': main, 'agent-abc1234.jsonl': agent });
    const [link] = links(await get(2), 'sub-agent');
    expect(link?.tape).toBe(tapeOf('agent-abc1234.jsonl'));
    const inside = await imported({ 'agent-abc1234.jsonl': agent, 'session-1.jsonl': main });
    expect(links(await inside.get(1), 'caller')).toMatchObject([{ tape: inside.tapeOf('session-1.jsonl'), seq: 2 }]);
  });

  it('lead from a call to the sub-agent in the same file, and back, by the prompt alone', async () => {
    const { get } = await imported({
      's.jsonl': claudeTree(`
        u1 "go" > a1 call Task t1 "find it" <- step m1
        z1 "look elsewhere" side @-
        a2 "no" side <- step m2 @z1
        z2 "find it" side @-
        a3 "here" side <- step m3 @z2
        r1 t1 "here" @a1
        a4 "done" <- step m4 @r1
      `),
    });
    expect(links(await get(2), 'sub-agent')).toEqual([{ relation: 'sub-agent', seq: 5, label: 'its work in this file' }]);
    expect(links(await get(5), 'caller')).toEqual([{ relation: 'caller', seq: 2, label: 'call of Task' }]);
    expect(links(await get(3), 'caller')).toEqual([]);
    expect(links(await get(1), 'caller')).toEqual([]);
  });

  it('join the pieces of an output that Bub spilled', async () => {
    const handle = '0123456789abcdef0123456789abcdef';
    const main = bubTape(`
      anchor session/start {"owner":"human"}
      call bash c1 <- run r1
      result "[tool output spilled: 40000 chars; handle: ${handle}]\\nthe first line" <- run r1
    `);
    const piece = (chunk: number, text: string) => [
      { id: 1, kind: 'anchor', payload: { name: `spill/${handle}/chunk/${chunk}` }, meta: {}, date: '2026-08-01T10:15:00+00:00' },
      {
        id: 2,
        kind: 'tool_result',
        payload: { results: [text] },
        meta: { spill_handle: handle, spill_chunk: chunk },
        date: '2026-08-01T10:15:00+00:00',
      },
    ];
    const name = '0b871d5e50e7c192__0b871d5e50e7c192';
    const { get, tapeOf } = await imported({
      [`${name}.jsonl`]: main,
      [`${name}__sidecar__spill.jsonl`]: [...piece(1, 'second half'), ...piece(0, 'first half, '), ...piece(0, 'better first half, ')],
    });
    const detail = await get(3);
    expect(detail.parts.at(-1)).toMatchObject({
      type: 'tool_result',
      name: 'whole output, joined from 2 pieces',
      text: 'better first half, second half',
    });
    expect(links(detail, 'spill')).toMatchObject([{ tape: tapeOf(`${name}__sidecar__spill.jsonl`) }]);
  });
});
