import type { Job, Signal } from '../../../shared/rpc/contract.ts';
import type { Engine } from '../engine.ts';
import type { RunningJob } from './jobs.ts';

/** How far work is, and what it is called; under another title it is a job of its own. */
export type ToldWork = Pick<Job, 'title' | 'unit' | 'done' | 'total'>;

export interface ToldJob {
  /** Aborts with a cancel of the job or of the call. */
  signal: AbortSignal;
  progress(told: ToldWork): void;
  end(failure?: string): void;
}

/** Watches one piece of work for a call: what says how far it is becomes a job that people see. */
export function createToldJob(
  ingest: Pick<Engine['ingest'], 'startJob' | 'cancel'>,
  about: Pick<Job, 'phase' | 'tape'>,
  signal: Signal,
): ToldJob {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  let job: RunningJob | null = null;
  let now = { title: '', done: 0 };
  const endJob = (failure?: string): void => {
    if (job && signal.aborted) ingest.cancel(job.id);
    if (failure === undefined || stop.signal.aborted) job?.end();
    else job?.end('failed', failure);
  };
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return {
    signal: stop.signal,
    progress({ title, unit, done, total }) {
      if (stop.signal.aborted) return;
      if (job === null || title !== now.title) {
        endJob();
        job = ingest.startJob({ title, unit, total, ...about });
        job.onCancel(abort);
        // Whoever is notified of a job may cancel it there and then.
        if (job.cancelled) abort();
        now = { title, done: 0 };
      }
      job.advance(Math.max(0, done - now.done));
      now.done = done;
    },
    end(failure) {
      signal.removeEventListener('abort', abort);
      endJob(failure);
    },
  };
}
