import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { FloatFolder } from '../../../shared/model/float.ts';
import { TapeError, toWireError } from '../../../shared/rpc/tape-error.ts';
import { codeOf, writeFailure } from '../store/disk.ts';
import { type Touched, touch } from './changes.ts';
import { describeIn } from './edit.ts';
import { type Extracted, extract, type FileText } from './extract.ts';
import type { Float } from './float.ts';
import { getFolder, listFolders } from './folders.ts';
import { byText, childOf, folderPath, nameOf, parentOf } from './paths.ts';
import { prepared } from './prepared.ts';

/** Texts for one folder. Whoever else writes them (a command, an endpoint) gets what the extraction found. */
export interface Written {
  description: string | null;
  content: string | null;
}

export interface Writer {
  /** Named in the database, with its texts marked as a model's. */
  model: string;
  write: (folder: FloatFolder, found: Written & { files: readonly FileText[] }, signal?: AbortSignal) => Promise<Written>;
}

export interface GenerateOptions {
  path?: string;
  /** Only folders without a text, or with one that is older than their files. */
  stale?: boolean;
  /** Extraction alone where it is left out. */
  writer?: Writer;
  /** Folders that a writer is asked about at once. */
  jobs?: number;
  signal?: AbortSignal;
  progress?: (seen: { done: number; total: number }) => void;
}

export interface GenerateReceipt {
  folders: number;
  /** Folders whose description or content is another now. */
  described: string[];
  /** Folders whose text a person wrote, or a model where no model was asked: left as they were. */
  kept: string[];
  /** Folders that say nothing about themselves. */
  silent: string[];
  /** Folders that the writer had no answer for; they are as they were. */
  failed: { path: string; reason: string }[];
  references: { added: number; removed: number };
  stale: string[];
}

/**
 * Fills descriptions from what is there: README, manifests, leading comments, exports; and infers references from imports and links.
 * What a person wrote is never touched. Where a writer is asked, each folder is one transaction; one that it fails for is told, and the rest goes on. Throws
 * 'not-found', 'cancelled' (what was done stays), and 'refused' where a writer has failed for the first so many and answered for none.
 */
export const generate = async (float: Float, options: GenerateOptions = {}): Promise<GenerateReceipt> => {
  const all = options.path === undefined ? listFolders(float) : [getFolder(float, options.path)];
  const due = options.stale === true ? all.filter(({ textState }) => textState !== 'current') : all;
  const receipt: GenerateReceipt = {
    folders: due.length,
    described: [],
    kept: [],
    silent: [],
    failed: [],
    references: { added: 0, removed: 0 },
    stale: [],
  };
  const stale = new Set<string>();
  let done = 0;
  await inLanes(inGroups(due, options.writer === undefined ? PER_GROUP : 1), options, async (group, signal) => {
    const stores: Store[] = [];
    for (const folder of group) {
      if (signal.aborted) throw new TapeError('cancelled', 'Generating was cancelled; what was done stays.');
      const store = await generateOne(float, folder, { ...options, signal }, receipt);
      if (store !== null) stores.push(store);
      await setImmediate();
    }
    for (const path of storeAll(float, stores)) stale.add(path);
    done += group.length;
    giveUp(receipt.failed, done);
    options.progress?.({ done, total: due.length });
  });
  return { ...receipt, stale: [...stale].sort(byText), failed: receipt.failed.sort((a, b) => byText(a.path, b.path)) };
};

/** Folders that are stored and hashed together: to hash a folder costs what is in it, and a thousand children are hashed once so. */
const PER_GROUP = 200;

const inGroups = (folders: readonly FloatFolder[], size: number): FloatFolder[][] =>
  Array.from({ length: Math.ceil(folders.length / size) }, (_, at) => folders.slice(at * size, (at + 1) * size));

/** Some folders at a time where somebody is waited for. The first failure stops the others, and is thrown when they have stopped. */
const inLanes = async (
  groups: readonly FloatFolder[][],
  { writer, jobs = 1, signal }: GenerateOptions,
  work: (group: FloatFolder[], signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const stop = new AbortController();
  const either = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]);
  const queue = groups.values();
  let failure: unknown;
  const lane = async (): Promise<void> => {
    try {
      for (const group of queue) await work(group, either);
    } catch (thrown) {
      failure ??= thrown;
      stop.abort();
    }
  };
  await Promise.all(Array.from({ length: writer === undefined ? 1 : jobs }, lane));
  if (failure !== undefined) throw failure;
};

/** A writer that fails for this many and has answered for none is not there, or not right: the rest would fail as well. */
const HOPELESS = 10;

const giveUp = (failed: GenerateReceipt['failed'], done: number): void => {
  if (done < HOPELESS || failed.length < done) return;
  throw new TapeError('refused', `None of the first ${done} folders could be described. ${failed[0]?.path}: ${failed[0]?.reason}`);
};

/** To be called in a transaction. */
type Store = () => Touched[];

const storeAll = (float: Float, stores: readonly Store[]): string[] => {
  try {
    return float.db
      .transaction(() =>
        touch(
          float.db,
          stores.flatMap((store) => store()),
          float.now(),
        ),
      )
      .immediate();
  } catch (error) {
    throw writeFailure(error, float.root);
  }
};

const generateOne = async (
  float: Float,
  folder: FloatFolder,
  { writer, signal }: GenerateOptions,
  receipt: GenerateReceipt,
): Promise<Store | null> => {
  const files = readTexts(float, folder.path);
  const found = extract(files);
  const written =
    isPersons(folder) || writer === undefined
      ? found
      : await ask(writer, folder, { description: found.description, content: found.content, files }, receipt, signal);
  return written && (() => storeOne(float, folder.path, found, written, writer, receipt));
};

/** Nobody is asked about what would not be taken. */
const isPersons = ({ descriptionBy, contentBy }: FloatFolder): boolean => descriptionBy === 'person' && contentBy === 'person';

/** null where the writer failed, which is noted. Throws 'cancelled'. */
const ask = async (
  writer: Writer,
  folder: FloatFolder,
  found: Parameters<Writer['write']>[1],
  receipt: GenerateReceipt,
  signal: AbortSignal | undefined,
): Promise<Written | null> => {
  try {
    return await writer.write(folder, found, signal);
  } catch (failure) {
    if (signal?.aborted) throw new TapeError('cancelled', 'Generating was cancelled; what was done stays.');
    receipt.failed.push({ path: folder.path, reason: toWireError(failure).message });
    return null;
  }
};

/** Read again: a person may have written while a model did. */
const storeOne = (
  float: Float,
  path: string,
  found: Extracted,
  written: Written,
  writer: Writer | undefined,
  receipt: GenerateReceipt,
): Touched[] => {
  const before = getFolder(float, path);
  const mayWrite = (by: string | null): boolean => by === null || by === 'extracted' || (by === 'model' && writer !== undefined);
  const [description, content] = [mayWrite(before.descriptionBy), mayWrite(before.contentBy)];
  const given = {
    by: writer === undefined ? ('extracted' as const) : ('model' as const),
    ...(writer && { model: writer.model }),
    ...(description && { description: written.description }),
    ...(content && { content: written.content }),
  };
  const touched = describeIn(float.db, path, given, float.now());
  const after = getFolder(float, path);
  if (after.description !== before.description || after.content !== before.content) receipt.described.push(path);
  if (!description) receipt.kept.push(path);
  else if (after.description === null && after.content === null) receipt.silent.push(path);
  const changed = [storeFileTexts(float, path, found), storeReferences(float, path, found, receipt)].includes(true);
  return changed ? [...touched, { path, kind: 'reference' }] : touched;
};

/** As much of a file as says what it is. */
const HEAD = 64 * 1024;
const MOST_FILES = 2000;
const buffer = Buffer.allocUnsafe(HEAD);

const readTexts = (float: Float, path: string): FileText[] => {
  const names = prepared(float.db, 'SELECT name FROM files WHERE folder_path = ? ORDER BY name LIMIT ?')
    .pluck()
    .all(path, MOST_FILES) as string[];
  return names.flatMap((name) => {
    const text = readHead(float.root + childOf(path, name));
    return text === null ? [] : [{ name, text }];
  });
};

/** null for what is no text, or no longer there. */
const readHead = (path: string): string | null => {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = buffer.subarray(0, readSync(file, buffer, 0, HEAD, 0));
      return bytes.includes(0) ? null : bytes.toString('utf8').replaceAll('\r\n', '\n');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return null;
  }
};

const storeFileTexts = ({ db }: Float, path: string, { files }: Extracted): boolean => {
  const rows = prepared(db, 'SELECT name, description FROM files WHERE folder_path = ?').all(path) as {
    name: string;
    description: string | null;
  }[];
  const others = rows.filter(({ name, description }) => description !== (files.get(name) ?? null));
  for (const { name } of others)
    prepared(db, 'UPDATE files SET description = ? WHERE folder_path = ? AND name = ?').run(files.get(name) ?? null, path, name);
  return others.length > 0;
};

const storeReferences = (float: Float, path: string, found: Extracted, receipt: GenerateReceipt): boolean => {
  const { db } = float;
  const wanted = inferred(float, path, found);
  const rows = prepared(db, `SELECT target_path AS "to", why FROM "references" WHERE source_path = ? AND origin = 'inferred'`).all(
    path,
  ) as { to: string; why: string }[];
  const known = new Map(rows.map(({ to, why }) => [to, why]));
  const gone = rows.filter(({ to }) => !wanted.has(to));
  const fresh = [...wanted].filter(([to, why]) => known.get(to) !== why);
  for (const { to } of gone)
    prepared(db, `DELETE FROM "references" WHERE source_path = ? AND target_path = ? AND origin = 'inferred'`).run(path, to);
  for (const [to, why] of fresh)
    prepared(db, `INSERT OR REPLACE INTO "references" VALUES (?, ?, 'inferred', ?, ?)`).run(path, to, why, float.now());
  receipt.references.removed += gone.length;
  receipt.references.added += fresh.filter(([to]) => !known.has(to)).length;
  return gone.length + fresh.length > 0;
};

/** Folders that its files name, with why. Its parent and children are in the navigation anyhow. */
const inferred = (float: Float, path: string, { mentions }: Extracted): Map<string, string> => {
  const files = Map.groupBy(mentions, ({ target }) => folderOf(float, path, target) ?? path);
  files.delete(path);
  return new Map(
    [...files]
      .filter(([to]) => to !== parentOf(path) && parentOf(to) !== path)
      .map(([to, some]) => {
        const names = [...new Set(some.map(({ file }) => file))].sort(byText);
        return [to, `${names[0]}${names.length > 1 ? ` and ${names.length - 1} more` : ''} ${some[0]?.how} it`];
      }),
  );
};

/** The folder that a relative path leads to, or into; null outside of the project and for what is not there. */
const folderOf = ({ db }: Float, from: string, target: string): string | null => {
  const path = resolved(from, target);
  if (path === null || prepared(db, 'SELECT 1 FROM folders WHERE path = ? AND gone_at IS NULL').get(path) !== undefined) return path;
  const parent = parentOf(path) ?? path;
  const stem = nameOf(path).replace(/\.\w+$/, '');
  const named = "SELECT 1 FROM files WHERE folder_path = ? AND (name = ? OR (name >= ? || '.' AND name < ? || '/')) LIMIT 1";
  const file = prepared(db, named).get(parent, nameOf(path), stem, stem);
  return file === undefined ? null : parent;
};

/** Links are written as addresses, imports are not; what is neither leads nowhere. */
const resolved = (from: string, target: string): string | null => {
  try {
    return folderPath(`${from}/${decodeURIComponent(target)}`);
  } catch {
    return null;
  }
};
