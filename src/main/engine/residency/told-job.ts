import type { TapeRow } from '../../../shared/model/index.ts';
import type { Signal } from '../../../shared/rpc/contract.ts';
import type { RunningJob } from '../catalog/jobs.ts';
import type { Engine } from '../engine.ts';
import type { Watch } from './service.ts';

/** Watches one query: work that says how far it is becomes a job, and it is stopped by a cancel of the job or of the call. */
export const createToldJob = (
  ingest: Pick<Engine['ingest'], 'startJob' | 'cancel'>,
  tape: TapeRow,
  signal: Signal,
): Watch & { end(): void } => {
  let job: RunningJob | null = null;
  let doing: Parameters<Watch['progress']>[2] | null = null;
  let told = 0;
  const name = tape.title === '' ? 'a tape' : tape.title;
  const stopped = (): boolean => signal.aborted || job?.cancelled === true;
  const end = (): void => {
    if (job && signal.aborted) ingest.cancel(job.id);
    job?.end();
  };
  return {
    stopped,
    end,
    progress(done, of, unit) {
      if (stopped()) return;
      if (job === null || unit !== doing) {
        end();
        const title = unit === 'steps' ? `Following ${name} from step to step` : `Looking for the files of ${name}`;
        job = ingest.startJob({ title, phase: 'residency', total: of, unit, tape: tape.id });
        doing = unit;
        told = 0;
      }
      job.advance(Math.max(0, done - told));
      told = done;
    },
  };
};
