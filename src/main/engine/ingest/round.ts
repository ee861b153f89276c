import { sep } from 'node:path';
import type { Signal } from '../../../shared/rpc/contract.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { SourceOptions } from './structure.ts';
import type { Wanted } from './wanted.ts';

/** One round of reading sources. */
export interface Round {
  readonly cancelled: boolean;
  /** What each reading tells of itself. */
  readonly watch: Required<Pick<SourceOptions, 'progress' | 'onStop'>>;
  /** The one source that it reads is a tape now, with more to come. */
  about(tape: string): void;
  end(): void;
}

/** Begins a round as a job that people see, unless there is nothing to read. Cancelled by them or by `signal`, it stops every reading. */
export function startRound(todo: readonly Wanted[], jobs: Jobs, signal?: Signal): Round {
  const total = bytesOf(todo);
  const job = total === 0 ? null : jobs.start({ title: titleOf(todo), phase: 'structure', total, unit: 'bytes', tape: null });
  const stops = new Set<() => void>();
  job?.onCancel(() => {
    for (const stop of stops) stop();
  });
  const cancel = (): void => void (job && jobs.cancel(job.id));
  signal?.addEventListener('abort', cancel, { once: true });
  return {
    get cancelled() {
      return job?.cancelled === true || signal?.aborted === true;
    },
    watch: { progress: (more) => job?.advance(more), onStop: (stop) => void stops.add(stop) },
    about: (tape) => job?.about(tape),
    end() {
      signal?.removeEventListener('abort', cancel);
      job?.end();
    },
  };
}

/** Bytes that are to be read of all of them. */
export function bytesOf(todo: readonly Wanted[]): number {
  return todo.reduce((sum, { bytes }) => sum + bytes, 0);
}

const titleOf = (todo: readonly Wanted[]): string => {
  const [only] = todo;
  return todo.length === 1 && only ? `Reading ${only.candidate.path.split(sep).at(-1)}` : `Reading ${todo.length} sources`;
};
