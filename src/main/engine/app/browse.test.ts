import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { browse } from './browse.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapescope-browse-'));
  mkdirSync(join(folder, 'zeta'));
  writeFileSync(join(folder, 'alpha.jsonl'), '{}\n');
  writeFileSync(join(folder, 'beta.jsonl'), '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('browse', () => {
  it('lists folders first, then files with their sizes', async () => {
    const found = await browse(folder);
    expect(found.entries.map(({ name, folder: isFolder, bytes }) => [name, isFolder, bytes])).toEqual([
      ['zeta', true, 0],
      ['alpha.jsonl', false, 3],
      ['beta.jsonl', false, 0],
    ]);
    expect(found.parent).toBe(join(folder, '..'));
  });

  it('completes the name that is being typed', async () => {
    const found = await browse(join(folder, 'ALP'));
    expect(found.path).toBe(folder);
    expect(found.entries.map((entry) => entry.name)).toEqual(['alpha.jsonl']);
  });

  it('says in a sentence that a folder is not there', async () => {
    await expect(browse(join(folder, 'none', 'deeper'))).rejects.toThrow(/cannot be read: it does not exist\.$/);
  });
});
