import { parentPort, threadId, workerData } from 'node:worker_threads';
import { toWireError } from '../../../shared/rpc/tape-error.ts';
import { writeFailure } from '../disk/disk.ts';
import type { Batch, BatchTold, Drafted, Task } from './build-threads.ts';
import { writeDraft } from './context-files.ts';
import { openFloat } from './float.ts';
import { createReader } from './gather.ts';
import { type Made, makeFolder } from './make.ts';
import { changesSoFar } from './meta.ts';
import { type CountTokens, loadCounter } from './tokens.ts';

// A thread that puts folders into words and writes drafts. It never writes to the database, and never to a context file.

const { root, build, how } = workerData as Task;
const float = openFloat(root, { readOnly: true });
const counting = loadCounter();

const make = ({ paths, at }: Batch, count: CountTokens): { changes: number; made: (Made | null)[] } => {
  const reader = createReader(float.db);
  const read = float.db.transaction(() => ({
    changes: changesSoFar(float.db),
    made: paths.map((path) => makeFolder(float, reader, path, { ...how, count, at })),
  }));
  return read();
};

let drafts = 0;
const draft = (made: Made): Made<Drafted> => ({
  ...made,
  files: made.files.map(({ text, ...file }) => {
    drafts += 1;
    const name = `${build}-${threadId}-${drafts}`;
    return { ...file, draft: name, stamp: writeDraft(float, name, text) };
  }),
});

parentPort?.on('message', async (batch: Batch) => {
  const tell = (told: BatchTold): void => parentPort?.postMessage(told);
  try {
    const { changes, made } = make(batch, await counting);
    tell({ task: batch.task, changes, made: made.map((one) => one && draft(one)) });
  } catch (failure) {
    tell({ task: batch.task, failure: toWireError(writeFailure(failure, float.contexts)) });
  }
});
