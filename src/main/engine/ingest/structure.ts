import { MessageChannel } from 'node:worker_threads';
import type { ErrorCode } from '../../../shared/rpc/errors.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Db } from '../database/schema.ts';
import type { Pool } from '../jobs/pool.ts';
import { bringSource } from '../sources/bring-source.ts';
import { sourceAt } from '../sources/index.ts';
import type { WorkCache } from '../storing/work-cache.ts';
import { type Answer, type Failed, type ManyAnswer, nextTask, type Task } from './protocol.ts';

export interface SourceDone {
  tape: number;
  id: string;
  outcome: 'same' | 'new' | 'grown' | 'reread';
  stopped: boolean;
}

export interface SourceOptions {
  progress?: (bytes: number) => void;
  /** Told the id of a tape when some of it can be looked at. */
  stored?: (id: string) => void;
  /** Registers what is to be called when the import is to end early. */
  onStop?: (stop: () => void) => void;
  /** See ImportOptions. */
  mend?: boolean;
  as?: string | undefined;
}

/** A source of this size is read by two threads. */
const BIG = 32 << 20;

/** Imports a source in this thread: for what is so small that starting another would take longer. */
export function importHere(db: Db, path: string, options: SourceOptions, cache: WorkCache): SourceDone {
  let stopped = false;
  options.onStop?.(() => {
    stopped = true;
  });
  const { progress, stored, as, mend = false } = options;
  const done = bringSource(db, path, {
    cache,
    mend,
    as,
    stop: () => stopped,
    ...(progress && { progress }),
    ...(stored && { stored: (source) => stored(source.id) }),
  });
  return { tape: done.source.tape, id: done.source.id, outcome: done.outcome, stopped: done.stopped };
}

/** Imports a source in a thread of the pool; in two where it is big. */
export async function importInPool(pool: Pool<Answer>, path: string, size: number, options: SourceOptions): Promise<SourceDone> {
  const cancel = new SharedArrayBuffer(4);
  options.onStop?.(() => void Atomics.store(new Int32Array(cancel), 0, 1));
  const channel = size >= BIG && pool.size > 1 && sourceAt(path).inRanges(path) ? new MessageChannel() : null;
  let done: SourceDone | null = null;
  let failure: Error | null = null;
  const message: Task & { type: 'import' } = {
    type: 'import',
    task: nextTask(),
    path,
    cancel,
    together: channel?.port1 ?? null,
    mend: options.mend === true,
    as: options.as,
  };
  const main = pool.run({
    message,
    transfer: channel ? [channel.port1] : [],
    hears(answer) {
      if (answer.type === 'progress') options.progress?.(answer.done);
      else if (answer.type === 'stored') options.stored?.(answer.tape);
      else if (answer.type === 'imported') done = answer;
      else if (answer.type === 'failed') failure = failed(answer);
    },
    ends: ({ type }) => type === 'imported' || type === 'failed',
  });
  const help = channel && helpIn(pool, path, channel.port2);
  await main;
  await help;
  if (failure !== null) throw failure;
  if (done === null) throw new Error(`the import of ${path} ended without an answer`);
  return done;
}

/** What came of one short source: where its tape stands, or why it could not be read. */
export type ManyDone = { path: string } & (SourceDone | { failure: Error });

/** Imports short sources in one thread of the pool. Those that were not begun when it was stopped are not among the answers. */
export async function importManyInPool(pool: Pool<Answer>, paths: readonly string[], options: SourceOptions): Promise<ManyDone[]> {
  const cancel = new SharedArrayBuffer(4);
  options.onStop?.(() => void Atomics.store(new Int32Array(cancel), 0, 1));
  let done: readonly ManyAnswer[] = [];
  let failure: Error | null = null;
  const message: Task = { type: 'import-many', task: nextTask(), paths, cancel, mend: options.mend === true, as: options.as };
  await pool.run({
    message,
    hears(answer) {
      if (answer.type === 'imported-many') done = answer.done;
      else if (answer.type === 'failed') failure = failed(answer);
    },
    ends: ({ type }) => type === 'imported-many' || type === 'failed',
  });
  if (failure !== null) throw failure;
  return done.map((one) => ('code' in one ? { path: one.path, failure: failed(one) } : one));
}

const helpIn = (pool: Pool<Answer>, path: string, port: MessageChannel['port2']): Promise<void> => {
  const message: Task & { type: 'help' } = { type: 'help', task: nextTask(), path, port };
  return pool.run({ message, transfer: [port], hears: () => {}, ends: ({ type }) => type === 'done' || type === 'failed' });
};

const CODES: ReadonlySet<string> = new Set<ErrorCode>(['not-a-log', 'unreadable', 'not-found', 'cancelled']);

const failed = ({ code, message, details }: Failed): Error =>
  CODES.has(code) ? new TapeError(code as ErrorCode, message, details) : Object.assign(new Error(message), { code });
