import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnnotationTarget } from '../../../shared/model/index.ts';
import { contract, type Handlers, type Input, type Output, type Push } from '../../../shared/rpc/contract.ts';
import { openEngine } from '../open.ts';
import { tempFolder, writeFile, writeTape } from '../testing/files.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';

const SIGNAL = { signal: new AbortController().signal };
const SESSION = 'u1 "first" > a1 "one" > u2 "second" > a2 "two" > u3 "third" > a3 "three"';

const open = async (home = tempFolder(), host: 'terminal' | 'desktop' = 'terminal') => {
  const { engine, handlers } = await openEngine({ home, host, readOnly: false, samples: null });
  return { home, engine, handlers };
};

const imported = async (file = writeTape(claudeTree(SESSION)), home = tempFolder()) => {
  const opened = await open(home);
  const { tapes } = await opened.engine.ingest.open([file], { text: false });
  return { ...opened, file, tape: tapes[0] ?? '', ...calls(opened.handlers) };
};

/** Calls as the dispatcher makes them: input parsed before, and here the answer too. */
const calls = (handlers: Handlers) => {
  const call = async <M extends 'annotations.list' | 'annotations.set' | 'annotations.remove'>(method: M, input: Input<M>) => {
    const run = handlers[method] as (input: unknown, context: typeof SIGNAL) => unknown;
    const answer = await run(contract[method].input.parse(input), SIGNAL);
    expect(contract[method].output.parse(answer)).toEqual(answer);
    return answer as Output<M>;
  };
  return {
    list: async (input: Input<'annotations.list'> = {}) => (await call('annotations.list', input)).items,
    all: (input: Input<'annotations.list'> = {}) => call('annotations.list', input),
    set: async (input: Input<'annotations.set'>) => (await call('annotations.set', input)).annotation,
    remove: async (id: string) => (await call('annotations.remove', { id })).removed,
  };
};

const at = (seq: number): AnnotationTarget => ({ type: 'entry', seq });

describe('annotations', () => {
  it('are set, found by every entry they are about, changed and removed', async () => {
    const { engine, list, set, remove, tape } = await imported();
    const note = await set({ tape: tape.slice(0, 8), target: at(2), text: 'Why?\n' });
    const span = await set({ tape, target: { type: 'span', from: 5, to: 3 }, text: '', label: 'doubtful' });
    const block = await set({ tape, target: { type: 'block', seq: 4, step: 3, policy: 'compact:8000' }, text: 'Cut this' });
    expect(note).toMatchObject({ tape, target: at(2), text: 'Why?', label: null, stale: false });
    expect(span.target).toEqual({ type: 'span', from: 3, to: 5 });
    expect(await list({ tape })).toEqual([note, span, block]);
    expect(await list()).toEqual([note, span, block]);
    expect((await list({ tape, seq: 4 })).map(({ id }) => id)).toEqual([span.id, block.id]);
    const changed = await set({ id: note.id, tape, target: at(6), text: 'Because.', label: 'answer' });
    expect(changed).toMatchObject({ id: note.id, written: note.written, target: at(6), label: 'answer' });
    expect(await remove(span.id)).toMatchObject({ id: span.id });
    expect((await list({ tape })).map(({ id }) => id)).toEqual([note.id, block.id]);
    await engine.close();
  });

  it('write nothing into the source', async () => {
    const { engine, set, tape, file } = await imported();
    const before = readFileSync(file, 'utf8');
    await set({ tape, target: at(1), text: 'a note' });
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(readdirSync(join(file, '..'))).toEqual(['session-1.jsonl']);
    await engine.close();
  });

  it('suggest the labels that are in use, the most used first', async () => {
    const { engine, all, set, tape } = await imported();
    for (const label of ['wrong', 'idea', 'wrong']) await set({ tape, target: at(1), text: '', label });
    expect((await all({ tape })).labels).toEqual(['wrong', 'idea']);
    await engine.close();
  });

  it.each<[string, object, string]>([
    ['nothing at all', { text: ' \n', label: ' ' }, 'bad-input'],
    ['an entry that is not there', { target: at(7) }, 'not-found'],
    ['a step that is not there', { target: { type: 'block', seq: 1, step: 9, policy: 'full' } }, 'not-found'],
    ['a tape that is not there', { tape: 'abc' }, 'not-found'],
    ['an annotation that is not there', { id: 'feed' }, 'not-found'],
  ])('refuse %s', async (_name, wrong, code) => {
    const { engine, set, list, tape } = await imported();
    await expect(set({ tape, target: at(1), text: 'x', ...wrong })).rejects.toMatchObject({ code });
    expect(await list()).toEqual([]);
    await engine.close();
  });

  it('are not moved to another tape, and not removed by what several begin with', async () => {
    const first = await imported();
    const { engine, set, remove } = first;
    const other = await engine.ingest.open([writeTape(claudeTree('u1 "else" > a1 "where"'))], { text: false });
    const note = await set({ tape: first.tape, target: at(1), text: 'x' });
    await expect(set({ id: note.id, tape: other.tapes[0] ?? '', target: at(1), text: 'y' })).rejects.toMatchObject({ code: 'bad-input' });
    await expect(remove('')).rejects.toMatchObject({ code: 'not-found' });
    for (let count = 0; count < 17; count++) await set({ tape: first.tape, target: at(1), text: 'x' });
    const starts = (await first.list()).map(({ id }) => id[0] ?? '');
    const twice = starts.find((start, index) => starts.indexOf(start) !== index) ?? '';
    await expect(remove(twice)).rejects.toMatchObject({ code: 'bad-input' });
    await engine.close();
  });
});

const LETTERS = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== '');
const TARGET = fc.oneof(
  fc.integer({ min: 1, max: 6 }).map(at),
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
    .map(([from, to]): AnnotationTarget => ({ type: 'span', from, to })),
);

describe('laws of annotations', () => {
  it('what was set is what is listed, in that order, less what was removed', async () => {
    const { engine, list, set, remove, tape } = await imported();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ target: TARGET, text: LETTERS, gone: fc.boolean() }), { maxLength: 8 }), async (wanted) => {
        const made = [];
        for (const { target, text } of wanted) made.push(await set({ tape, target, text }));
        for (const [index, { gone }] of wanted.entries()) if (gone) await remove(made[index]?.id ?? '');
        const left = made.filter((_one, index) => wanted[index]?.gone === false);
        expect(await list({ tape })).toEqual(left);
        for (const { id } of left) await remove(id);
      }),
      { numRuns: 15 },
    );
    await engine.close();
  });
});

describe('annotations and their source', () => {
  it('stand when the tape grows, and are stale when their bytes are others', async () => {
    const { engine, list, set, tape, file } = await imported();
    await set({ tape, target: at(2), text: 'on two' });
    await set({ tape, target: at(5), text: 'on five' });
    await set({ tape, target: { type: 'span', from: 1, to: 4 }, text: 'on the beginning' });
    const stale = async () => (await list({ tape })).map((one) => one.stale);
    writeFileSync(file, jsonl(claudeTree(`${SESSION} > u4 "fourth" > a4 "four"`)));
    await engine.ingest.open([file], { text: false });
    expect(await stale()).toEqual([false, false, false]);
    writeFileSync(file, jsonl(claudeTree(SESSION.replace('"one"', '"won"'))));
    await engine.ingest.open([file], { text: false });
    expect(await stale()).toEqual([true, false, true]);
    // Only once it is written again is it about what is there now.
    const [first] = await list({ tape });
    await set({ id: first?.id, tape, target: at(2), text: 'on two, again' });
    expect(await stale()).toEqual([false, false, true]);
    rmSync(file);
    expect(await stale()).toEqual([true, true, true]);
    await engine.close();
  });

  it('find their tape in a catalog that was rebuilt, and are told without it', async () => {
    const first = await imported();
    await first.set({ tape: first.tape, target: at(3), text: 'kept' });
    await first.engine.close();
    for (const end of ['', '-wal', '-shm']) rmSync(join(first.home, `catalog.db${end}`), { force: true });
    const again = await open(first.home);
    const { list } = calls(again.handlers);
    expect(await list()).toMatchObject([{ text: 'kept', file: first.file, stale: true }]);
    const { tapes } = await again.engine.ingest.open([first.file], { text: false });
    expect(await list({ tape: tapes[0] })).toMatchObject([{ text: 'kept', tape: tapes[0], stale: false }]);
    await again.engine.close();
  });
});

describe('the database of annotations', () => {
  it('of a newer Tapescope is neither read nor written', async () => {
    const { engine, home, list, set, tape } = await imported();
    await set({ tape, target: at(1), text: 'x' });
    const file = join(home, 'annotations.db');
    const db = new Database(file);
    db.pragma('user_version = 2');
    db.close();
    const before = readFileSync(file);
    await expect(list()).rejects.toMatchObject({ code: 'unreadable', message: expect.stringContaining('newer Tapescope') });
    await expect(set({ tape, target: at(1), text: 'y' })).rejects.toMatchObject({ code: 'unreadable' });
    expect(readFileSync(file).equals(before)).toBe(true);
    await engine.close();
  });

  it('that is damaged is reported, set aside by the next note, and never deleted', async () => {
    const { engine, home, all, set, tape } = await imported();
    writeFile(home, 'annotations.db', 'this is no database, but somebody may still find words in it');
    const told = await all({ tape });
    expect(told).toMatchObject({ items: [], notes: [expect.stringContaining('is damaged')] });
    expect(readFileSync(join(home, 'annotations.db'), 'utf8')).toContain('no database');
    await set({ tape, target: at(1), text: 'anew' });
    const aside = readdirSync(home).filter((name) => name.startsWith('annotations.db.damaged-'));
    expect(aside).toHaveLength(1);
    expect(readFileSync(join(home, aside[0] ?? ''), 'utf8')).toContain('no database');
    expect(await all({ tape })).toMatchObject({ items: [{ text: 'anew' }], notes: [expect.stringContaining(aside[0] ?? '')] });
    await engine.close();
  });
});

const WRITER = `
  import { createAnnotationStore } from ${JSON.stringify(fileURLToPath(new URL('store.ts', import.meta.url)))};
  const [home, who] = process.argv.slice(1);
  const store = createAnnotationStore(home, false);
  for (let count = 0; count < 20; count++)
    store.add({ id: who + count, tape: 't', file: 'f', target: { type: 'entry', seq: 1 }, first: 1, last: 1,
      text: who, label: null, written: count, changed: count, witness: '' });
`;

const writer = (home: string, who: string): Promise<number | null> =>
  new Promise((done) => {
    spawn(process.execPath, ['--input-type=module', '-e', WRITER, home, who], { stdio: 'inherit' }).once('exit', done);
  });

describe('several processes', () => {
  it('write at once and lose nothing, and an open window is notified', async () => {
    const home = tempFolder();
    const { engine, handlers } = await openEngine({ home, host: 'desktop', readOnly: false, samples: null });
    const told = new Promise<Push>((done) => engine.subscribe((push) => push.type === 'annotations' && done(push)));
    expect(await Promise.all([writer(home, 'a'), writer(home, 'b')])).toEqual([0, 0]);
    const items = await calls(handlers).list();
    expect(items.map(({ id }) => id).toSorted()).toEqual(
      ['a', 'b'].flatMap((who) => Array.from({ length: 20 }, (_, count) => `${who}${count}`)).toSorted(),
    );
    expect(await told).toEqual({ type: 'annotations', tape: null });
    await engine.close();
  });
});
