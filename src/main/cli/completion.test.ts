import { describe, expect, test } from 'vitest';
import { COMMANDS } from './commands.ts';
import { complete, type Names } from './completion.ts';

const names: Names = (sort, session) => [
  { value: `${sort}-one`, about: '' },
  { value: `${sort}-of-${session ?? 'main'}`, about: '' },
  { value: 'two\nlines', about: '' },
];
const values = (...words: string[]): string[] => complete(words, COMMANDS, names).map(({ value }) => value);

describe('completion', () => {
  test('commands first, each with what it does', () => {
    expect(values('me')).toEqual(['memory', 'merge']);
    expect(values('')).toContain('log');
    expect(values('')).not.toContain('__complete');
    expect(values()).toEqual(values(''));
    expect(values('--v')).toEqual(['--version']);
    expect(values('help', 'mer')).toEqual(['merge']);
    expect(complete(['anchors'], COMMANDS, names)[0]?.about).toMatch(/list the anchors/);
  });

  test('options that were not given yet, and those that may be repeated', () => {
    expect(values('log', '--f')).toEqual(['--follow', '--fork']);
    expect(values('log', '--follow', '--f')).toEqual(['--fork']);
    expect(values('handoff', 'a', '--next-step', 'x', '--next')).toEqual(['--next-step']);
  });

  test('values of an option, in two words, in one, and as bash parts them', () => {
    expect(values('merge', 'a', '--order', '')).toEqual(['append', 'time']);
    expect(values('merge', '--order=t')).toEqual(['--order=time']);
    expect(values('merge', '--order', '=', 't')).toEqual(['time']);
    expect(values('merge', '--order', '=')).toEqual(['append', 'time']);
    expect(values('log', '--limit', '')).toEqual([]);
  });

  test('names of what is there, of the session that is named', () => {
    expect(values('show', '')).toEqual(['anchor-one', 'anchor-of-main']);
    expect(values('show', 'anchor-of-r', '--session', 'r')).toEqual([]);
    expect(values('show', '--session', 'r', '')).toEqual(['anchor-one', 'anchor-of-r']);
    expect(values('show', '--session=r', 'anchor-of')).toEqual(['anchor-of-r']);
    expect(values('merge', 'a', 'b', 'fork-o')).toEqual(['fork-one', 'fork-of-main']);
    expect(values('log', '--session', 's')).toEqual(['session-one', 'session-of-main']);
  });

  test('nothing where nothing can be said', () => {
    expect(values('nonsense', '')).toEqual([]);
    expect(values('show', 'a', '')).toEqual([]);
    expect(values('view', '')).toEqual([]);
    expect(values('__complete', '')).toEqual([]);
  });
});
