import type { Job, Push } from '../../shared/rpc/contract.ts';
import { clean } from './format/clean.ts';
import { bytes, count } from './format/number.ts';
import { truncate } from './format/width.ts';
import type { Terminal } from './terminal.ts';

type Shown = Pick<Job, 'title' | 'done' | 'total'> & { unit: string };

const amount = ({ unit, done, total }: Shown): string => {
  const show = (value: number): string => (unit === 'bytes' ? bytes(value) : `${count(value)} ${unit}`);
  if (total > 0) return `${Math.floor((100 * done) / total)} % of ${show(total)}`;
  return done > 0 ? show(done) : '';
};

/** A job as one line: "Reading 12 sources · 43 % of 1.2 GB", and of one whose total nobody knows "Scanning · 5,000 files". */
export function jobLine(job: Shown): string {
  return [clean(job.title), amount(job)].filter((part) => part !== '').join(' · ');
}

const EVERY_MS = 80;

/** Draws the running job on the terminal until the returned function is called. */
export function showProgress(terminal: Terminal, subscribe: (listener: (push: Push) => void) => () => void): () => void {
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
}
