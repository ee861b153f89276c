import { utimesSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type NextRequest, type PreviewedNext, type SurgeryChange, SurgeryPreview } from '../../../shared/model/index.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { bringSource } from '../sources/bring-source.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { assemble } from '../views/assemble.ts';
import { createRim } from '../views/rim.ts';
import { timesIn } from '../views/testing/occurrences.ts';
import { drawings } from './surgery-drawings.ts';
import { surgeryMethods } from './surgery-methods.ts';

const still = { signal: new AbortController().signal };

const open = (drawing: string) => {
  const store = openCatalog(tempFolder());
  onTestFinished(() => store.close());
  const file = writeFile(tempFolder(), 'session-1.jsonl', claudeTree(drawing));
  utimesSync(file, new Date('2026-01-06'), new Date('2026-01-06'));
  const methods = surgeryMethods(store);
  const tape = bringSource(store.db, file).source.id;
  const rim = createRim(store.catalog);
  return {
    ...{ store, tape, rim },
    preview: async (change: SurgeryChange, policy = 'as-recorded') =>
      SurgeryPreview.parse(await methods['surgery.preview']({ tape, change, policy }, still)),
    view: (id: string, policy = 'as-recorded') => assemble(rim, id, { next: true }, parsePolicy(policy)),
    written: async (change: SurgeryChange) =>
      bringSource(store.db, (await methods['surgery.write']({ tape, change }, still)).file).source.id,
  };
};

// Entries: 1 u1, 2 a1, 3 u2, 4 a2, 5 r2, 6 a3, 7 u3, 8 a4.
const session = `u1 "one ${'word '.repeat(300)}" > a1 "first" <- step m1 usage 2000 9 0 0
  > u2 "two" > a2 call Read t2 <- step m2 usage 60 30 2000 0 > r2 t2 "a file" > a3 "second" <- step m3 usage 60 30 2060 0
  > u3 "three" > a4 "third" <- step m4 usage 60 8 2120 0`.replaceAll(/\n\s*>/g, ' >');

const next = (preview: SurgeryPreview): PreviewedNext => {
  if (!preview.next) throw new Error(`There is no next request: ${preview.reason} ${preview.notes.join(' ')}`);
  return preview.next;
};
const entriesIn = ({ blocks }: Pick<NextRequest, 'blocks'>): number[] => blocks.flatMap(({ entries }) => entries);

describe('the next request in a preview of surgery', () => {
  it('of compact begins with the summary and the turns that stay, weighed as they are in the source', async () => {
    const { preview, view, tape } = open(session);
    const made = next(await preview({ op: 'compact', keep: 1, summary: 'Two things were done.' }));
    expect(entriesIn(made)).toEqual([1, 2, 3]);
    expect(made.blocks[0]).toMatchObject({ tone: 'summary' });
    expect(made).toMatchObject({ leaves: [[1, 6]], comes: [[1, 1]], warnings: [], policy: 'as-recorded' });
    const now = await view(tape);
    expect(made.now).toMatchObject({ tokens: now.tokens, expected: now.expected });
    expect(made.tokens.base).toBe(now.tokens.base);
    const weights = now.blocks.slice(6).map(({ tokens }) => tokens.value);
    expect(made.blocks.slice(1).map(({ tokens }) => tokens.value)).toEqual(weights);
    expect(made.expected?.tokens).toBe((now.tokens.base ?? 0) + made.tokens.estimated);
    expect(made.expected?.tokens).toBeLessThan((now.expected?.tokens ?? 0) - 300);
  });

  it('of drop-span lacks the span and nothing else', async () => {
    const made = next(await open(session).preview({ op: 'drop-span', from: 3, to: 6 }));
    expect(entriesIn(made)).toEqual([1, 2, 3, 4]);
    expect(made).toMatchObject({ leaves: [[3, 6]], comes: [], warnings: [] });
  });

  it('of fork-session weighs what the request after that entry weighed', async () => {
    const { preview, rim, tape } = open(session);
    const made = next(await preview({ op: 'fork-session', at: 6 }));
    const then = await assemble(rim, tape, { after: 6 }, { type: 'as-recorded' });
    expect([entriesIn(made), made.leaves, made.comes]).toEqual([[1, 2, 3, 4, 5, 6], [[7, 8]], []]);
    expect(made.expected?.tokens).toBe(then.expected?.tokens);
  });

  it('goes by any policy, whose entries are those of the source', async () => {
    const { preview } = open(session);
    const dropped = next(await preview({ op: 'drop-span', from: 3, to: 6 }, 'full + pin:#4,#8 + without:#7'));
    expect(dropped.policy).toBe('full + pin:#4 + without:#3');
    expect(dropped.warnings[0]).toBe('Not in the copy, so not pinned: #4 of the source.');
    expect(entriesIn(dropped)).toEqual([1, 2, 4]);
    const lost = await preview({ op: 'compact', keep: 1 }, 'anchor:#1');
    expect([lost.next, lost.notes.at(-1)]).toEqual([null, 'The anchor of the policy is not in the copy.']);
  });

  it('is shown of a session that is still being written too, though nothing may be written yet', async () => {
    const { preview, store, tape } = open(session);
    utimesSync(store.catalog.tape(tape).file, new Date(), new Date());
    const shown = await preview({ op: 'compact', keep: 1 });
    expect(shown).toMatchObject({ allowed: false, reason: expect.stringContaining('may still be running') });
    expect(shown.summary?.text).toContain('6 entries');
    expect(entriesIn(next(shown))).toEqual([1, 2, 3]);
  });

  it('is not there where the change may not be made', async () => {
    expect(await open(session).preview({ op: 'fork-session', at: 4 })).toMatchObject({ allowed: false, next: null });
  });
});

it('a copy says of its steps that their sizes are not its own, and measures nothing by them', async () => {
  const { store, rim, view, written } = open(session);
  const copy = await written({ op: 'compact', keep: 1, summary: 'Two things were done.' });
  expect(store.catalog.tape(copy).copy?.sizes).toEqual({ from: 1, to: 4 });
  expect((await view(copy)).expected?.last).toBeNull();
  const step = await assemble(rim, copy, 1, { type: 'as-recorded' });
  expect(step.tokens).toMatchObject({ recorded: null, base: null });
  expect(step.warnings.join()).toContain('this context was never sent');
  const dropped = await written({ op: 'drop-span', from: 3, to: 6 });
  expect((await view(dropped)).expected?.last).toEqual({ step: 1, recorded: 2000 });
  const fork = await written({ op: 'fork-session', at: 6 });
  expect((await view(fork)).expected?.last).toEqual({ step: 3, recorded: 2120 });
});

const policies = fc.constantFrom('as-recorded', 'full', 'last-anchor', 'full + budget:60', 'last-anchor + pin:#1', 'full + without:#2,#3');
const changes: fc.Arbitrary<(points: number[]) => SurgeryChange> = fc.oneof(
  fc.integer({ min: 1, max: 3 }).map((keep) => () => ({ op: 'compact' as const, keep })),
  fc.nat().map((at) => (points: number[]) => ({ op: 'fork-session' as const, at: points[at % points.length] ?? 1 })),
  fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => (points: number[]) => {
    const [from = 1, to = 1] = [points[a % points.length] ?? 1, points[b % points.length] ?? 1].sort((x, y) => x - y);
    return { op: 'drop-span' as const, from: Math.min(from + 1, to), to };
  }),
);

it('any preview: the law holds before and after, what leaves and comes adds up, and the written copy holds the same entries', async () => {
  let made = 0;
  await fc.assert(
    fc.asyncProperty(drawings, changes, policies, async (drawing, draw, policy) => {
      const { store, tape, preview, view, written } = open(drawing);
      const points = (await surgeryMethods(store)['graph.forkPoints']({ tape, from: 1, limit: 1000, only: 'legal' }, still)).items;
      if (points.length === 0) return;
      const change = draw(points.map(({ seq }) => seq));
      const shown = await preview(change, policy);
      if (!shown.next) return;
      made += 1;
      const { now, leaves, comes } = shown.next;
      for (const each of [now, shown.next]) expect(timesIn(each).filter((times) => times !== 1)).toEqual([]);
      const sum = (ranges: [number, number][]) => ranges.reduce((all, [from, to]) => all + to - from + 1, 0);
      expect(entriesIn(now).length - sum(leaves) + sum(comes)).toBe(entriesIn(shown.next).length);
      expect(await preview(change, policy)).toEqual(shown);
      if (policy !== 'as-recorded' && policy !== 'full') return;
      expect(entriesIn(await view(await written(change), policy)), JSON.stringify(change)).toEqual(entriesIn(shown.next));
    }),
    { numRuns: 60 },
  );
  expect(made).toBeGreaterThan(20);
});
