import { appendFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Annotation, ReportSubject } from '../../../shared/model/index.ts';
import type { Job } from '../../../shared/rpc/contract.ts';
import { importSource } from '../catalog/import-source.ts';
import { createJobs } from '../catalog/jobs.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { compareMethods } from '../compare/methods.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';
import { viewMethods } from '../views/methods.ts';
import type { Reading } from './gather.ts';
import { createReviews } from './reviewed.ts';
import { drawnHandoffs } from './testing.ts';

const remark: Annotation = {
  id: '1',
  tape: '',
  file: '',
  target: { type: 'entry', seq: 1 },
  text: 'Where it began.',
  label: null,
  written: 0,
  changed: 0,
  stale: false,
};

/** Questions and answers, each of so many words, the last one open. */
const talk = (entries: number, words: number): string =>
  Array.from({ length: entries }, (_, at) => `${at % 2 === 0 ? 'u' : 'a'}${at} "${at} to ada@example.org ${'word '.repeat(words)}"`).join(
    ' > ',
  );

/** Reviews of a tape, and how often a context was assembled for them. `hear` is told of each job. */
const open = ({ entries = 2, words = 1, hear = () => {} }: { entries?: number; words?: number; hear?: (job: Job) => void } = {}) => {
  const store = openCatalog(tempFolder());
  onTestFinished(() => store.close());
  const file = writeFile(tempFolder(), 's.jsonl', claudeTree(talk(entries, words)));
  const tape = importSource(store.db, file).source.id;
  const views = viewMethods(store);
  const state = { items: [remark], assembled: 0, stop: false };
  const calls: Reading = {
    ...compareMethods(store),
    'views.assemble': (input, context) => {
      state.assembled += 1;
      return views['views.assemble'](input, context);
    },
    'handoffs.get': () => drawnHandoffs(),
    'handoffs.value': () => ({ text: '{}', chars: 2 }),
    'annotations.list': () => ({ items: state.items, labels: [], notes: [] }),
  };
  const jobs = createJobs((push) => push.type === 'job' && hear(push.job));
  const reviews = createReviews({ catalog: store.catalog, ingest: { startJob: jobs.start, cancel: jobs.cancel } }, calls);
  const view: ReportSubject = { type: 'view', tape, step: entries / 2, policy: 'as-recorded' };
  const review = (subject: ReportSubject = view, annotations = true) =>
    reviews(subject, annotations, { signal: new AbortController().signal });
  const again = () => importSource(store.db, file);
  return { state, review, view, file, again, jobs };
};

describe('a report behind its review', () => {
  test('is made of what was read and looked through for the review', async () => {
    const { state, review } = open();
    const first = await review();
    expect(await review()).toBe(first);
    expect(state.assembled).toBe(1);
  });

  test('is read anew for another subject, and with or without annotations', async () => {
    const { state, review, view } = open();
    await review();
    await review({ ...view, policy: 'full' } as ReportSubject);
    await review({ ...view, policy: 'full' } as ReportSubject, false);
    expect(state.assembled).toBe(3);
  });

  test('is read anew where an annotation, the file or the tape is another one by then', async () => {
    const { state, review, file, again } = open();
    await review();
    state.items = [];
    await review();
    expect(state.assembled).toBe(2);
    appendFileSync(file, jsonl(claudeTree(talk(4, 1)).slice(2)));
    await review();
    expect(state.assembled).toBe(3);
    again();
    await review();
    expect(state.assembled).toBe(4);
    await review();
    expect(state.assembled).toBe(4);
  });
});

describe('a long review', () => {
  const long = { entries: 14, words: 19_000 };

  test('is a job that says how far it is; a short one is nobody’s', async () => {
    const told: Job[] = [];
    await open({ hear: (job) => told.push(job) }).review();
    expect(told).toEqual([]);
    await open({ ...long, hear: (job) => told.push(job) }).review();
    expect(told.at(0)).toMatchObject({ phase: 'report', unit: 'characters', state: 'running' });
    expect(told.at(-1)).toMatchObject({ state: 'done' });
    expect(told.at(-1)?.total).toBeGreaterThan(14 * 19_000 * 5 - 100_000);
  });

  test('stops where its job is cancelled, and is begun anew after that', async () => {
    const { review, jobs, state } = open({ ...long, hear: ({ id, state: how }) => how === 'running' && state.stop && jobs.cancel(id) });
    state.stop = true;
    await expect(review()).rejects.toMatchObject({ code: 'cancelled' });
    expect(jobs.list()).toMatchObject([{ state: 'cancelled' }]);
    state.stop = false;
    expect((await review()).review.findings).toHaveLength(1);
  });
});
