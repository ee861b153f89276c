import { describe, expect, it } from 'vitest';
import { completions, splitPath } from './PathField.tsx';

const entries = [
  { name: 'zeta', folder: true },
  { name: 'a.jsonl', folder: false },
  { name: 'photo.png', folder: false },
  { name: '.cache', folder: true },
  { name: '.claude', folder: true },
  { name: 'Alpha', folder: true },
];
const names = (start: string) => completions(entries, start, new Set(['.claude'])).map(({ name }) => name);

describe('a typed path', () => {
  it('is a folder and the start of a name', () => {
    expect(splitPath('/home/me/se')).toEqual({ folder: '/home/me/', start: 'se' });
    expect(splitPath('C:\\logs\\')).toEqual({ folder: 'C:\\logs\\', start: '' });
    expect(splitPath('se')).toEqual({ folder: '', start: 'se' });
  });
});

describe('completions of a path', () => {
  it('is folders, then logs, with hidden folders left out but for those of agents', () => {
    expect(names('')).toEqual(['.claude', 'Alpha', 'zeta', 'a.jsonl']);
  });

  it('is any name that was begun', () => {
    expect(names('a')).toEqual(['Alpha', 'a.jsonl']);
    expect(names('ph')).toEqual(['photo.png']);
    expect(names('.c')).toEqual(['.cache', '.claude']);
  });
});
