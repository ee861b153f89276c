import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { previewFork } from '../native-calls/next-previews.ts';
import { forkTape } from './fork.ts';
import { mergeForks } from './merge/merge.ts';
import { bench, command, digests, say } from './merge/testing/workspace.ts';

const parent = [say('a'), say('b'), say('c')];

describe('a fork', () => {
  it('is an event and a folder, and shares the prefix by reference', () => {
    const made = bench(parent);
    const row = made.on(null, (tape) => forkTape(tape, { name: 'try-a', at: 3, note: 'another way', who: 'mia' }));
    expect(row).toMatchObject({ name: 'try-a', start: 3, who: 'mia', note: 'another way', entries: 0, state: 'open', merged: null });
    const [event] = made.on(null, (tape) => tape.entries({ kind: 'event' }));
    expect(event).toMatchObject({
      id: 5,
      payload: {
        name: 'fork',
        data: { event: 'fork', parent: 'main@3', branch: 'try-a', who: 'mia', prefix_sha: row.prefix, note: 'another way' },
      },
    });
    const folder = join(made.workspace.folder, 'forks/try-a');
    expect(JSON.parse(readFileSync(join(folder, 'fork.json'), 'utf8'))).toMatchObject({ name: 'try-a', start: 3, prefix: row.prefix });
    expect(existsSync(join(folder, 'anchors'))).toBe(false);
    made.on('try-a', (fork) => {
      expect(fork.append([say('d')]).ids).toEqual([4]);
      expect(fork.entries({}).map(({ payload }) => (payload as { content?: string }).content)).toEqual([undefined, 'a', 'b', 'd']);
    });
    expect(made.on(null, (tape) => tape.forks())).toMatchObject([{ name: 'try-a', entries: 1 }]);
  });

  it('begins at the head unless it is told otherwise, and nowhere else than in the tape', () => {
    const made = bench(parent);
    made.on(null, (tape) => {
      expect(forkTape(tape, { name: 'one' })).toMatchObject({ start: 4 });
      expect(forkTape(tape, { name: 'two' })).toMatchObject({ start: 5 });
      for (const at of [0, -1, 7, 1.5, Number.NaN])
        expect(() => forkTape(tape, { name: 'three', at })).toThrow('A fork begins after an entry');
    });
  });

  it('has a name that can be a folder and is not taken, be it open or merged', async () => {
    const made = bench(parent);
    made.fork('One', 2, [say('x')]);
    for (const name of ['', '..', 'a/b', 'a\0', '.x', 'x'.repeat(101)]) {
      expect(() => made.on(null, (tape) => forkTape(tape, { name }))).toThrow(expect.objectContaining({ code: 'bad-input' }));
    }
    const taken = () => made.on(null, (tape) => forkTape(tape, { name: 'one' }));
    expect(taken).toThrow('There is a fork “One” already.');
    const tape = made.open();
    await mergeForks(tape, command(['One']));
    tape.close();
    expect(taken).toThrow('a merged one');
  });

  it('is previewed with the next request that it would begin with, and nothing is written', async () => {
    const made = bench(parent);
    const main = made.open();
    main.handoff({ name: 'next', state: { summary: 'so far' } });
    const { start, next } = await previewFork(main, 3);
    expect([start, next?.blocks.flatMap(({ entries }) => entries), next?.leaves, next?.comes]).toEqual([3, [1, 2, 3], [[5, 5]], [[1, 3]]]);
    expect((await previewFork(main, undefined)).next).toMatchObject({ leaves: [], comes: [] });
    await expect(previewFork(main, 9)).rejects.toMatchObject({ code: 'bad-input' });
    expect([main.head(), main.forks()]).toEqual([5, []]);
    main.close();
    made.fork('a', 3);
    const fork = made.open('a');
    await expect(previewFork(fork, undefined)).rejects.toMatchObject({ code: 'refused' });
    fork.close();
  });

  it('has no forks', () => {
    const made = bench(parent);
    made.fork('one', 2);
    expect(() => made.on('one', (tape) => forkTape(tape, { name: 'two' }))).toThrow(expect.objectContaining({ code: 'refused' }));
  });

  it('takes the place of one that a crash cut short, but never of entries', () => {
    const made = bench(parent);
    const left = join(made.workspace.folder, 'forks/left');
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, 'fork.json'), '{"name":"left","start":2,"at":"","who":"","note":null,"prefix":""}');
    expect(() => made.on('left', (fork) => fork.append([say('x')]))).toThrow('a crash cut it short');
    writeFileSync(join(left, 'fork.json'), '{"name":"left","sta');
    expect(made.on(null, (tape) => forkTape(tape, { name: 'left' }))).toMatchObject({ name: 'left', start: 4 });
    const full = join(made.workspace.folder, 'forks/full/anchors/001_session-start');
    mkdirSync(full, { recursive: true });
    expect(() => made.on(null, (tape) => forkTape(tape, { name: 'full' }))).toThrow('no event mentions that fork');
    expect(existsSync(full)).toBe(true);
  });

  it('is made by nobody else: its events cannot be appended, and mean nothing in a fork', () => {
    const made = bench(parent);
    made.fork('one', 2);
    const event = { kind: 'event', payload: { name: 'merge', data: { event: 'merge', inputs: ['one'], verdict: null } } };
    for (const fork of [null, 'one']) {
      expect(() => made.on(fork, (tape) => tape.append([event]))).toThrow(expect.objectContaining({ code: 'refused' }));
    }
    expect(made.on(null, (tape) => tape.forks())).toMatchObject([{ state: 'open' }]);
    made.on(null, (tape) => tape.append([{ kind: 'event', payload: { name: 'merge', data: { of: 'something else' } } }]));
  });

  it('that is refused leaves everything as it was', () => {
    const made = bench(parent);
    const before = digests(made.workspace.folder);
    expect(() => made.on(null, (tape) => forkTape(tape, { name: 'x', at: 99 }))).toThrow('A fork begins');
    expect(digests(made.workspace.folder)).toEqual(before);
  });
});
