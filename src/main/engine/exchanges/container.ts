import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, type Made } from '../captures/files.ts';
import { type Exchange, recordOf } from '../formats/captured/exchange.ts';
import { addedBy, continuesFrom, type Identity, identityOf } from '../formats/captured/identity.ts';
import type { Json } from '../formats/format.ts';
import type { Held } from './held.ts';
import { heldInDatabase } from './in-database.ts';
import { heldInFile, type InFile } from './in-file.ts';
import { heldInFolder } from './in-folder.ts';
import type { LineFile } from './line-file.ts';
import { threadsOf } from './threads.ts';

/** A file or folder with captured requests, opened. Requests go by their number in it. */
export interface Container {
  /** What differs after it was written to. */
  stamp: string;
  bytes: number;
  mtime: number;
  count: number;
  exchange(at: number): Exchange | null;
  /** The conversation of each request; null where none was asked of a model. */
  threads(): readonly (string | null)[];
}

/** Folders below a folder of captures that belong to it. */
const DEPTH = 3;
/** This many are at hand: views of a tape and of those joined to it take turns. */
const KEPT = 3;
let opened: { path: string; container: Container; lines: LineFile | null; made: Made; identities: Identities }[] = [];

/**
 * The requests in a file or folder. Of a file of lines that has grown what was added is read, of a folder the files that are new or have changed. Throws what the
 * file system throws.
 */
export function openContainer(path: string): Container {
  const look = lookAt(path);
  const known = opened.find((one) => one.path === path);
  const now = known?.container.stamp === look.stamp ? known : openedNow(path, look, known);
  opened = [now, ...opened.filter((one) => one.path !== path)].slice(0, KEPT);
  return now.container;
}

const openedNow = (path: string, look: Look, known: (typeof opened)[number] | undefined): (typeof opened)[number] => {
  const more = known?.lines?.read() ?? null;
  const made: Made = (look.isFolder ? known?.made : undefined) ?? new Map();
  const { held, lines } = more === null ? heldAt(path, look, made) : { held: more, lines: known?.lines ?? null };
  const identities = (more === null && !look.isFolder ? undefined : known?.identities) ?? createIdentities();
  return { path, container: containerOf(look, held, identities), lines, made, identities };
};

const heldAt = (path: string, { isFolder }: Look, made: Made): InFile => {
  if (isFolder) return { held: heldInFolder(filesIn(path, DEPTH, made)), lines: null };
  const stored = heldInDatabase(path);
  return stored === null ? heldInFile(path) : { held: stored, lines: null };
};

interface Look {
  isFolder: boolean;
  stamp: string;
  bytes: number;
  mtime: number;
}

/** What is there, and how much: cheaper than to read it. */
const lookAt = (path: string): Look => {
  const found = statSync(path);
  if (!found.isDirectory()) {
    const { dev, ino, size, mtimeMs } = found;
    // What was last written to a database is in a file of its own.
    const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
    const newest = log === undefined || log.size === 0 ? '' : `:${log.size}:${log.mtimeMs}`;
    return {
      isFolder: false,
      stamp: `${dev}:${ino}:${size}:${mtimeMs}${newest}`,
      bytes: size,
      mtime: Math.max(mtimeMs, log?.mtimeMs ?? 0),
    };
  }
  let [bytes, files, mtime] = [0, 0, 0];
  const walk = (folder: string, depth: number): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const inside = join(folder, entry.name);
      if (entry.isDirectory() && depth > 1) walk(inside, depth - 1);
      if (!entry.isFile()) continue;
      const look = lstatSync(inside);
      [bytes, files, mtime] = [bytes + look.size, files + 1, Math.max(mtime, look.mtimeMs)];
    }
  };
  walk(path, DEPTH);
  return { isFolder: true, stamp: `${found.dev}:${found.ino}:${files}:${bytes}:${mtime}`, bytes, mtime };
};

const containerOf = ({ stamp, bytes, mtime }: Look, held: readonly Held[], identities: Identities): Container => {
  const load = (at: number): Exchange | null => held[at]?.() ?? null;
  const before = createHistory(held.length, load);
  const exchange = (at: number): Exchange | null => {
    const found = load(at);
    const from = found === null ? null : continuesFrom(found);
    return found === null || from === null ? found : { ...found, before: before(from) };
  };
  let threads: readonly (string | null)[] | null = null;
  return {
    ...{ stamp, bytes, mtime, count: held.length, exchange },
    threads() {
      threads ??= threadsOf(held.map((one, at) => identities(one, () => exchange(at))));
      return threads;
    },
  };
};

const identityAt = (exchange: Exchange | null): Identity | null => (exchange === null ? null : identityOf(exchange));

/** Tells what tells which conversation a request belongs to, of each request once. */
type Identities = (held: Held, load: () => Exchange | null) => Identity | null;

const createIdentities = (): Identities => {
  const known = new WeakMap<Held, Identity | null>();
  const texts = new Map<string, string>();
  /** Each request repeats those before it: their texts are kept once. */
  const once = (text: string): string => {
    if (!texts.has(text)) texts.set(text, text);
    return texts.get(text) ?? text;
  };
  return (held, load) => {
    const before = known.get(held);
    if (before !== undefined) return before;
    const exchange = load();
    const found = identityAt(exchange);
    const identity = found && { ...found, blocks: found.blocks.map(once), texts: found.texts.map(once) };
    // What continues from an answer is another once that is there.
    if (exchange === null || continuesFrom(exchange) === null) known.set(held, identity);
    return identity;
  };
};

/** Gives all that was said up to and with an answer that a later request names, as far as it was captured. */
const createHistory = (count: number, load: (at: number) => Exchange | null): ((id: string) => Json[]) => {
  let places: ReadonlyMap<string, number> | null = null;
  const known = new Map<string, Json[]>();
  const placesOf = (): ReadonlyMap<string, number> =>
    new Map(
      Array.from({ length: count }, (_, at) => [identityAt(load(at))?.id, at] as const).flatMap(([id, at]) =>
        id === undefined ? [] : [[id, at]],
      ),
    );
  return (last) => {
    places ??= placesOf();
    const chain: { id: string; added: Json[] }[] = [];
    let history: Json[] = [];
    const met = new Set<string>();
    for (let id: string | null = last; id !== null && !met.has(id); ) {
      met.add(id);
      const done = known.get(id);
      if (done !== undefined) {
        history = done;
        break;
      }
      const exchange: Exchange | null = load(places.get(id) ?? -1);
      if (exchange === null) break;
      chain.push({ id, added: addedBy(exchange) });
      id = continuesFrom(exchange);
    }
    for (const { id, added } of chain.toReversed()) {
      history = [...history, ...added];
      known.set(id, history);
    }
    return history;
  };
};

/** The record of a request as text; null where there is none (any more). */
export function recordAt(container: Container, at: number): string | null {
  const found = container.exchange(at);
  try {
    return found === null ? null : JSON.stringify(recordOf(found));
  } catch {
    // What nests so deep that it makes no text is not a request that anybody can read.
    return null;
  }
}
