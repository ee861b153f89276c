import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import { formatById } from '../src/main/engine/formats/index.ts';
import { createIngest } from '../src/main/engine/ingest/create-ingest.ts';
import { writeCodexFile, writePiFile } from './agent-files.ts';
import { writeClaudeFile } from './claude-file.ts';
import { type Bench, type BenchOptions, type BenchRow, median, timed } from './report.ts';

/** JSON.parse of every line of a file that is in memory, on one thread: what the machine can do at best. */
const parseAll = (bytes: Buffer): void => {
  for (let at = 0, feed = bytes.indexOf(10); feed >= 0; at = feed + 1, feed = bytes.indexOf(10, at)) {
    JSON.parse(bytes.toString('utf8', at, feed));
  }
};

/** Characters of the text that a search finds, for the size of the index against it. */
const textOf = (path: string): number => {
  const format = formatById('claude-code');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.reduce((sum, line) => sum + format.text(JSON.parse(line)).length, 0);
};

interface Round {
  structure: number;
  all: number;
  /** Bytes of the catalog and of the full-text index. */
  catalog: number;
  text: number;
}

/**
 * Imports the file into a new catalog: milliseconds until it can be looked at, and until it can be searched. A smaller session
 * is imported before it, so that the threads run and their code is compiled, as in a window that has been open for a while.
 */
const importOnce = async (path: string, before: string): Promise<Round> => {
  const home = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const store = openCatalog(home);
  const ingest = createIngest({ home, store, onPush: () => {}, follow: false });
  const sizes = () => {
    for (const name of ['catalog.db', 'text-0.db', 'text-1.db']) checkpoint(join(home, name));
    const of = (start: string) =>
      readdirSync(home).reduce((sum, name) => sum + (name.startsWith(start) ? statSync(join(home, name)).size : 0), 0);
    return { catalog: of('catalog'), text: of('text') };
  };
  try {
    await ingest.open([before]);
    await ingest.idle();
    const held = sizes();
    const start = performance.now();
    const { tapes } = await ingest.open([path]);
    const structure = performance.now() - start;
    await ingest.idle();
    const all = performance.now() - start;
    const tape = store.catalog.tape(tapes[0] ?? '');
    if (tape.entries === 0 || tape.textTo !== tape.entries) throw new Error('the import is not complete');
    const now = sizes();
    return { structure, all, catalog: now.catalog - held.catalog, text: now.text - held.text };
  } finally {
    await ingest.close();
    store.close();
    rmSync(home, { recursive: true, force: true });
  }
};

/** Moves what is in the write-ahead log into the database, so that its size is its size. */
const checkpoint = (file: string): void => {
  const db = new Database(file);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
};

const MEGA = 1e6;

/** What an engineer would write in a few minutes: each line parsed, its text in a full-text index, one transaction. */
const PYTHON = `
import json, sqlite3, sys
db = sqlite3.connect(sys.argv[2])
db.executescript('CREATE TABLE entries (id INTEGER PRIMARY KEY, kind TEXT, at TEXT, offset INTEGER); CREATE VIRTUAL TABLE words USING fts5 (text, content="")')
def texts(value):
    if isinstance(value, str): yield value
    elif isinstance(value, dict): value = value.values()
    if not isinstance(value, (str, int, float, type(None))):
        for each in value: yield from texts(each)
at = 0
with open(sys.argv[1], 'rb') as lines:
    for id, line in enumerate(lines):
        record = json.loads(line)
        db.execute('INSERT INTO entries VALUES (?, ?, ?, ?)', (id, record.get('type'), record.get('timestamp'), at))
        db.execute('INSERT INTO words (rowid, text) VALUES (?, ?)', (id, '\\n'.join(texts(record.get('message')))))
        at += len(line)
db.commit()
`;

/** Milliseconds that it takes; null without Python. */
const inPython = async (path: string, folder: string): Promise<number | null> => {
  const run = (words: string[]): boolean => spawnSync('python3', words, { stdio: 'ignore' }).status === 0;
  if (!run(['-c', 'import sqlite3'])) return null;
  let done = false;
  const ms = await timed(() => {
    done = run(['-c', PYTHON, path, join(folder, 'python.db')]);
  });
  return done ? ms : null;
};

const beside = (value: number, yardstickValue: number): BenchRow => ({
  ...{
    what: 'structure and full text, against a script',
    value,
    unit: 'MB/s',
    yardstick: 'Python with json, sqlite3 and FTS5',
    yardstickValue,
  },
  ...{ ratio: value / yardstickValue, target: 2.5, better: 'higher' },
});

interface Agent {
  name: string;
  file: string;
  write(path: string, bytes: number, seed?: number): void;
}

const OTHERS: readonly Agent[] = [
  { name: 'Codex', file: 'rollout-2026-01-05T00-00-00-019e0000-0000-7000-8000-000000000001.jsonl', write: writeCodexFile },
  { name: 'pi', file: '2026-01-05T00-00-00-000Z_019e0000-0000-7000-8000-000000000002.jsonl', write: writePiFile },
];

/** Structure of one long session of another agent, against parsing its lines. */
const structureOf = async ({ name, file, write }: Agent, folder: string, quick: boolean): Promise<BenchRow> => {
  const [path, before] = [join(folder, file), join(folder, `before-${file}`)];
  write(path, (quick ? 20 : 60) * MEGA);
  // As long as what two threads read together, so that both of them run.
  write(before, (quick ? 20 : 40) * MEGA, 8);
  const bytes = readFileSync(path);
  const parses: number[] = [];
  const imports: number[] = [];
  for (let round = 0; round < (quick ? 1 : 5); round++) {
    parses.push(await timed(() => parseAll(bytes)));
    imports.push((await importOnce(path, before)).structure);
  }
  const speed = (ms: number): number => bytes.length / MEGA / (ms / 1000);
  const [value, yardstickValue] = [speed(median(imports)), speed(median(parses))];
  return {
    ...{ what: `structure ingest, ${name}`, value, unit: 'MB/s', yardstick: 'JSON.parse of the same lines', yardstickValue },
    ...{ ratio: value / yardstickValue, target: 0.5, better: 'higher' },
  };
};

/** Structure and full text of one big session, against parsing its lines. */
export const run: Bench = async ({ quick }: BenchOptions): Promise<BenchRow[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const path = join(folder, 'session.jsonl');
  try {
    const before = join(folder, 'before.jsonl');
    writeClaudeFile(path, (quick ? 40 : 200) * MEGA);
    writeClaudeFile(before, (quick ? 20 : 40) * MEGA, 8);
    const size = statSync(path).size;
    const parses: number[] = [];
    const rounds: Round[] = [];
    for (let round = 0; round < (quick ? 1 : 5); round++) {
      const bytes = readFileSync(path);
      parses.push(await timed(() => parseAll(bytes)));
      rounds.push(await importOnce(path, before));
    }
    const speed = (ms: number): number => size / MEGA / (ms / 1000);
    const yardstickValue = speed(median(parses));
    const against = (what: string, ms: number[], target: number): BenchRow => {
      const value = speed(median(ms));
      const ratio = value / yardstickValue;
      return { what, value, unit: 'MB/s', yardstick: 'JSON.parse of the same lines', yardstickValue, ratio, target, better: 'higher' };
    };
    const share = (what: string, bytes: number, yardstick: string, of: number, target: number | null): BenchRow => ({
      what,
      value: bytes / MEGA,
      unit: 'MB',
      yardstick,
      yardstickValue: of / MEGA,
      ratio: bytes / of,
      target,
      better: 'lower',
    });
    const [first] = rounds;
    const others: BenchRow[] = [];
    for (const agent of OTHERS) others.push(await structureOf(agent, folder, quick));
    const python = await inPython(path, folder);
    const times = (key: 'structure' | 'all'): number[] => rounds.map((round) => round[key]);
    return [
      against('structure ingest, Claude Code', times('structure'), 0.65),
      ...others,
      against('structure and full text, Claude Code', times('all'), 0.25),
      ...(python === null ? [] : [beside(speed(median(times('all'))), speed(python))]),
      share('full-text index', first?.text ?? Number.NaN, 'the text that is searchable', textOf(path), 0.5),
      share('catalog: pointers, edges, steps', first?.catalog ?? Number.NaN, 'the source', size, null),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
