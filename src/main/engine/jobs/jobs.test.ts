import { expect, test, vi } from 'vitest';
import type { Push } from '../../../shared/rpc/contract.ts';
import { createJobs } from './jobs.ts';

const begun = () => {
  vi.useFakeTimers();
  const told: number[] = [];
  const jobs = createJobs((push: Push) => push.type === 'job' && told.push(push.job.done));
  return { told, job: jobs.start({ title: 'Asking', phase: 'what-if', total: 6, unit: 'answers', tape: null }) };
};

test('progress is reported ten times a second at most, and the last of it also where nothing follows for long', () => {
  const { told, job } = begun();
  job.advance(1);
  job.advance(1);
  expect(told).toEqual([0]);
  vi.advanceTimersByTime(100);
  expect(told).toEqual([0, 2]);
  vi.advanceTimersByTime(60_000);
  job.advance(1);
  expect(told).toEqual([0, 2, 3]);
});

test('after its end nothing more is reported of a job', () => {
  const { told, job } = begun();
  job.advance(1);
  job.end('failed', 'It hangs.');
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([0, 1]);
});
