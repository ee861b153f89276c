import { spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { openEngine } from '../engine/open.ts';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { claudeTree } from '../engine/testing/tree.ts';
import type { Told } from './testing/faulty.ts';

const FAULTY = fileURLToPath(new URL('testing/faulty.ts', import.meta.url));
const LOGS = 6;
/** Every so-manieth call to the disk fails, or ends the process; a later one where there are too many. */
const EACH = 9;
const MOST = 10;

let whole = '';
let logs = '';
beforeAll(async () => {
  const folder = tempFolder();
  whole = join(folder, 'home');
  logs = join(folder, 'logs');
  for (let at = 0; at < LOGS; at++)
    writeFile(logs, `s${at}.jsonl`, claudeTree(`u1 "${'paint the boat '.repeat(200)}" > a1 "painted" <- step m1`, { session: `s${at}` }));
  // The folders of the settings are not there: what was opened by hand comes back by the list alone.
  const nowhere = join(folder, 'nowhere');
  writeFile(whole, 'settings.json', JSON.stringify({ claudeProjects: nowhere, bubTapes: nowhere, tapeHome: nowhere }));
  const { engine } = await openEngine({ home: whole, host: 'terminal', readOnly: false, samples: null });
  await engine.ingest.open([logs]);
  await engine.ingest.idle();
  await engine.close();
});

const copied = (): string => {
  const home = join(tempFolder(), 'home');
  cpSync(whole, home, { recursive: true });
  return home;
};

/** What a host tells whose disk fails; null for one that was killed. */
const told = (home: string, ...words: string[]): Promise<Told | null> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', FAULTY, home, ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
    child.once('error', reject);
    child.once('close', (_, signal) => resolve(signal === 'SIGKILL' ? null : (JSON.parse(said) as Told)));
  });

const SENTENCE = /^(unwritable|unreadable): \S.*\.$/;

/** All tapes, or a sentence, or a note that says what is missing. */
const expectWords = ({ answers, note, bugs }: Told): void => {
  expect(bugs).toEqual([]);
  for (const answer of answers) {
    if (typeof answer === 'string') expect(answer).toMatch(SENTENCE);
    else if (answer < LOGS) expect(note).toMatch(/^The catalog .*\.$/);
  }
};

/** All that is in a home after that: no list of logs that wait, and no half-written file. */
const OURS =
  /^(settings\.json|compile-cache|agents|answers|spool|(catalog|text-\d)\.db(-wal|-shm|-sums)?|catalog\.db\.damaged(-wal|-shm|-sums)?)$/;

/** A start with nothing in its way has everything again. */
const expectHealed = async (home: string): Promise<void> => {
  const { answers, bugs } = (await told(home)) ?? expect.fail();
  expect({ answers, bugs }).toEqual({ answers: [LOGS, LOGS, LOGS], bugs: [] });
  expect(readdirSync(home).filter((name) => !OURS.test(name))).toEqual([]);
};

/** Each of some moments of a rebuilding that goes wrong there. */
const eachMoment = async (host: string, code: string, more: number): Promise<void> => {
  const { calls } = (await told(copied(), host, '', '0', '0', 'spoil')) ?? expect.fail();
  expect(calls).toBeGreaterThan(20);
  const each = Math.max(EACH, Math.ceil(calls / MOST));
  const moments = Array.from({ length: Math.ceil(calls / each) }, (_, at) => 1 + at * each);
  for (let from = 0; from < moments.length; from += 2)
    await Promise.all(
      moments.slice(from, from + 2).map(async (moment) => {
        const home = copied();
        const result = await told(home, host, code, String(moment), String(moment + more), 'spoil');
        if (code === 'KILL') expect(result).toBeNull();
        else expectWords(result ?? expect.fail());
        await expectHealed(home);
      }),
    );
};

describe.skipIf(process.platform === 'win32')('a catalog that was set aside and could not be made again', () => {
  test('comes back with the next start where the process was killed on the way', () => eachMoment('browser', 'KILL', 0));
  test('is spoken of, and comes back, where the disk was full on the way', () => eachMoment('browser', 'ENOSPC', 3));
  test('the same in a terminal, on a disk that stays full', () => eachMoment('terminal', 'ENOSPC', 10_000));
  test('and where the disk became read-only on the way', () => eachMoment('browser', 'EROFS', 10_000));
  test('and where too many files were open for a while', () => eachMoment('browser', 'EMFILE', 3));
  test('and in a terminal that cannot open a file any more', () => eachMoment('terminal', 'EMFILE', 10_000));
});

test('logs whose reading a window ended are read at the next start', async () => {
  const home = copied();
  const db = new Database(join(home, 'catalog.db'));
  db.pragma('user_version = 999');
  db.close();
  const { engine } = await openEngine({ home, host: 'browser', readOnly: false, samples: null });
  expect(engine.note).toMatch(/^The catalog /);
  await engine.close();
  expect(JSON.parse(readFileSync(join(home, 'reopen.json'), 'utf8'))).toHaveLength(LOGS);
  await expectHealed(home);
});
