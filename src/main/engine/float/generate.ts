import { setImmediate } from 'node:timers/promises';
import type { FloatFolder } from '../../../shared/model/float.ts';
import { TapeError, toWireError } from '../../../shared/rpc/tape-error.ts';
import { writeFailure } from '../disk/disk.ts';
import { type Touched, touch } from './changes.ts';
import { extract, type FileText } from './extract.ts';
import type { Float } from './float.ts';
import { getFolder, listFolders } from './folders.ts';
import { setMeta } from './meta.ts';
import { ancestorsOf, byText } from './paths.ts';
import { prepared } from './prepared.ts';
import { MOST_FILES, readTexts } from './read-texts.ts';
import { storeTexts } from './store-texts.ts';

/** Texts for one folder. Whoever else writes them (a command, an endpoint) gets what the extraction found. */
export interface Written {
  description: string | null;
  content: string | null;
}

export interface Writer {
  /** Named in the database, with its texts marked as a model's. */
  model: string;
  write: (folder: FloatFolder, found: Asked, signal?: AbortSignal) => Promise<Written>;
}

/** What a writer is told: what the extraction found, the beginnings of the files, and what is known of the folders in it. */
export interface Asked extends Written {
  files: readonly FileText[];
  folders: readonly { name: string; description: string | null }[];
}

export interface GenerateOptions {
  path?: string;
  /**
   * Only folders without a text, or with one that is older than what it was made from: their own files and the names of the folders in
   * them. What changed deeper down, or in what a folder below is said to be, asks for nothing: a model words it again each time, so that
   * each saved file would be paid for once on every level up to the project.
   */
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
 * What a person wrote is never touched. Where a writer is asked, each folder is one transaction; a folder that it fails for is named, and the rest continues. Throws
 * 'not-found', 'cancelled' (what was done stays), and 'refused' where a writer has failed this many times and answered for none.
 */
export async function generate(float: Float, options: GenerateOptions = {}): Promise<GenerateReceipt> {
  setMeta(float.db, 'generated', '1');
  const all = options.path === undefined ? listFolders(float) : [getFolder(float, options.path)];
  const due = options.stale === true ? all.filter(isDue(float, options.writer)) : all;
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
  const work = async (group: FloatFolder[], signal: AbortSignal): Promise<void> => {
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
  };
  if (options.writer === undefined) await inLanes(inGroups(due, PER_GROUP), options, work);
  else for (const level of inLevels(due)) await inLanes(inGroups(level, 1), options, work);
  return { ...receipt, stale: [...stale].sort(byText), failed: receipt.failed.sort((a, b) => byText(a.path, b.path)) };
}

const OLD_LINES = 'SELECT path FROM folders WHERE gone_at IS NULL AND lines_hash IS NOT own_hash';

const ANSWERED = 'SELECT path FROM folders WHERE description IS NULL AND text_hash = own_hash AND ai_model = ?';

/** What the files say of themselves is read again where they changed, whoever described the folder. A model that had nothing to say of these files is not asked again. */
const isDue = ({ db }: Float, writer: Writer | undefined): ((folder: FloatFolder) => boolean) => {
  const answered = new Set(writer === undefined ? [] : prepared(db, ANSWERED).pluck().all(writer.model));
  const lines = new Set(prepared(db, OLD_LINES).pluck().all());
  return ({ path, textState, descriptionBy }) =>
    lines.has(path) || (textState !== 'current' && descriptionBy !== 'person' && !answered.has(path));
};

/** The deepest folders first: who is asked about a folder is told what those in it are. */
const inLevels = (folders: readonly FloatFolder[]): FloatFolder[][] =>
  [...Map.groupBy(folders, ({ path }) => ancestorsOf(path).length)].sort(([a], [b]) => b - a).map(([, level]) => level);

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
  const madeFrom = ownHash(float, folder.path);
  const files = readTexts(float, folder.path);
  const found = extract(files, folder.name);
  const asked: Asked = { description: found.description, content: found.content, files, folders: foldersIn(float, folder.path) };
  const written =
    isPersons(folder) || writer === undefined || asked.files.length + asked.folders.length === 0
      ? found
      : await ask(writer, folder, asked, receipt, signal);
  return (
    written &&
    (() => storeTexts(float, { path: folder.path, madeFrom }, found, { ...written, ...(writer && { model: writer.model }) }, receipt))
  );
};

const ownHash = ({ db }: Float, path: string): string | undefined =>
  prepared(db, 'SELECT own_hash FROM folders WHERE path = ?').pluck().get(path) as string | undefined;

const FOLDERS = 'SELECT name, description FROM folders WHERE parent_path = ? AND gone_at IS NULL ORDER BY path LIMIT ?';

const foldersIn = ({ db }: Float, path: string): Asked['folders'] =>
  prepared(db, FOLDERS).all(path, MOST_FILES) as Asked['folders'][number][];

/** Nobody is asked about what would not be taken. */
const isPersons = ({ descriptionBy, contentBy }: FloatFolder): boolean => descriptionBy === 'person' && contentBy === 'person';

/** null where the writer failed, which is noted. Throws 'cancelled'. */
const ask = async (
  writer: Writer,
  folder: FloatFolder,
  found: Asked,
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
