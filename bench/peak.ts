import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bubTape } from './bub-tape.ts';
import { writeManySessions, writePlainSessions } from './many-sessions.ts';
import { claudeRecords, writeRecords } from './records.ts';
import type { Bench, BenchRow } from './report.ts';

const MEGA = 1 << 20;
/** Megabytes of memory, whatever is read. */
const LIMIT = 512;
const PROSE = 'The retry moves to the outbox worker, which maps the codes in one place. ';

/** Characters of the lines of a log that has few and long ones. */
const WIDE = 13_000_000;

function* wideSession(lines: number): Generator<object> {
  const { node } = claudeRecords();
  const text = PROSE.repeat(Math.ceil(WIDE / PROSE.length));
  for (let at = 0; at < lines; at += 1) {
    yield node('user', { message: { role: 'user', content: 'Once more, please.' } });
    const message = { id: `msg-${at}`, role: 'assistant', model: 'claude-opus-5', content: [{ type: 'text', text }] };
    yield node('assistant', { message });
  }
}

/** Bytes at the peak of a process that reads `logs`, in a catalog of its own. */
const peakOf = (logs: string, home: string): { structure: number; text: number } => {
  const program = fileURLToPath(new URL('peak-import.ts', import.meta.url));
  try {
    return JSON.parse(execFileSync(process.execPath, [program, home, logs], { encoding: 'utf8' }));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

const row = (what: string, bytes: number): BenchRow => ({
  ...{ what: `memory at its peak, ${what}`, value: bytes / MEGA, unit: 'MB', yardstick: 'its limit', yardstickValue: LIMIT },
  ...{ ratio: bytes / MEGA / LIMIT, target: 1, better: 'lower' },
});

/** The most memory that reading takes, by the number and the size of what is read: structure, and structure with the full text. */
export const run: Bench = async ({ quick }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const share = quick ? 10 : 1;
  const count = (many: number): string => (many / share).toLocaleString('en-US');
  const written = async (write: (logs: string) => unknown): Promise<string> => {
    const logs = mkdtempSync(join(folder, 'logs-'));
    await write(logs);
    return logs;
  };
  const inOneFile = (records: Iterable<object>) => (logs: string) => {
    mkdirSync(logs, { recursive: true });
    return writeRecords(join(logs, 'big__0b871d5e50e7c192.jsonl'), records);
  };
  const logs: [what: string, write: (logs: string) => unknown][] = [
    [`${count(25_000)} sources of 4 kB`, (to) => writeManySessions(to, 25_000 / share)],
    [`${count(2500)} sources of 80 kB`, (to) => writePlainSessions(to, 2500 / share)],
    [`one source of ${(1.5 / share).toFixed(2)} GB`, inOneFile(bubTape(2000 / share, PROSE.repeat(36)))],
    ['lines of 13 MB', inOneFile(wideSession(quick ? 4 : 16))],
  ];
  try {
    const rows: BenchRow[] = [];
    for (const [what, write] of logs) {
      const from = await written(write);
      const { structure, text } = peakOf(from, join(folder, 'home'));
      rmSync(from, { recursive: true, force: true });
      rows.push(row(`${what}, structure`, structure), row(`${what}, full text`, text));
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
