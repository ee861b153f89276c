import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import { chainOf } from '../../bytes/borrowed.ts';
import { loadTexts } from '../../bytes/load.ts';
import { isPacked, plainPath } from '../../bytes/packed.ts';
import { rowTapeAt } from '../../bytes/row-place.ts';
import { createCatalog } from '../../catalog/read.ts';
import { type Db, openDatabase } from '../../database/schema.ts';
import type { ReadPart } from '../../pages/batch.ts';
import { bringSource } from '../../sources/bring-source.ts';
import { sourceAt } from '../../sources/index.ts';
import { lineStart, readBatch } from '../../sources/read-batch.ts';
import type { ReadPlan } from '../../storing/reading.ts';
import { tempFolder, writeFile } from '../files.ts';

const isDocument = (path: string): boolean => sourceAt(path).id === 'json-document';

const everything = (db: Db, id: string) => {
  const catalog = createCatalog(db);
  const { live: _live, textTo: _text, file: _file, id: _id, project: _project, ...tape } = catalog.tape(id);
  const { file, tape: _tape, ...receipt } = catalog.receipt(id);
  // A document that is written again is read again, and its receipt says so.
  if (isDocument(file)) Object.assign(receipt, { reread: 0, notes: receipt.notes.filter((note) => !note.endsWith('written again.')) });
  const rows = catalog.entries(id, 1, 1e9);
  return {
    ...{ tape, receipt, rows, steps: catalog.steps(id, 1, 1e9).items, anchors: catalog.anchors(id), stats: catalog.stats(id) },
    problems: catalog.problems(id, 1000),
    children: rows.map(({ seq }) => catalog.children(id, seq).map((child) => child.seq)),
  };
};

/** As two threads read it (ranges.ts): none knows what is before its range. */
const inRanges = ({ file, format, source, final }: ReadPlan, range: number): ReadPart[] => {
  const parts: ReadPart[] = [];
  for (let from = source.offset; from < source.size; from += range) {
    const offset = from === source.offset ? from : lineStart(file, from, source.size);
    const want = Math.min(source.size, from + range);
    const open = from === source.offset && source.open > 0;
    if (offset < want) parts.push(readBatch({ file, format, want, size: source.size, final }, { offset, line: 0, open }));
  }
  return parts;
};

/** Long after the last byte was written, so that what is torn then stays torn. */
const later = (): number => Date.now() + 3_600_000;

const inDatabase = <T>(work: (db: Db) => T): T => {
  const { db } = openDatabase(tempFolder());
  try {
    return work(db);
  } finally {
    db.close();
  }
};

/** All that the catalog says of a file that is read in one piece. */
export function readWhole(path: string) {
  return inDatabase((db) => everything(db, bringSource(db, path, { now: later }).source.id));
}

/** The same of one that is read in ranges of this many bytes, where it is. */
export function readInRanges(path: string, range: number) {
  return inDatabase((db) => everything(db, bringSource(db, path, { now: later, batches: (plan) => inRanges(plan, range) }).source.id));
}

/**
 * The same of one that is there up to its first line, then up to each share of its bytes, and is read each time; of what is compressed, before it was.
 * A document is there up to each share of its bytes, as it is while it is written, and then whole.
 */
export function readGrowing(path: string, shares: readonly number[]) {
  return inDatabase((db) => {
    const bytes = isPacked(path) ? zstdDecompressSync(readFileSync(path)) : readFileSync(path);
    const growing = writeFile(tempFolder(), plainPath(path).split(/[\\/]/).slice(-2).join('/'), '');
    for (const { file } of chainOf(path).files) symlinkSync(file, join(dirname(growing), basename(file)));
    const least = isDocument(path) ? 0 : bytes.indexOf(10) + 1;
    for (const share of [0, ...shares, 1]) {
      const to = Math.max(least, Math.floor(bytes.length * share));
      // The same file, longer by what is new: what was there keeps its place.
      writeFileSync(growing, bytes.subarray(statSync(growing).size, to), { flag: 'a' });
      bringWhatIsThere(db, growing, least === 0);
    }
    return everything(db, bringSource(db, growing, { now: later }).source.id);
  });
}

/** Too little of a document is none that anybody knows. */
const bringWhatIsThere = (db: Db, path: string, torn: boolean): void => {
  try {
    bringSource(db, path, torn ? { now: later } : {});
  } catch (failure) {
    if (!torn || !(failure instanceof TapeError) || failure.code !== 'not-a-log') throw failure;
  }
};

/** A file of lines as it is; of a tape in a database its rows as lines, of which it is the same tape. */
export async function inLines(path: string): Promise<string> {
  if (rowTapeAt(path) === null) return path;
  const rows = inDatabase((db) => createCatalog(db).entries(bringSource(db, path, { now: later }).source.id, 1, 1e9));
  const texts = await loadTexts(
    path,
    rows.filter(({ part }) => part === undefined),
  );
  return writeFile(tempFolder(), 'rows/rows.jsonl', `${texts.join('\n')}\n`);
}
