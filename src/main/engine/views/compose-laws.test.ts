import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { View } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';
import { isPolicy, parsePolicy } from '../../../shared/model/policy.ts';
import { type CatalogStore, openCatalog } from '../catalog/open-catalog.ts';
import { drawings } from '../graph/surgery-drawings.ts';
import { bringSource } from '../sources/bring-source.ts';
import { tempFolder, writeTape } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { assemble } from './assemble.ts';
import { createRim, type Rim } from './rim.ts';
import { bubRecords, nativeActs, nativeTape } from './testing/drawn-tapes.ts';
import { timesIn } from './testing/occurrences.ts';

const seqs = fc.uniqueArray(fc.integer({ min: 1, max: 24 }), { minLength: 1, maxLength: 3 }).map((all) => all.join(','));
const part = fc.oneof(
  seqs.map((all) => `pin:${all}`),
  seqs.map((all) => `without:${all}`),
  fc.constantFrom('summary', 'memory:boat', 'memory:boat@all', 'budget:1', 'budget:60:cited', 'budget:90:heavy-last', 'budget:9000'),
);
const policies = fc
  .tuple(fc.constantFrom('as-recorded', 'last-anchor', 'full', 'compact:80', 'summary', 'memory:boat'), fc.array(part, { maxLength: 3 }))
  .map((pieces) => pieces.flat().join(' + '))
  .filter(isPolicy);

interface Opened {
  rim: Rim;
  tape: string;
  store: CatalogStore;
}

/** With an index that finds a few entries of this tape and, in scope `all`, one of another. */
const opened = (store: CatalogStore, tape: string): Opened => {
  const recall: Rim['recall'] = async ({ scope, before }) => ({
    seqs: [2, 5, 3].filter((seq) => seq < before),
    ...(scope === 'all' && { others: [{ tape, seq: 1, rank: 2 }] }),
    notes: [],
  });
  return { rim: { ...createRim(store.catalog), recall }, tape, store };
};

const ofRecords = (records: Parameters<typeof writeTape>[0], name?: string): Opened => {
  const store = openCatalog(tempFolder());
  return opened(store, bringSource(store.db, writeTape(records, name)).source.id);
};

const sums = ({ blocks, parts }: View) => {
  const of = (basis: string) => blocks.reduce((sum, { tokens }) => sum + (tokens.basis === basis ? tokens.value : 0), 0);
  const add = (pick: (one: View['parts'][number]) => number) => parts.reduce((sum, one) => sum + pick(one), 0);
  return [
    [blocks.length, of('counted'), of('estimated')],
    [add((one) => one.blocks), add((one) => one.tokens.counted), add((one) => one.tokens.estimated)],
  ];
};

/** Each entry once, parts that add up, and the same bytes again. */
const lawful = async ({ rim, tape }: Opened, place: Place, policy: string): Promise<View> => {
  const view = await assemble(rim, tape, place, parsePolicy(policy));
  expect(timesIn(view).filter((times) => times !== 1)).toEqual([]);
  const [blocks, parts] = sums(view);
  expect(parts).toEqual(blocks);
  expect(JSON.stringify(await assemble(rim, tape, place, parsePolicy(policy)))).toBe(JSON.stringify(view));
  return view;
};

const entriesIn = ({ blocks }: View) => blocks.map(({ entries, from }) => (from ? `other ${from.entry}` : entries.join()));

/** Every step, the next request, and after each entry before a step: `same` says of which steps that is the same question. */
const holds = async (made: Opened, policy: string, same: (first: number) => boolean): Promise<void> => {
  const { catalog } = made.store;
  const row = catalog.tape(made.tape);
  const next = await lawful(made, { next: true }, policy);
  if (row.entries > 0) expect(entriesIn(await lawful(made, { after: row.entries }, policy)), policy).toEqual(entriesIn(next));
  for (const { step, first, synthetic, sidechain } of catalog.steps(made.tape, 1, Math.max(1, row.steps)).items) {
    const view = await lawful(made, { step }, policy);
    if (first < 2 || synthetic || sidechain || !same(first)) continue;
    expect(entriesIn(await lawful(made, { after: first - 1 }, policy)), `${policy}, step ${step}`).toEqual(entriesIn(view));
  }
};

const run = async (make: () => Opened, policy: string, same: (made: Opened) => (first: number) => boolean): Promise<void> => {
  const made = make();
  try {
    await holds(made, policy, same(made));
  } finally {
    made.store.close();
  }
};

describe('any composed policy at every place of a drawn tape', () => {
  it('of Claude Code, with parallel calls, rewinds, compactions and sub-agents: after the parent of a step stands its context', async () => {
    const same =
      ({ store, tape }: Opened) =>
      (first: number) =>
        store.catalog.entriesAt(tape, [first])[0]?.parentSeq === first - 1;
    await fc.assert(
      fc.asyncProperty(drawings, policies, (drawing, policy) => run(() => ofRecords(claudeTree(drawing)), policy, same)),
      { numRuns: 25 },
    );
  });

  it('of Bub, with anchors, requests that fail, and entries out of context', async () => {
    // A step of Bub holds its own prompt, which is logged with the answer: nobody asked it before.
    await fc.assert(
      fc.asyncProperty(bubRecords, policies, (records, policy) =>
        run(
          () => ofRecords(records, 'x__y.jsonl'),
          policy,
          () => () => false,
        ),
      ),
      { numRuns: 40 },
    );
  });

  it('of a native tape, with a fork that is merged, corrections and open calls', async () => {
    await fc.assert(
      fc.asyncProperty(nativeActs, policies, async (acts, policy) => {
        const folder = await nativeTape(acts);
        const store = openCatalog(tempFolder());
        try {
          await holds(opened(store, bringSource(store.db, folder).source.id), policy, () => true);
        } finally {
          store.close();
        }
      }),
      { numRuns: 12 },
    );
  });
});
