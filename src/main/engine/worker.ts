import type { Worker, WorkerOptions } from 'node:worker_threads';

/**
 * Where the program of a worker is. In source that is a `.ts` file below `engine/`; in the bundle every
 * `NAME-worker.ts` has become an entry of its own, flat next to all chunks (see electron.vite.config.ts).
 *
 * @param name path below `engine/` without an extension, such as `ingest/ingest-worker`
 */
export function workerUrl(name: string, from: string = import.meta.url): URL {
  return from.endsWith('.ts') ? new URL(`./${name}.ts`, from) : new URL(`./${name.slice(name.lastIndexOf('/') + 1)}.js`, from);
}

/** Starts the worker `name` of the engine, from source and from the bundle alike. Threads are loaded with the first: most commands of the terminal begin none. */
export function startWorker(name: string, options: WorkerOptions = {}): Worker {
  const threads = process.getBuiltinModule('node:worker_threads');
  return new threads.Worker(workerUrl(name), options);
}
