// A host whose disk fails while a damaged catalog is rebuilt: tells as JSON what it answers meanwhile, and after that.
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';
import type Database from 'better-sqlite3';
import type { EngineOptions } from '../../engine/engine.ts';

export interface Told {
  /** What each call answered: the number of tapes, or a sentence. */
  answers: (number | string)[];
  note: string | null;
  bugs: string[];
  /** Calls to the disk that were counted. */
  calls: number;
}

const [home = '', host = 'terminal', code = '', from = '0', to = '0', spoil = ''] = process.argv.slice(2);
const WRITES = ['writeFileSync', 'renameSync', 'rmSync', 'unlinkSync', 'mkdirSync'] as const;
const OPENS = ['openSync', 'readFileSync', 'writeFileSync', 'readdirSync'] as const;
const CALLS = code === 'EMFILE' ? OPENS : WRITES;
let calls = spoil === '' ? 0 : Number.NEGATIVE_INFINITY;

/** Counts a call, and answers whether it fails; `KILL` ends the process instead. */
const fails = (): boolean => {
  calls += 1;
  if (calls < Number(from) || calls > Number(to)) return false;
  if (code === 'KILL') process.kill(process.pid, 'SIGKILL');
  return true;
};

/** The `from`th to `to`th call to the disk of this home fails with `code`. Where no file can be opened, neither can a log be. */
for (const name of CALLS) {
  const real = fs[name] as (...given: unknown[]) => unknown;
  const failing = (...given: unknown[]): unknown => {
    if (!String(given[0]).startsWith(code === 'EMFILE' ? dirname(home) : home) || !fails()) return real(...given);
    const syscall = name === 'readFileSync' ? 'open' : name.slice(0, -4).toLowerCase();
    throw Object.assign(new Error(`${code}: as the test wants it`), { code, syscall, path: given[0] });
  };
  Object.assign(fs, { [name]: failing });
}
syncBuiltinESMExports();

/** What SQLite says when it has no file handle, or the disk is read-only. */
const REFUSALS: Readonly<Record<string, string>> = { EMFILE: 'SQLITE_CANTOPEN', EROFS: 'SQLITE_READONLY_DIRECTORY' };
const refusal = REFUSALS[code];
if (refusal !== undefined) {
  const require = createRequire(import.meta.url);
  const path = require.resolve('better-sqlite3');
  const Real = require(path) as typeof Database;
  const construct = (target: typeof Database, given: ConstructorParameters<typeof Database>): object => {
    if (fails()) throw new Real.SqliteError('as the test wants it', refusal);
    return Reflect.construct(target, given);
  };
  Object.assign(require.cache[path] ?? {}, { exports: new Proxy(Real, { construct }) });
}

const { openEngine } = await import('../../engine/open.ts');
const { createDispatch } = await import('../dispatch.ts');
const bugs: string[] = [];
const answers: (number | string)[] = [];
console.error = () => {};
try {
  const { engine, handlers } = await openEngine({ home, host: host as EngineOptions['host'], readOnly: false, samples: null });
  const dispatch = createDispatch({ handlers, readOnly: false, onBug: (method, thrown) => void bugs.push(`${method}: ${String(thrown)}`) });
  if (spoil !== '') {
    await dispatch('library.find', {}, new AbortController().signal);
    await engine.ingest.idle();
    const catalog = fs.openSync(`${home}/catalog.db`, 'r+');
    fs.writeSync(catalog, Buffer.alloc(1 << 16, 0xff), 0, 1 << 16, 1 << 15);
    fs.closeSync(catalog);
    calls = 0;
  }
  for (let nth = 0; nth < 3; nth++) {
    const answer = await dispatch('library.find', {}, new AbortController().signal);
    answers.push(answer.ok ? (answer.value as { total: number }).total : `${answer.error.code}: ${answer.error.message}`);
  }
  await engine.ingest.idle();
  const { note } = engine;
  await engine.close().catch((failure) => bugs.push(`close: ${String(failure)}`));
  fs.writeSync(1, JSON.stringify({ answers, note, bugs, calls } satisfies Told));
} catch (failure) {
  const { toWireError } = await import('../../../shared/rpc/errors.ts');
  const { code: told, message } = toWireError(failure);
  if (told === 'internal') bugs.push(`open: ${message}`);
  fs.writeSync(1, JSON.stringify({ answers: [`${told}: ${message}`], note: null, bugs, calls } satisfies Told));
}
process.exit(0);
