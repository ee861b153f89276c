import type { Job, Push } from '../../shared/rpc/contract.ts';
import { clean } from './format/clean.ts';
import { bytes, count } from './format/number.ts';
import { truncate } from './format/width.ts';
import type { Terminal } from './terminal.ts';

type Shown = Pick<Job, 'title' | 'done' | 'total'> & { unit: string };

const amount = (job: Shown): string => {
  const show = job.unit === 'bytes' ? bytes : count;
  return job.total > 0
    ? `${Math.floor((100 * job.done) / job.total)} % of ${show(job.total)}${job.unit === 'bytes' ? '' : ` ${job.unit}`}`
    : '';
};

/** A job as one line: "Reading 12 sources · 43 % of 1.2 GB". */
export const jobLine = (job: Shown): string => [clean(job.title), amount(job)].filter((part) => part !== '').join(' · ');

const EVERY_MS = 80;

/** Draws the running job on the terminal until the returned function is called. */
export const showProgress = (terminal: Terminal, subscribe: (listener: (push: Push) => void) => () => void): (() => void) => {
  let last = 0;
  const stop = subscribe((push) => {
    if (push.type !== 'job') return;
    const now = performance.now();
    if (push.job.state === 'running' && now - last < EVERY_MS) return;
    last = now;
    terminal.status(push.job.state === 'running' ? truncate(jobLine(push.job), terminal.layout.width - 1) : '');
  });
  return () => {
    stop();
    terminal.status('');
  };
};
