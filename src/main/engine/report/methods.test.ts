import { describe, expect, onTestFinished, test } from 'vitest';
import type { Annotation, Block, Handoffs, ReportFormat, ReportSubject } from '../../../shared/model/index.ts';
import { Report } from '../../../shared/model/index.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { compareMethods } from '../compare/methods.ts';
import { evidenceMethods } from '../evidence/methods.ts';
import { createJobs } from '../jobs/jobs.ts';
import { bringSource } from '../sources/bring-source.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { harbour, SHAPE } from '../testing/harbour.ts';
import { claudeTree } from '../testing/tree.ts';
import { viewMethods } from '../views/methods.ts';
import type { Reading } from './gather.ts';
import { reportMethods } from './methods.ts';
import { createShelf, PAGE_CHARS, pagesOf } from './shelf.ts';
import { drawnHandoffs } from './testing.ts';
import { cutAtBlank, cutNotes, loadBlockTexts, loadTexts } from './texts.ts';

const still = { signal: new AbortController().signal };
const MAIL = 'ada.lovelace@example.org';
const session = claudeTree(`
  u1 "write to ${MAIL} about /home/ada/plan.md"
    a1 call Read t1 "plan"                     <- step m1 usage 900 40 0 100
      r1 t1 "Plan of ${MAIL}: sow, water"
        a2 "sown"                              <- step m2
          u2 "now reap with a scythe"
            a3 "reaped"                        <- step m3
          u3 "now reap with a sickle"
            a4 "reaped too"                    <- step m4
`);

const remark: Annotation = {
  id: '1',
  tape: '',
  file: '',
  target: { type: 'entry', seq: 1 },
  text: 'This is where it began.',
  label: 'question',
  written: 0,
  changed: 0,
  stale: false,
};

const open = (handoffs: Handoffs = drawnHandoffs(), notes: readonly Annotation[] = []) => {
  const store = openCatalog(tempFolder());
  onTestFinished(() => store.close());
  const tape = bringSource(store.db, writeFile(tempFolder(), 'session-1.jsonl', session)).source.id;
  const calls: Reading = {
    ...viewMethods(store),
    ...compareMethods(store),
    ...evidenceMethods(store),
    'handoffs.get': () => handoffs,
    'handoffs.value': () => ({ text: '{"owner":"ada"}', chars: 15 }),
    'annotations.list': () => ({
      items: [remark, { ...remark, id: '2', target: { type: 'entry', seq: 8 }, text: 'On the other branch.' }, ...notes],
      labels: [],
      notes: [],
    }),
  };
  const jobs = createJobs(() => {});
  const ingest = { startJob: jobs.start, cancel: jobs.cancel };
  const methods = reportMethods({ ...store, ingest }, calls);
  const view = (step: number): ReportSubject => ({ type: 'view', tape, step, policy: 'as-recorded' });
  const make = async (subject: ReportSubject, format: ReportFormat, keep: string[] = [], annotations = true) => {
    const report = Report.parse(await methods['report.make']({ subject, format, keep, annotations }, still));
    return { report, text: (await methods['report.page']({ id: report.id, at: 0 }, still)).text };
  };
  return {
    store,
    ingest,
    calls,
    tape,
    methods,
    view,
    make,
    review: (subject: ReportSubject) => methods['report.review']({ subject, annotations: true }, still),
  };
};

describe('a context', () => {
  test.each(['markdown', 'html'] as const)('as %s: every block with its text, what was left out, remarks and facts', async (format) => {
    const { make, view } = open();
    const { text, report } = await make(view(3), format);
    for (const words of [
      'Plan of ',
      'sow, water',
      'now reap with a scythe',
      'This is where it began.',
      'Context at step 3 of 4',
      'SHA-256',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('sickle');
    expect(text).toContain('On the other branch.');
    expect(text).toMatch(/entr(?:y|ies)(?:<\/b>| left out)/);
    expect(report.name).toMatch(/^write-to-redacted-mail-address-1-about.*-context-3\.(?:md|html)$/);
  });

  test('says how it is known and what it has besides its blocks', async () => {
    const { make, view } = open();
    const { text } = await make(view(1), 'markdown');
    expect(text).toContain('base: system prompt, tools and what else no entry holds');
    expect(text).not.toContain('unaccounted');
    expect(text).toMatch(/known\W+(?:derived|inferred): /);
  });

  test('is reviewed, and shows only what was let stand', async () => {
    const { make, view, review } = open();
    const { findings } = await review(view(3));
    expect(findings.map(({ kind, text }) => [kind, text])).toEqual([
      ['mail', MAIL],
      ['home', '/home/ada'],
    ]);
    const clean = await make(view(3), 'html');
    expect(clean.text).not.toContain(MAIL);
    expect(clean.text).toContain('/home/[user]/plan.md');
    expect(clean.text).toContain('1 mail address in');
    const mail = findings[0]?.id ?? '';
    const kept = await make(view(3), 'html', [mail]);
    expect(kept.text).toContain(MAIL);
    expect(kept.text).not.toContain('/home/ada');
    expect(kept.text).toContain('1 finding left as it is');
  });

  test('without annotations has none, and no other format', async () => {
    const { make, view } = open();
    expect((await make(view(3), 'markdown', [], false)).text).not.toContain('where it began');
    await expect(make(view(3), 'svg')).rejects.toMatchObject({ code: 'bad-input' });
  });
});

test('a comparison: the sides, the prefix, and what differs after it was redacted', async () => {
  const { tape, make } = open();
  const side = (step: number) => ({ tape, step, policy: 'as-recorded' as const });
  const { text } = await make({ type: 'compare', sides: [side(3), side(4)], pairs: [[0, 1]] }, 'html');
  expect(text).toContain('They part after #4');
  expect(text).toContain('Same prefix');
  expect(text).toContain('<mark class="a">scythe</mark>');
  expect(text).toContain('<mark class="b">sickle</mark>');
  expect(text).not.toContain(MAIL);
  const markdown = await make({ type: 'compare', sides: [side(3), side(4)], pairs: [[0, 1]] }, 'markdown');
  expect(markdown.text).toContain('now reap with a [-scythe-]{+sickle+}');
});

test('three sides: the figures of all, and each of the others next to the first', async () => {
  const { tape, make } = open();
  const sides = [1, 3, 4].map((step) => ({ tape, step, policy: 'as-recorded' as const }));
  const { text } = await make(
    {
      type: 'compare',
      sides,
      pairs: [
        [0, 1],
        [0, 2],
      ],
    },
    'markdown',
  );
  expect(text.match(/^## .*$/gm)).toEqual([
    '## The sides',
    '## A and B: the shared prefix',
    '## A and B: block by block',
    '## A and C: the shared prefix',
    '## A and C: block by block',
    expect.stringMatching(/^## /),
  ]);
  expect(text).toContain('3 contexts side by side, two at a time');
  expect(text).toMatch(/\d+\*{0,2} blocks alike in A and C/);
});

test('one step under two policies: only what was sent has recorded tokens', async () => {
  const { tape, make } = open();
  const side = (policy: 'as-recorded' | 'compact:8000') => ({ tape, step: 1, policy });
  const { text } = await make({ type: 'compare', sides: [side('as-recorded'), side('compact:8000')], pairs: [[0, 1]] }, 'markdown');
  expect(text).toContain('Step 1, as recorded and compact to 8,000');
  expect(text.match(/\| 1 \| as recorded \| \S+ recorded \|/g)).toHaveLength(1);
  expect(text).toMatch(/\| 1 \| compact to 8,000 \| about [\d,]+ \|/);
  expect(text).not.toMatch(/fork point|They part|Same prefix/);
});

test('a remark on a span is shown once, with its ends, and one that is folded away is counted', async () => {
  const span: Annotation = { ...remark, id: '3', target: { type: 'span', from: 1, to: 4 }, text: 'All of this.' };
  const { tape, view, make } = open(drawnHandoffs(), [span]);
  const { text } = await make(view(3), 'markdown');
  expect(text.match(/All of this\./g)).toHaveLength(1);
  expect(text).toContain('> **Remark on \\#1 to \\#4, question:** All of this.');
  const side = (step: number) => ({ tape, step, policy: 'as-recorded' as const });
  const compared = await make({ type: 'compare', sides: [side(3), side(4)], pairs: [[0, 1]] }, 'html');
  expect(compared.text).toMatch(/<summary>\d+ blocks alike before the fork point · about \d+ tokens · 2 remarks<\/summary>/);
});

test('handoffs in every format', async () => {
  const { tape, make } = open();
  const subject: ReportSubject = { type: 'handoffs', tape, family: false };
  expect((await make(subject, 'mermaid')).text).toMatch(/^flowchart TD\n/);
  expect((await make(subject, 'svg')).text).toMatch(/^<svg /);
  expect((await make(subject, 'html')).text).toContain('{\n  &quot;owner&quot;: &quot;ada&quot;\n}');
  expect((await make(subject, 'markdown')).text).toContain('```mermaid\nflowchart TD');
});

test('a window has its reports made in a thread, which says the same', async () => {
  const { store, tape, calls, ingest, make, view } = open();
  const options = { home: store.home, host: 'browser' as const, readOnly: true, samples: null };
  const thrown = (): never => {
    throw new Error('The thread asks nobody.');
  };
  const none: Reading = { ...calls, 'views.assemble': thrown, 'compare.run': thrown, 'annotations.list': thrown };
  const methods = reportMethods({ ...store, options, ingest }, none);
  const asked = { subject: view(3), annotations: false };
  expect(await methods['report.review'](asked, still)).toMatchObject({ findings: [{ text: MAIL }, { text: '/home/ada' }] });
  const { id, name } = await methods['report.make']({ ...asked, format: 'html', keep: [] }, still);
  const here = await make(view(3), 'html', [], false);
  const said = (text: string): string => text.replace(/[\d-]+ [\d:]+ UTC/g, '');
  expect(said((await methods['report.page']({ id, at: 0 }, still)).text)).toBe(said(here.text));
  expect(name).toBe(here.report.name);
  await expect(methods['report.make']({ ...asked, format: 'svg', keep: [] }, still)).rejects.toMatchObject({ code: 'bad-input' });
  expect((await methods['report.review']({ subject: { type: 'handoffs', tape, family: true }, annotations: true }, still)).notes).toEqual(
    [],
  );
});

test('a report is fetched in pages, and the last few are kept', () => {
  const shelf = createShelf();
  const text = '😀'.repeat(PAGE_CHARS);
  const { id, chars } = shelf.put({ pages: [...pagesOf(['', text, 'end'])], name: 'a', media: 'text/plain' });
  const pages: string[] = [];
  for (let at: number | null = 0; at !== null; ) {
    const page: { text: string; next: number | null } = shelf.page(id, at);
    pages.push(page.text);
    at = page.next;
  }
  expect(chars).toBe(text.length + 3);
  expect(pages.join('')).toBe(`${text}end`);
  for (const page of pages) expect(Buffer.byteLength(page)).toBeLessThanOrEqual(1_000_000);
  for (let more = 0; more < 4; more++) shelf.put({ pages: ['x'], name: 'b', media: 'text/plain' });
  expect(() => shelf.page(id, 0)).toThrow('has expired');
});

test('a full report says what it leaves out, entry by entry', async () => {
  const store = openCatalog(tempFolder());
  onTestFinished(() => store.close());
  const tape = bringSource(store.db, writeFile(tempFolder(), 'session-1.jsonl', session)).source.id;
  const room = { left: 40 };
  const texts = await loadTexts(store.catalog, tape, [1, 2, 3, 4], room, still.signal);
  expect(texts.of([1])).toEqual([{ name: '', text: 'write to ada.lovelace@example.org about', cut: 18 }]);
  expect(texts.dropped).toBe(2);
  expect(texts.of([3])).toMatchObject([{ text: '' }]);
  expect(texts.of([3])[0]?.cut).toBeGreaterThan(0);
  expect(cutNotes(texts.dropped)[0]).toContain('full at 20 million characters: 2 further entries');
  await expect(loadTexts(store.catalog, tape, [1], { left: 9 }, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
});

test('a long text is cut at a blank, so that no secret is cut in two', () => {
  expect(cutAtBlank('one two three', 20)).toBe('one two three');
  expect(cutAtBlank('one two three', 10)).toBe('one two');
  expect(cutAtBlank('x'.repeat(30_000), 20_000)).toHaveLength(20_000);
});

test('a recorded request is reported with the whole text of its system prompt and tools', async () => {
  const shape = { ...SHAPE, system: [{ type: 'text', text: `You write to ${MAIL} alone.` }, ...SHAPE.system.slice(1)] };
  const store = openCatalog(tempFolder());
  onTestFinished(() => store.close());
  const tape = bringSource(
    store.db,
    writeFile(
      tempFolder(),
      'session-1.jsonl',
      harbour((record) => record, shape),
    ),
  ).source.id;
  const view = await viewMethods(store)['views.assemble']({ tape, step: 2, policy: 'as-recorded' }, still);
  const texts = await loadBlockTexts(store.catalog, tape, view.blocks, { left: 1_000_000 }, still.signal);
  const said = (kind: string): string[] =>
    view.blocks.filter((block) => block.kind === kind).map((block) => texts.of(block)[0]?.text ?? '');
  expect(said('system')[0]).toBe(`You write to ${MAIL} alone.`);
  expect(said('tool').map((text) => text.includes('description') || text.includes('Reads a file.') || text.includes('Hoists'))).toEqual([
    true,
    true,
  ]);
  expect(texts.of(view.blocks.at(-1) as Block)).toMatchObject([{ text: 'Ask the pilot if a name is missing.' }]);
});
