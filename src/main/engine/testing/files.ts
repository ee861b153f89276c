import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Json } from '../formats/format.ts';
import { jsonl } from './tree.ts';

const folders: string[] = [];

/** Removes the folders that the tests of a file made, when they are over (scripts/each-file.ts). */
export function removeFolders(): void {
  // A thread that is just ending may still put a file there.
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** A new empty folder that is removed when the tests of the file are over. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-'));
  folders.push(folder);
  return folder;
}

/** Writes a file, with the folders it needs, and answers its path. Records become JSONL; text and bytes stay as they are. */
export function writeFile(folder: string, name: string, content: string | Uint8Array | readonly Json[]): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' || content instanceof Uint8Array ? content : jsonl(content));
  return path;
}

/** A JSONL file in a new folder of its own. */
export function writeTape(records: readonly Json[], name = 'session-1.jsonl'): string {
  return writeFile(tempFolder(), name, records);
}
