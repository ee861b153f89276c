import { appendFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Annotation, ReportSubject } from '../../../shared/model/index.ts';
import type { Job } from '../../../shared/rpc/contract.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { compareMethods } from '../compare/methods.ts';
import { evidenceMethods } from '../evidence/methods.ts';
import { createJobs } from '../jobs/jobs.ts';
import { bringSource } from '../sources/bring-source.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';
import { viewMethods } from '../views/methods.ts';
import type { Reading } from './gather.ts';
import { reportMethods } from './methods.ts';
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

/** Reviews of a tape, how often a context was assembled for them, and the calls that make jobs of them. `hear` is notified of each job. */
const open = ({ entries = 2, words = 1, hear = () => {} }: { entries?: number; words?: number; hear?: (job: Job) => void } = {}) => {
  const store = openCatalog(tempFolder());
  onTestFinished(() => store.close());
  const file = writeFile(tempFolder(), 's.jsonl', claudeTree(talk(entries, words)));
  const tape = bringSource(store.db, file).source.id;
  const views = viewMethods(store);
  const state = { items: [remark], assembled: 0, stop: false };
  const calls: Reading = {
    ...compareMethods(store),
    ...evidenceMethods(store),
    'views.assemble': (input, context) => {
      state.assembled += 1;
      return views['views.assemble'](input, context);
    },
    'handoffs.get': () => ({ ...drawnHandoffs(), tapes: [{ id: tape, title: 'Only this one' }] }),
    'handoffs.value': () => ({ text: '{}', chars: 2 }),
    'annotations.list': () => ({ items: state.items, labels: [], notes: [] }),
  };
  const jobs = createJobs((push) => push.type === 'job' && hear(push.job));
  const looked: string[] = [];
  const revision = (id: string): string => {
    looked.push(id);
    return store.catalog.revision(id);
  };
  const catalog = { ...store.catalog, revision };
  const reviews = createReviews(catalog, calls);
  const view: ReportSubject = { type: 'view', tape, step: entries / 2, policy: 'as-recorded' };
  const review = (subject: ReportSubject = view, annotations = true) =>
    reviews({ subject, annotations, also: [] }, { signal: new AbortController().signal, progress: () => {} });
  const again = () => bringSource(store.db, file);
  const methods = reportMethods({ catalog, ingest: { startJob: jobs.start, cancel: jobs.cancel } }, calls);
  return { state, review, view, tape, looked, file, again, jobs, methods, store };
};

describe('a report after its review', () => {
  test('is made of what was read and looked through for the review', async () => {
    const { state, review } = open();
    const first = await review();
    expect(await review()).toBe(first);
    expect(state.assembled).toBe(1);
  });

  test('is read again for another subject, and with or without annotations', async () => {
    const { state, review, view } = open();
    await review();
    await review({ ...view, policy: 'full' } as ReportSubject);
    await review({ ...view, policy: 'full' } as ReportSubject, false);
    expect(state.assembled).toBe(3);
  });

  test('is read again where an annotation, the file or the tape is another one by then', async () => {
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

  test('of a family looks at the tapes that take part, and at no other', async () => {
    const { review, tape, looked, store } = open();
    for (const name of ['other-1', 'other-2']) bringSource(store.db, writeFile(tempFolder(), `${name}.jsonl`, claudeTree(talk(2, 1))));
    await review({ type: 'handoffs', tape, family: true });
    expect(looked).toEqual([tape]);
  });
});

describe('a long report', () => {
  const long = { entries: 14, words: 19_000 };
  const call = (signal = new AbortController().signal) => ({ signal });
  const asked = (subject: ReportSubject) => ({ subject, annotations: true, format: 'html' as const, keep: [] });

  test('has a job for its review and one for its writing, which say how far they are; a short one has none', async () => {
    const told: Job[] = [];
    const short = open({ hear: (job) => told.push(job) });
    await short.methods['report.make'](asked(short.view), call());
    expect(told).toEqual([]);
    const { methods, view } = open({ ...long, hear: (job) => told.push({ ...job }) });
    await methods['report.make'](asked(view), call());
    const titles = [...new Set(told.map(({ title, unit, state }) => `${title.split(' ')[0]} ${unit} ${state}`))];
    expect(titles).toEqual(['Looking characters running', 'Looking characters done', 'Writing blocks running', 'Writing blocks done']);
    expect(told[0]?.total).toBeGreaterThan(14 * 19_000 * 5 - 100_000);
    expect(told.at(-1)).toMatchObject({ phase: 'report', total: 13 });
  });

  test.each(['Looking', 'Writing'])('stops where its job is cancelled while it is %s, and is begun again after that', async (what) => {
    const hear = ({ id, state: how, title }: Job) => void (how === 'running' && title.startsWith(what) && state.stop && jobs.cancel(id));
    const { methods, view, jobs, state } = open({ ...long, hear });
    state.stop = true;
    await expect(methods['report.make'](asked(view), call())).rejects.toMatchObject({ code: 'cancelled' });
    expect(jobs.list().at(-1)).toMatchObject({ state: 'cancelled' });
    state.stop = false;
    expect((await methods['report.review'](asked(view), call())).findings).toHaveLength(1);
    expect((await methods['report.make'](asked(view), call())).chars).toBeGreaterThan(14 * 19_000 * 4);
  });
});
