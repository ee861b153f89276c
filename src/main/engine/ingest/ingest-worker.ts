import { closeSync, openSync } from 'node:fs';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { joinDatabase } from '../database/schema.ts';
import { formatById } from '../formats/index.ts';
import { closeShard, openShard } from '../search/shards.ts';
import { indexText } from '../search/text-task.ts';
import { bringSource } from '../sources/bring-source.ts';
import { openRowParts } from '../sources/open-sqlite.ts';
import { rangesOf } from '../sources/ranges.ts';
import { helpRead, newShared, readTogether } from '../sources/together.ts';
import type { ImportOptions } from '../storing/reading.ts';
import { takingTurns } from '../storing/turns.ts';
import { createWorkCache } from '../storing/work-cache.ts';
import { importMany, type OneOfMany } from './import-many.ts';
import type { Answer, Failed, Help, ManyAnswer, Task } from './protocol.ts';

/** A thread that reads sources into the catalog, with a connection of its own. */
const { home, turns } = workerData as { home: string; turns: SharedArrayBuffer };
const inTurn = takingTurns(new Int32Array(turns));
const db = joinDatabase(home);
const cache = createWorkCache();

/** Below this a second thread costs more than it gives. */
const WORTH_HELP = 16 << 20;

const answer = (message: Answer): void => parentPort?.postMessage(message);

/** Each message wakes the main thread and costs this one as much as it takes to read a megabyte: it is notified of what was done so often, and of the rest at the end. */
const TELL_MS = 40;

const telling = (task: number) => {
  let untold = 0;
  let told = performance.now();
  const tell = (): void => {
    if (untold > 0) answer({ type: 'progress', task, done: untold });
    untold = 0;
    told = performance.now();
  };
  return {
    tell,
    more: (done: number): void => {
      untold += done;
      if (performance.now() - told >= TELL_MS) tell();
    },
  };
};

const runImport = ({ task, path, cancel, together, mend, as }: Extract<Task, { type: 'import' }>): void => {
  const flag = new Int32Array(cancel);
  const progress = telling(task);
  try {
    const { source, outcome, stopped } = bringSource(db, path, {
      cache,
      mend,
      as,
      stop: () => Atomics.load(flag, 0) === 1,
      progress: progress.more,
      stored: ({ id }) => answer({ type: 'stored', task, tape: id }),
      ...(together && batchesWith(together)),
    });
    progress.tell();
    answer({ type: 'imported', task, tape: source.tape, id: source.id, outcome, stopped });
  } finally {
    together?.postMessage(null);
    together?.close();
  }
};

/** Ranges of a log, and rows of a database, that the thread at the other end of the port reads too. */
const batchesWith = (port: MessagePort): Pick<ImportOptions, 'batches' | 'rowBatches'> => {
  const together = (help: Omit<Help, 'shared'>): Int32Array => {
    const shared = newShared();
    port.postMessage({ ...help, shared } satisfies Help);
    return shared;
  };
  return {
    batches({ source: { size, offset, open }, file, format, final }) {
      if (size - offset < WORTH_HELP) return null;
      const ranges = { start: { offset, line: 0, open: open > 0 }, size, final };
      return readTogether({ parts: rangesOf(file, format, ranges), shared: together({ format: format.id, what: ranges }), port });
    },
    rowBatches: (places, parts) => readTogether({ parts, shared: together({ format: '', what: places }), port }),
  };
};

const runMany = ({ task, paths, cancel, mend, as }: Extract<Task, { type: 'import-many' }>): void => {
  const flag = new Int32Array(cancel);
  const done = importMany(db, paths, { mend, as, inTurn, stop: () => Atomics.load(flag, 0) === 1 });
  answer({ type: 'imported-many', task, done: done.map(answerOf) });
};

const answerOf = (one: OneOfMany): ManyAnswer => {
  const { path } = one;
  if ('failure' in one) return { path, ...failureOf(one.failure) };
  const { source, outcome, stopped } = one;
  return { path, tape: source.tape, id: source.id, outcome, stopped };
};

const failureOf = (failure: unknown): Failed => {
  const { code, message } = failure as { code?: string; message?: string };
  const details = failure instanceof TapeError ? failure.details : undefined;
  return { code: code ?? 'internal', message: message ?? String(failure), details };
};

const runHelp = ({ path, port }: Extract<Task, { type: 'help' }>): Promise<void> =>
  new Promise((resolve, reject) => {
    port.on('message', (asked: Help | null) => {
      try {
        if (asked !== null) return help(path, asked, port);
        port.close();
        resolve();
      } catch (failure) {
        reject(failure);
      }
    });
  });

const help = (path: string, { shared, format, what }: Help, port: MessagePort): void => {
  if (what instanceof Float64Array) {
    const rows = rowPartsOf(path, what);
    if (rows !== null) helpRead({ parts: rows.parts, shared, port });
    rows?.close();
    return;
  }
  const file = openSync(path, 'r');
  try {
    helpRead({ parts: rangesOf(file, formatById(format), what), shared, port });
  } finally {
    closeSync(file);
  }
};

/** Null where they cannot be read just now: the linking thread then reads all of them, or says why not. */
const rowPartsOf = (path: string, places: Float64Array): ReturnType<typeof openRowParts> | null => {
  try {
    return openRowParts(path, places);
  } catch (failure) {
    if (failure instanceof TapeError) return null;
    throw failure;
  }
};

const runText = ({ task, shard: number, sources, shared }: Extract<Task, { type: 'text' }>): void => {
  const cells = new Int32Array(shared);
  const shard = openShard(home, number);
  const progress = telling(task);
  try {
    indexText(db, shard, {
      sources,
      claim: () => Atomics.add(cells, 0, 1),
      stop: () => Atomics.load(cells, 1) === 1,
      progress: progress.more,
      stored: (stretches) => answer({ type: 'indexed', task, stretches }),
    });
    progress.tell();
  } finally {
    closeShard(shard);
  }
};

const run = async (task: Task): Promise<void> => {
  if (task.type === 'import') return runImport(task);
  if (task.type === 'import-many') return runMany(task);
  if (task.type === 'text') runText(task);
  else await runHelp(task);
  answer({ type: 'done', task: task.task });
};

parentPort?.on('message', (task: Task) => {
  run(task).catch((failure) => {
    answer({ type: 'failed', task: task.task, ...failureOf(failure) });
  });
});
