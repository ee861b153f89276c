import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeBoot } from './boot.ts';
import { closeFloat, openFloat } from './float.ts';

/** Makes the `.float` of a project where there is none, with the text that teaches agents to read it. Throws as `openFloat` does. */
export function initFloat(folder: string): { root: string; created: boolean; written: string[] } {
  const root = resolve(folder);
  const created = !existsSync(join(root, '.float', 'float.db'));
  const float = openFloat(root, { create: true });
  try {
    return { root, created, written: writeBoot(float) };
  } finally {
    closeFloat(float);
  }
}
