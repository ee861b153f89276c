import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TapeRow } from '../../shared/model/index.ts';
import type { Method, Output, Parsed } from '../../shared/rpc/contract.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { defaultHome } from '../engine/app/home.ts';
import type { Engine } from '../engine/engine.ts';
import type { Opened } from '../engine/ingest/ingest.ts';
import { openEngine } from '../engine/open.ts';
import { showProgress } from './progress.ts';
import type { Terminal } from './terminal.ts';

/** The engine as a command uses it: the calls of the contract, and tapes by file or id. */
export interface Session {
  readonly engine: Engine;
  /** One call of the contract. Its input was checked when the arguments were read; the compiler sees to its shape. */
  call<M extends Method>(method: M, input: Parsed<M>): Promise<Output<M>>;
  /** Brings files and folders up to date: their structure, and with `text` their words too. */
  read(paths: readonly string[], options?: { text?: boolean; again?: boolean; as?: string | undefined }): Promise<Opened>;
  /** The tape behind a file or an id, up to date. Throws 'not-found', 'not-a-log' or 'bad-input' with a sentence. */
  tape(name: string, options?: { text?: boolean }): Promise<TapeRow>;
  close(): Promise<void>;
}

/** Opens the engine in this process for one command. `signal` aborts whatever it is doing. */
export async function openSession(terminal: Terminal, signal: AbortSignal): Promise<Session> {
  const { engine, handlers } = await openEngine({ home: defaultHome(), host: 'terminal', readOnly: false, samples: null });
  if (engine.note?.includes('damaged')) terminal.warn(engine.note, false);
  else if (engine.note) terminal.note(engine.note);
  const stopProgress = showProgress(terminal, engine.subscribe);
  await engine.mended();

  const close = async (): Promise<void> => {
    stopProgress();
    await engine.close();
  };
  return sessionOn(engine, async (method, input) => handlers[method](input, { signal }), signal, close);
}

const leaveOpen = async (): Promise<void> => {};

/** A session on an engine that is open. `signal` aborts what is asked of it. Without `close` whoever opened the engine closes it. */
export function sessionOn(engine: Engine, call: Session['call'], signal: AbortSignal, close = leaveOpen): Session {
  const read: Session['read'] = async (paths, { text = false, again = false, as } = {}) => {
    const opened = await engine.ingest.open(
      paths.map((path) => resolve(path)),
      { text, again, as, signal },
    );
    if (text) await untilAborted(signal, engine.ingest.idle());
    signal.throwIfAborted();
    return opened;
  };
  return {
    ...{ engine, call, read, close },
    async tape(name, options) {
      if (existsSync(name)) return onlyTape(engine, name, await read([name], options));
      const row = rowById(engine, name);
      // A log that has been deleted since is still in the catalog, and what is known of it can be told.
      if (existsSync(row.file)) await read([row.file], options);
      return engine.catalog.tape(row.id);
    },
  };
}

/** Why a source was refused; where it may be of several formats, with the command that says which. */
export function sentenceOf({ path, reason, likely }: Opened['refused'][number]): string {
  if (likely === undefined) return reason;
  return `${reason} Say which it is: ${likely.map((id) => `tape import --as ${id} ${path}`).join(', or ')}.`;
}

/** The one tape that was found. A native tape's folder holds its forks as well, and is meant itself. */
const onlyTape = (engine: Engine, name: string, { tapes, refused }: Opened): TapeRow => {
  const rows = tapes.map((id) => engine.catalog.tape(id));
  const [first, ...more] = rows;
  if (first === undefined) throw new TapeError('not-a-log', refused[0] ? sentenceOf(refused[0]) : `${name} holds no log.`, { path: name });
  const meant = more.length === 0 ? first : rows.find(({ file }) => file === realpathSync(name));
  if (meant) return meant;
  throw new TapeError('bad-input', `${name} holds ${rows.length} tapes. Name one of its files.`, { path: name });
};

const rowById = (engine: Engine, name: string): TapeRow => {
  try {
    return engine.catalog.tape(name);
  } catch (thrown) {
    if (!(thrown instanceof TapeError) || thrown.code !== 'not-found') throw thrown;
    if (/[./\\]/.test(name)) throw new TapeError('bad-input', `There is no file ${name}.`, { path: name });
    throw new TapeError('not-found', `No tape in the catalog and no file here is called ${name}. See tape list.`, { name });
  }
};

const untilAborted = (signal: AbortSignal, work: Promise<void>): Promise<void> =>
  new Promise((done, failed) => {
    const stop = () => failed(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(done, failed).finally(() => signal.removeEventListener('abort', stop));
  });
