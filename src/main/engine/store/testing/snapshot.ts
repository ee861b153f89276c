import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PHASE_FILES } from '../../bytes/phases.ts';
import { handleOf } from '../handle.ts';
import { phaseFolders } from '../replay.ts';
import type { Tape } from '../types.ts';

/** Every row of the index, table by table, and every word with its entry and its place in it. */
export function indexRows(tape: Tape): Record<string, unknown[]> {
  handleOf(tape).db.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.words USING fts5vocab('main', 'entries_fts', 'instance')");
  const all = (query: string): unknown[] => handleOf(tape).db.prepare(query).all();
  return {
    entries: all('SELECT * FROM entries ORDER BY id'),
    anchors: all('SELECT * FROM anchors ORDER BY seq'),
    calls: all('SELECT * FROM calls ORDER BY call_id, id'),
    forks: all('SELECT * FROM forks ORDER BY name'),
    files: all('SELECT * FROM files ORDER BY path'),
    words: all('SELECT term, doc, offset FROM temp.words ORDER BY doc, offset'),
  };
}

/** Bytes of each file of a tape, by its path in the tape's folder. */
export function fileBytes(folder: string): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (const { path } of phaseFolders(folder)) {
    for (const name of PHASE_FILES) {
      const bytes = bytesOf(join(folder, path, name));
      if (bytes !== null) found.set(`${path}/${name}`, bytes);
    }
  }
  return found;
}

const bytesOf = (path: string): Buffer | null => {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
};

/** What files held before stands unchanged at their beginning: paths where it does not. */
export function changedPrefixes(before: ReadonlyMap<string, Buffer>, after: ReadonlyMap<string, Buffer>): string[] {
  return [...before].filter(([path, bytes]) => after.get(path)?.subarray(0, bytes.length).equals(bytes) !== true).map(([path]) => path);
}

/** One figure for all bytes of all files. */
export function filesDigest(folder: string): string {
  const hash = createHash('sha256');
  for (const [path, bytes] of fileBytes(folder)) hash.update(path).update(bytes);
  return hash.digest('hex');
}
