import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatById } from '../src/main/engine/formats/index.ts';
import { writeCodexFile, writePiFile } from './agent-files.ts';
import { writeClaudeFile } from './claude-file.ts';
import { importOnce, MEGA, type Round } from './import-once.ts';
import { type Bench, type BenchOptions, type BenchRow, median, timed } from './report.ts';
import { linesOfJson, parseAll, structureRows } from './structure.ts';

/** Characters of the text that a search finds, for the size of the index against it. */
const textOf = (path: string): number => {
  const format = formatById('claude-code');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.reduce((sum, line) => sum + format.text(JSON.parse(line)).length, 0);
};

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

const OTHERS = [
  { name: 'Codex', file: 'rollout-2026-01-05T00-00-00-019e0000-0000-7000-8000-000000000001.jsonl', write: writeCodexFile },
  { name: 'pi', file: '2026-01-05T00-00-00-000Z_019e0000-0000-7000-8000-000000000002.jsonl', write: writePiFile },
];

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
    for (const { name, file, write } of OTHERS)
      others.push(...(await structureRows({ name, file, folder, target: 0.5, write, ...linesOfJson }, quick)));
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
