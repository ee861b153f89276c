import { randomUUID } from 'node:crypto';
import type { Job, Push } from '../../../shared/rpc/contract.ts';

/** Long work that people see: started, told how far it is, ended or cancelled. */
export interface Jobs {
  start(job: Pick<Job, 'title' | 'phase' | 'total' | 'unit' | 'tape'>): RunningJob;
  list(): Job[];
  cancel(id: string): boolean;
}

export interface RunningJob {
  readonly id: string;
  readonly cancelled: boolean;
  /** Called once when the job is cancelled. */
  onCancel(stop: () => void): void;
  advance(by: number): void;
  /** What it is about, where that was not known when it began. */
  about(tape: string): void;
  end(state?: 'done' | 'failed', message?: string): void;
}

/** Finished jobs that are still listed, and how often progress is reported at most. */
const KEPT = 20;
const EVERY = 100;

/** `onPush` is notified of each start, each end and, ten times a second at most, of the progress between. */
export function createJobs(onPush: (push: Push) => void): Jobs {
  const jobs = new Map<string, { job: Job; stops: Set<() => void> }>();
  const tell = (job: Job): void => onPush({ type: 'job', job: { ...job } });
  const forget = (): void => {
    const ended = [...jobs.values()].filter(({ job }) => job.state !== 'running');
    for (const { job } of ended.slice(0, Math.max(0, ended.length - KEPT))) jobs.delete(job.id);
  };
  return {
    start(fields) {
      const job: Job = { ...fields, id: randomUUID(), done: 0, state: 'running', message: null };
      const held = { job, stops: new Set<() => void>() };
      let told = Date.now();
      let waits = false;
      const progress = (): void => {
        waits = false;
        if (job.state !== 'running') return;
        told = Date.now();
        tell(job);
      };
      jobs.set(job.id, held);
      tell(job);
      return {
        id: job.id,
        get cancelled() {
          return job.state === 'cancelled';
        },
        onCancel: (stop) => void held.stops.add(stop),
        advance(by) {
          job.done = job.total === 0 ? job.done + by : Math.min(job.total, job.done + by);
          const wait = EVERY - (Date.now() - told);
          if (wait <= 0) return progress();
          // What follows may take long: the last word before it is sent as well.
          if (!waits) setTimeout(progress, wait).unref();
          waits = true;
        },
        about(tape) {
          job.tape = tape;
          if (job.state === 'running') tell(job);
        },
        end(state = 'done', message) {
          if (job.state === 'running') job.state = state;
          if (job.state === 'done' && job.total > 0) job.done = job.total;
          job.message = message ?? null;
          held.stops.clear();
          tell(job);
          forget();
        },
      };
    },
    list: () => [...jobs.values()].map(({ job }) => ({ ...job })),
    cancel(id) {
      const held = jobs.get(id);
      if (held?.job.state !== 'running') return false;
      held.job.state = 'cancelled';
      for (const stop of held.stops) stop();
      tell(held.job);
      return true;
    },
  };
}
