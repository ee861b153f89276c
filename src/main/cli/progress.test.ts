import { expect, test } from 'vitest';
import type { Job } from '../../shared/rpc/contract.ts';
import { jobLine } from './progress.ts';

const job = (change: Partial<Job>): Job => ({
  id: 'j1',
  title: 'Reading 12 sources',
  phase: 'structure',
  done: 430,
  total: 1000,
  unit: 'bytes',
  state: 'running',
  tape: null,
  message: null,
  ...change,
});

test('a job says how far it is and of what', () => {
  expect(jobLine(job({}))).toBe('Reading 12 sources · 43 % of 1.0 kB');
  expect(jobLine(job({ done: 3, total: 1200, unit: 'entries' }))).toBe('Reading 12 sources · 0 % of 1,200 entries');
});

test('a job of unknown size says how much is done, and nothing before anything is', () => {
  expect(jobLine(job({ total: 0, done: 5000, unit: 'files' }))).toBe('Reading 12 sources · 5,000 files');
  expect(jobLine(job({ total: 0, done: 0 }))).toBe('Reading 12 sources');
});

test('a hostile name is one plain line', () => {
  expect(jobLine(job({ title: 'Reading \u001b[2J\nx' }))).toBe('Reading ␛[2J x · 43 % of 1.0 kB');
});
