import type { TapeRow } from '../../../shared/model/index.ts';
import type { Job, Signal } from '../../../shared/rpc/contract.ts';
import type { RunningJob } from '../catalog/jobs.ts';
import type { Engine } from '../engine.ts';
import type { Far } from './service.ts';

const WORDS: Readonly<Record<Far['doing'], { title: (name: string) => string; unit: Job['unit'] }>> = {
  count: { title: (name) => `Counting the tokens of ${name}`, unit: 'entries' },
  follow: { title: (name) => `Following ${name} from step to step`, unit: 'steps' },
  files: { title: (name) => `Looking for the files of ${name}`, unit: 'entries' },
};

/** Watches one query: work that says how far it is becomes a job, and it is stopped by a cancel of the job or of the call. */
export const createToldJob = (ingest: Pick<Engine['ingest'], 'startJob' | 'cancel'>, tape: TapeRow, signal: Signal) => {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  let job: RunningJob | null = null;
  let doing: Far['doing'] | null = null;
  let told = 0;
  const name = tape.title === '' ? 'a tape' : tape.title;
  const endJob = (): void => {
    if (job && signal.aborted) ingest.cancel(job.id);
    job?.end();
  };
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return {
    signal: stop.signal,
    progress(far: Far): void {
      if (stop.signal.aborted) return;
      if (job === null || far.doing !== doing) {
        endJob();
        const { title, unit } = WORDS[far.doing];
        job = ingest.startJob({ title: title(name), phase: 'residency', total: far.of, unit, tape: tape.id });
        job.onCancel(abort);
        doing = far.doing;
        told = 0;
      }
      job.advance(Math.max(0, far.done - told));
      told = far.done;
    },
    end(): void {
      signal.removeEventListener('abort', abort);
      endJob();
    },
  };
};
