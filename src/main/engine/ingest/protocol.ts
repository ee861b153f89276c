import type { MessagePort } from 'node:worker_threads';
import type { TextSource } from '../search/text-task.ts';
import type { Ranges } from '../sources/ranges.ts';
import type { Imported } from '../storing/reading.ts';

/** What an ingest worker is told. Each task is answered by one `Answer` with its number; `shared[0]` set to 1 cancels it. */
export type Task =
  | {
      type: 'import';
      task: number;
      path: string;
      cancel: SharedArrayBuffer;
      mend: boolean;
      as?: string | undefined;
      /** To the thread that helps, with a `Help` for each run of parts, and null at the end. */
      together: MessagePort | null;
    }
  /** Short sources, stored together. */
  | { type: 'import-many'; task: number; paths: readonly string[]; cancel: SharedArrayBuffer; mend: boolean; as?: string | undefined }
  | { type: 'help'; task: number; path: string; port: MessagePort }
  /** Makes text searchable. `shared`: the next stretch to be taken, and 1 once the work is to end. */
  | { type: 'text'; task: number; shard: number; sources: TextSource[]; shared: SharedArrayBuffer };

/** What the linking thread tells the helping one once it knows what is to be read: ranges of a log, or rows of a database by their places. */
export interface Help {
  shared: Int32Array;
  format: string;
  what: Ranges | Float64Array;
}

/** What came of one of many short sources; those that were not begun are not among the answers. */
export type ManyAnswer =
  | { path: string; tape: number; id: string; outcome: Imported['outcome']; stopped: boolean }
  | ({ path: string } & Failed);

/** What was thrown, as far as it goes from thread to thread. */
export interface Failed {
  code: string;
  message: string;
  details?: Record<string, unknown> | undefined;
}

export type Answer =
  | { type: 'progress'; task: number; done: number }
  /** Something of the source can be looked at. */
  | { type: 'stored'; task: number; tape: string }
  | { type: 'imported'; task: number; tape: number; id: string; outcome: Imported['outcome']; stopped: boolean }
  | { type: 'imported-many'; task: number; done: readonly ManyAnswer[] }
  /** These stretches of text are stored. */
  | { type: 'indexed'; task: number; stretches: number[] }
  | { type: 'done'; task: number }
  | ({ type: 'failed'; task: number } & Failed);

let tasks = 0;
/** Answers of threads are told apart by their task: a number is given once in a process. */
export function nextTask(): number {
  return ++tasks;
}
