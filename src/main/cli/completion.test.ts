import { describe, expect, test } from 'vitest';
import { complete, type Names } from './completion.ts';
import { TAPE } from './tape-rows.ts';

const names: Names = (sort, session) => [
  { value: `${sort}-one`, about: '' },
  { value: `${sort}-of-${session ?? 'main'}`, about: '' },
  { value: 'two\nlines', about: '' },
];
const values = async (...words: string[]): Promise<string[]> => (await complete(words, TAPE.commands, names)).map(({ value }) => value);

describe('completion', () => {
  test('commands first, each with what it does', async () => {
    expect(await values('me')).toEqual(['memory', 'merge']);
    expect(await values('')).toContain('log');
    expect(await values('')).not.toContain('__complete');
    expect(await values()).toEqual(await values(''));
    expect(await values('--v')).toEqual(['--version']);
    expect(await values('help', 'mer')).toEqual(['merge']);
    expect((await complete(['anchors'], TAPE.commands, names))[0]?.about).toMatch(/list the anchors/);
  });

  test('the second word of a command that has one of its own too', async () => {
    expect(await values('formats', '')).toEqual(expect.arrayContaining(['init', 'check']));
    expect(await values('formats', '--j')).toEqual(['--json']);
    expect(await values('formats', 'init', 'ch')).not.toContain('check');
  });

  test('options that were not given yet, and those that may be repeated', async () => {
    expect(await values('log', '--f')).toEqual(['--follow', '--fork']);
    expect(await values('log', '--follow', '--f')).toEqual(['--fork']);
    expect(await values('handoff', 'a', '--next-step', 'x', '--next')).toEqual(['--next-step']);
  });

  test('values of an option, in two words, in one, and as bash parts them', async () => {
    expect(await values('merge', 'a', '--order', '')).toEqual(['append', 'time']);
    expect(await values('merge', '--order=t')).toEqual(['--order=time']);
    expect(await values('merge', '--order', '=', 't')).toEqual(['time']);
    expect(await values('merge', '--order', '=')).toEqual(['append', 'time']);
    expect(await values('log', '--limit', '')).toEqual([]);
  });

  test('names of what is there, of the session that is named', async () => {
    expect(await values('show', '')).toEqual(['anchor-one', 'anchor-of-main']);
    expect(await values('show', 'anchor-of-r', '--session', 'r')).toEqual([]);
    expect(await values('show', '--session', 'r', '')).toEqual(['anchor-one', 'anchor-of-r']);
    expect(await values('show', '--session=r', 'anchor-of')).toEqual(['anchor-of-r']);
    expect(await values('merge', 'a', 'b', 'fork-o')).toEqual(['fork-one', 'fork-of-main']);
    expect(await values('log', '--session', 's')).toEqual(['session-one', 'session-of-main']);
  });

  test('nothing where nothing can be said', async () => {
    expect(await values('nonsense', '')).toEqual([]);
    expect(await values('show', 'a', '')).toEqual([]);
    expect(await values('view', '')).toEqual([]);
    expect(await values('__complete', '')).toEqual([]);
  });
});
