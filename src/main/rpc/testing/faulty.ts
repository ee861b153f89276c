// A host whose disk fails while a damaged catalog is rebuilt: tells as JSON what it answers meanwhile, and after that.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
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
const CALLS = ['writeFileSync', 'renameSync', 'rmSync', 'mkdirSync'] as const;
let calls = spoil === '' ? 0 : Number.NEGATIVE_INFINITY;

/** The `from`th to `to`th call to the disk of this home fails with `code`; `KILL` ends the process instead. */
for (const name of CALLS) {
  const real = fs[name] as (...given: unknown[]) => unknown;
  const failing = (...given: unknown[]): unknown => {
    if (!String(given[0]).startsWith(home)) return real(...given);
    calls += 1;
    if (calls < Number(from) || calls > Number(to)) return real(...given);
    if (code === 'KILL') process.kill(process.pid, 'SIGKILL');
    throw Object.assign(new Error(`${code}: as the test wants it`), { code, syscall: name.slice(0, -4).toLowerCase(), path: given[0] });
  };
  Object.assign(fs, { [name]: failing });
}
syncBuiltinESMExports();

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
