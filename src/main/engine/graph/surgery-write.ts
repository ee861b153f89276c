import { randomUUID } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { link, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { diskReason } from '../../../shared/rpc/disk-reasons.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { codeOf } from '../disk/disk.ts';
import { relate } from '../families/relate.ts';
import type { JsonObject } from '../formats/format.ts';
import { formatById } from '../formats/index.ts';
import type { AgentFiles, Surgery } from '../formats/surgery.ts';
import { bringSource } from '../sources/bring-source.ts';
import type { Finding } from './check.ts';
import { faultsOf, transcriptOf } from './check-tape.ts';

/** A source that was written to so recently may be written to again. */
const QUIET_MS = 60_000;

export interface Look {
  size: number;
  mtimeMs: number;
}

/** Throws TapeError('unreadable') where the source is gone. */
export function lookAt(file: string): Look {
  try {
    const { size, mtimeMs } = statSync(file);
    return { size, mtimeMs };
  } catch (failure) {
    throw new TapeError('unreadable', `${file} cannot be read: ${failure instanceof Error ? failure.message : String(failure)}.`, { file });
  }
}

/** Why a source is not to be operated on now; `read` are the bytes of it that are known. Null where it rests. */
export function busyReason(file: string, look: Look, read: number, now: number): string | null {
  if (look.size !== read) return `${file} has grown or shrunk since it was read: its session is still being written.`;
  const age = now - look.mtimeMs;
  if (age >= QUIET_MS) return null;
  return `${file} was written to ${Math.max(0, Math.round(age / 1000))} s ago: its session may still be running. Close it and try again in a minute.`;
}

export interface Target {
  session: string;
  file: string;
}

/** A fresh session next to the source, or in the folder `out`. Throws TapeError('bad-input') for a folder that is not there. */
export function targetFor(source: string, out: string | null, { fileName }: Surgery): Target {
  const folder = out === null ? dirname(source) : resolve(out);
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new TapeError('bad-input', `${folder} is not a folder.`, { path: folder });
  const session = randomUUID();
  return { session, file: join(folder, fileName(session)) };
}

/** One file of a copy: where it will be, and what it will hold. */
export interface CopyFile {
  file: string;
  batches: AsyncIterable<readonly JsonObject[]>;
}

/**
 * Writes a transcript whole or not at all, with the files of its agents: into a file next to its place, synced and read back, and only
 * then under its name. What `accept` says against the copy that was read back is thrown as TapeError('refused'); a disk that does not
 * take it, as 'unwritable'. A failure leaves nothing on disk.
 */
export async function writeWhole(
  { file, batches }: CopyFile,
  { files, copies }: { files: AgentFiles; copies: () => readonly CopyFile[] },
  accept: (copy: Copy) => string | null,
): Promise<Copy> {
  const part = `${file}.part`;
  try {
    const bytes = await writeSynced(part, batches);
    for (const agent of copies()) await writeSynced(agent.file, agent.batches);
    const copy = { ...(await readBack(part, files.folder(file))), bytes };
    const against = accept(copy);
    if (against !== null) throw new TapeError('refused', against);
    // Unlike a rename, a link never takes the place of another file.
    await link(part, file);
    await unlink(part);
    await syncFolder(dirname(file));
    return copy;
  } catch (failure) {
    rmSync(part, { force: true });
    // The session is fresh, and so is its folder.
    rmSync(files.folder(file), { recursive: true, force: true });
    if (failure instanceof TapeError) throw failure;
    throw new TapeError(
      'unwritable',
      `${file} could not be written: ${diskReason(codeOf(failure)) ?? (failure instanceof Error ? failure.message : String(failure))}.`,
      {
        file,
      },
    );
  }
}

export interface Copy {
  bytes: number;
  entries: number;
  faults: Finding[];
}

const writeSynced = async (file: string, batches: AsyncIterable<readonly JsonObject[]>): Promise<number> => {
  const handle = await open(file, 'wx');
  let bytes = 0;
  try {
    for await (const records of batches) {
      const text = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''), 'utf8');
      await handle.writeFile(text);
      bytes += text.length;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return bytes;
};

const syncFolder = async (folder: string): Promise<void> => {
  // Some systems cannot sync a folder; the file itself is safe by then.
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
};

/** The copy as any reader would find it: read by the same code as every log, in a catalog of its own. */
const readBack = async (part: string, folder: string): Promise<Omit<Copy, 'bytes'>> => {
  const home = mkdtempSync(join(tmpdir(), 'tapescope-copy-'));
  const store = openCatalog(home);
  try {
    const { db, catalog } = store;
    const { id, tape } = bringSource(db, part).source;
    const agents = globSync('**/*.jsonl', { cwd: folder }).map((name) => bringSource(db, join(folder, name)).source.tape);
    relate(db, [tape, ...agents]);
    const unread = catalog.receipt(id).lines.unreadable;
    if (unread > 0) throw new TapeError('refused', `${unread} lines of the copy could not be read back.`);
    const faults = await faultsOf({ catalog, formatOf: formatById, transcript: transcriptOf(catalog, id), id });
    return { entries: catalog.tape(id).entries, faults };
  } finally {
    store.close();
    rmSync(home, { recursive: true, force: true });
  }
};
