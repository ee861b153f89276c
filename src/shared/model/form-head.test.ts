import { describe, expect, it } from 'vitest';
import type { FileChange } from './form.ts';
import { headOf, pathIn } from './form-head.ts';

describe('the one line of a form', () => {
  it('names a file as its project has it', () => {
    expect(pathIn('/home/ann/boats', '/home/ann/boats/src/a.ts')).toBe('src/a.ts');
    expect(pathIn('/home/ann/boats', '/home/ann/boats-old/a.ts')).toBe('/home/ann/boats-old/a.ts');
    expect(pathIn('C:\\boats', 'C:\\boats\\a.ts')).toBe('a.ts');
    expect(pathIn('/', '/etc/hosts')).toBe('etc/hosts');
    expect(pathIn('', '/etc/hosts')).toBe('/etc/hosts');
    expect(pathIn('/home/ann/boats', '/home/ann/boats')).toBe('/home/ann/boats');
  });

  it('says what there is of it', () => {
    const file: FileChange = { path: 'a.ts', what: 'edit', added: 2, removed: 1, lines: [], hidden: 0 };
    expect(headOf({ as: 'changes', files: [file] }, '')).toEqual({ subject: 'a.ts', words: ['+2', '−1'] });
    expect(headOf({ as: 'changes', files: [file, { ...file, removed: 0 }] }, '').words).toEqual(['and 1 more file', '+4', '−1']);
    expect(headOf({ as: 'file', path: 'a.ts', from: 1, lines: 1204, text: '' }, '').words).toEqual(['1,204 lines']);
    expect(headOf({ as: 'read', path: 'a.ts', from: 5, count: 10 }, '').words).toEqual(['lines 5 to 14']);
    expect(headOf({ as: 'read', path: 'a.ts', from: null, count: null }, '').words).toEqual([]);
    expect(headOf({ as: 'output', text: 'x', lines: 1, exit: 1, ms: 3800 }, '').words).toEqual(['exit 1', '1 line', '3.8 s']);
    expect(headOf({ as: 'command', command: 'ls', folder: '/home/ann' }, '/home/ann').words).toEqual([]);
    expect(headOf({ as: 'search', pattern: 'sail', where: '/home/ann' }, '/home/ann').words).toEqual([]);
    expect(headOf({ as: 'search', pattern: 'sail', where: '/home/ann/boat' }, '/home/ann').words).toEqual(['in boat']);
  });

  it('names a folder next to its project from there', () => {
    const inFolder = (folder: string, project = '/home/ann/boats/keel') => headOf({ as: 'command', command: 'ls', folder }, project).words;
    expect(inFolder('/home/ann/boats/keel.worktrees/new')).toEqual(['in ../keel.worktrees/new']);
    expect(inFolder('/home/ann/boats/keel/src')).toEqual(['in src']);
    expect(inFolder('/home/ann/boats')).toEqual(['in /home/ann/boats']);
    expect(inFolder('/tmp/keel')).toEqual(['in /tmp/keel']);
    expect(inFolder('/tmp', '/work')).toEqual(['in /tmp']);
  });
});
