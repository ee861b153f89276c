import type { Signal } from '../../../shared/rpc/contract.ts';
import type { RunningJob } from '../catalog/jobs.ts';
import type { Engine } from '../engine.ts';
import type { Told, Watch } from './work.ts';

/** Watches one piece of work: what says how far it is becomes a job, and a cancel of the job or of the call stops it. */
export const createToldJob = (
  ingest: Pick<Engine['ingest'], 'startJob' | 'cancel'>,
  title: string,
  signal: Signal,
): Watch & { end(failure?: string): void } => {
  const stop = new AbortController();
  let job: RunningJob | null = null;
  let told = 0;
  const abort = (): void => stop.abort();
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return {
    signal: stop.signal,
    progress({ done, total, unit }: Told) {
      if (stop.signal.aborted) return;
      if (job === null) {
        job = ingest.startJob({ title, phase: 'float', total, unit, tape: null });
        job.onCancel(abort);
      }
      job.advance(Math.max(0, done - told));
      told = done;
    },
    end(failure) {
      signal.removeEventListener('abort', abort);
      if (job && signal.aborted) ingest.cancel(job.id);
      if (failure === undefined || stop.signal.aborted) job?.end();
      else job?.end('failed', failure);
    },
  };
};
