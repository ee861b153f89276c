import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import module from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** How often what a command called is added to what is kept: other options call other functions. */
const RUNS = 3;

/** What a file of compiled code says before the code: where each chunk's is, and how many runs added to it. */
interface Contents {
  runs: number;
  chunks: Record<string, [from: number, length: number]>;
}

interface Kept extends Contents {
  code: Buffer;
}

const NOTHING: Kept = { runs: 0, chunks: {}, code: Buffer.alloc(0) };

const LINE_FEED = 10;

/** A name with the hash of what the chunk is. V8 takes code that it compiled for any of the same length, so nothing else is kept. */
const HASHED = /-[\w-]{8}\.js$/;

/**
 * One of the two copies that a file holds. V8 compares lengths and versions and trusts the code itself: a byte that changed on the disk would
 * end every later start. To compare two copies takes a fraction of the time of a checksum in JavaScript.
 */
const sameTwice = (bytes: Buffer): Buffer => {
  const half = bytes.length / 2;
  if (!bytes.subarray(0, half).equals(bytes.subarray(half))) throw new Error('the copies differ');
  return bytes.subarray(half);
};

const readKept = (file: string): Kept => {
  try {
    const bytes = sameTwice(readFileSync(file));
    const end = bytes.indexOf(LINE_FEED);
    const { runs, chunks } = JSON.parse(bytes.toString('latin1', 0, end)) as Contents;
    return Object.values(chunks).every(Array.isArray) ? { runs, chunks, code: bytes.subarray(end + 1) } : NOTHING;
  } catch {
    // Not there yet, or nothing that was written here.
    return NOTHING;
  }
};

/** Moved into place when it is on the disk. */
const write = (file: string, pieces: readonly Buffer[]): void => {
  const fresh = `${file}.${process.pid}`;
  const open = openSync(fresh, 'w');
  try {
    for (const piece of pieces) for (let at = 0; at < piece.length; ) at += writeSync(open, piece, at);
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
  renameSync(fresh, file);
};

const codeOf = ({ chunks, code }: Kept, name: string): Buffer | undefined => {
  const [from, length] = chunks[name] ?? [];
  return from === undefined || length === undefined ? undefined : code.subarray(from, from + length);
};

/** Writes what the chunks of this run are now, and what was kept of others that are still there. */
const writeKept = (file: string, folder: string, kept: Kept, scripts: ReadonlyMap<string, Script>): void => {
  const contents: Contents = { runs: kept.runs + 1, chunks: {} };
  const codes: Buffer[] = [];
  let from = 0;
  const others = Object.keys(kept.chunks).filter((name) => !scripts.has(name) && existsSync(join(folder, name)));
  for (const name of [...scripts.keys(), ...others]) {
    const code = scripts.get(name)?.createCachedData() ?? codeOf(kept, name);
    if (code === undefined) continue;
    contents.chunks[name] = [from, code.length];
    from += code.length;
    codes.push(code);
  }
  try {
    const copy = [Buffer.from(`${JSON.stringify(contents)}\n`), ...codes];
    write(file, [...copy, ...copy]);
  } catch {
    // Every start compiles again.
    rmSync(`${file}.${process.pid}`, { force: true });
  }
};

/**
 * Keeps in `file` what V8 made of the chunks in `folder` while this process ran, for the next one of the same command. Node's own cache of compiled
 * code is made when a chunk is loaded: it lacks every function, and a command calls hundreds, each of which would be compiled at each start.
 * A chunk is known by its name, which holds the hash of what it is; an entry, whose name holds none, is compiled at each start.
 */
export function keepCompiled(folder: string, file: string): void {
  const { extensions } = module.createRequire(import.meta.filename);
  const plain = extensions['.js'];
  const kept = readKept(file);
  const scripts = new Map<string, Script>();
  let isNew = kept.runs < RUNS;
  const compiled = (name: string, path: string): Script => {
    const cachedData = codeOf(kept, name);
    const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, 'utf8')}\n})`;
    const script = new Script(source, { filename: path, ...(cachedData && { cachedData }) });
    isNew ||= script.cachedDataRejected !== false;
    scripts.set(name, script);
    return script;
  };
  extensions['.js'] = (chunk, path) => {
    if (dirname(path) !== folder || !HASHED.test(path)) return plain?.(chunk, path);
    const run = compiled(basename(path), path).runInThisContext();
    run.call(chunk.exports, chunk.exports, (id: string) => chunk.require(id), chunk, path, folder);
  };
  process.on('exit', (code) => {
    if (code === 0 && isNew) writeKept(file, folder, kept, scripts);
  });
}
