import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Policy, StepRow, View } from '../../../shared/model/index.ts';
import { type Place, placeText } from '../../../shared/model/place.ts';
import { isPolicy, parsePolicy } from '../../../shared/model/policy.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { compare } from '../compare/compare.ts';
import { mirrored, saidBy } from '../compare/testing/mirrored.ts';
import { asking } from '../why/testing/asking.ts';
import { assemble, decide } from './assemble.ts';
import { messagesOf } from './methods.ts';
import { type ImportedTape, importFile } from './testing/imported.ts';
import { timesIn } from './testing/occurrences.ts';
import { isRefused } from './testing/refused.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
/** Longer tapes cost too much to be asked about under many policies. */
const LONGEST = 1500;

const KINDS = [
  ['Claude Code', 'claude-code/*.jsonl'],
  ['Claude Code with results cleared', 'cleared/*.jsonl'],
  ['Claude Code that logs its requests', 'lab/claude-code/2.1.330-*/transcripts/**/*.jsonl'],
  ['older Claude Code', 'lab/claude-code/2.{0,1.5,1.1,1.2}*/transcripts/**/*.jsonl'],
  ['Bub', 'bub/*.jsonl'],
  ['Bub of all versions', 'bub-oracle/*/tapes/*.jsonl'],
] as const;

const logsIn = (glob: string): string[] =>
  corpus === ''
    ? []
    : globSync(glob, { cwd: corpus })
        .filter((name) => statSync(join(corpus, name)).size > 0)
        .sort();

/** An origin and up to three parts, over the entries of a tape. */
const policiesOf = (entries: number, anchors: readonly number[]): fc.Arbitrary<Policy> => {
  const seqs = fc.uniqueArray(fc.integer({ min: 1, max: entries }), { minLength: 1, maxLength: 4 }).map((all) => all.join(','));
  const origins = [
    'as-recorded',
    'as-recorded',
    'last-anchor',
    'full',
    'compact:3000',
    ...anchors.slice(-2).map((seq) => `anchor:#${seq}`),
  ];
  const part = fc.oneof(
    seqs.map((all) => `pin:${all}`),
    seqs.map((all) => `without:${all}`),
    fc.constantFrom('summary', 'budget:1', 'budget:900:cited', 'budget:5000', 'budget:20000:heavy-last'),
  );
  return fc
    .tuple(fc.constantFrom(...origins), fc.array(part, { maxLength: 3 }))
    .map((pieces) => pieces.flat().join(' + '))
    .filter(isPolicy);
};

interface Asked extends ImportedTape {
  place: Place;
  policy: Policy;
  about: string;
}

const placesOf = ({ store, tape }: ImportedTape): Place[] => {
  const { steps, entries } = store.catalog.tape(tape);
  const some = [...new Set([1, Math.ceil(steps / 2), steps])].filter((step) => step > 0);
  return [...some.map((step) => ({ step })), { next: true }, { after: Math.ceil(entries / 2) }];
};

/** Every place of a tape that is looked at, each under a policy of its own. */
const questions = (name: string, imported: ImportedTape): Asked[] => {
  const { catalog } = imported.store;
  const { entries } = catalog.tape(imported.tape);
  if (entries === 0 || entries > LONGEST) return [];
  const anchors = catalog.anchors(imported.tape).map(({ seq }) => seq);
  return placesOf(imported).map((place, at) => {
    const [policy = 'full'] = fc.sample(policiesOf(entries, anchors), { numRuns: 1, seed: entries + at });
    return { ...imported, place, policy, about: `${name} ${placeText(place)} ${policy}` };
  });
};

const own = (view: View): number[] => view.blocks.flatMap(({ entries, from }) => (from ? [] : entries));

/** Each entry once, parts that add up, the same bytes again, and a warning of messages that no model accepts; null where no anchor of the policy is before the request. */
const lawful = async ({ store, rim, tape, place, policy, about }: Asked): Promise<View | null> => {
  const choice = parsePolicy(policy);
  try {
    const view = await assemble(rim, tape, place, choice);
    expect
      .soft(
        timesIn(view).filter((times) => times !== 1),
        about,
      )
      .toEqual([]);
    const inBlocks = view.blocks.reduce((sum, { tokens }) => sum + tokens.value, 0);
    expect
      .soft(
        view.parts.reduce((sum, { tokens }) => sum + tokens.counted + tokens.estimated, 0),
        about,
      )
      .toBe(inBlocks);
    expect.soft(JSON.stringify(await assemble(rim, tape, place, choice)) === JSON.stringify(view), `pure: ${about}`).toBe(true);
    const warned = view.warnings.some((one) => one.startsWith('No model accepts'));
    if (store.catalog.tape(tape).format === 'claude-code' && policy !== 'as-recorded' && !warned)
      expect.soft(isRefused(await messagesOf(rim, tape, place, choice)), `refused: ${about}`).toBe(false);
    return view;
  } catch (error) {
    expect.soft([error instanceof TapeError && error.code, policy.includes('anchor:#')], about).toEqual(['not-found', true]);
    return null;
  }
};

/**
 * Where the question before a step is the one that the step answers: the step hangs on the entry before it, the policy does not cut by
 * weights, which the size of the step itself makes more exact, and that size did not tell what a resume lost.
 */
const isAsked = ({ store, rim, tape, policy }: Asked, { step, first, synthetic, sidechain }: StepRow): boolean => {
  if (synthetic || sidechain || first < 2 || store.catalog.tape(tape).format !== 'claude-code' || /budget|compact/.test(policy))
    return false;
  const { findings } = decide(rim, tape, { step }, { type: 'as-recorded' }).selection;
  if (findings.some(({ type }) => type === 'lost-beside' || type === 'ended-chain')) return false;
  return store.catalog.entriesAt(tape, [first])[0]?.parentSeq === first - 1;
};

/** Before a step the context is that of the step. */
const sameBefore = async (asked: Asked, view: View): Promise<number> => {
  const { place, store, tape } = asked;
  const step = 'step' in place ? store.catalog.step(tape, place.step) : null;
  if (step === null || !isAsked(asked, step)) return 0;
  const before = await lawful({ ...asked, place: { after: step.first - 1 }, about: `before ${asked.about}` });
  expect.soft(before && own(before), `before ${asked.about}`).toEqual(own(view));
  return 1;
};

/** Why says of an entry what the view does. */
const sameWhy = async ({ place, policy, about, ...imported }: Asked, view: View): Promise<number> => {
  const held = new Set(own(view));
  const isRequest = 'step' in place && !imported.store.catalog.step(imported.tape, place.step).synthetic;
  let told = 0;
  for (const seq of fc.sample(fc.integer({ min: 1, max: Math.max(1, view.before - 1) }), { numRuns: 3, seed: view.before })) {
    if (seq >= view.before) continue;
    const {
      items: [item],
      evidence,
    } = await asking(imported)({ seq, place, policy });
    if (!item || item.agent !== null) continue;
    expect.soft([seq, item.now], `why ${about}`).toEqual([seq, held.has(seq)]);
    expect.soft(evidence, `why ${about}`).toEqual(view.evidence);
    const inSteps = isRequest && item.in.some(([from, to]) => from <= place.step && place.step <= to);
    if (isRequest) expect.soft([seq, inSteps], `steps of why ${about}`).toEqual([seq, held.has(seq)]);
    told += 1;
  }
  return told;
};

/** A comparison of two policies holds what the view does, and says the same the other way round. */
const sameCompared = async ({ rim, tape, place, policy, about }: Asked, view: View): Promise<void> => {
  const sides = [
    { tape, ...place, policy },
    { tape, ...place, policy: 'as-recorded' as const },
  ];
  const there = await compare(rim, sides, [0, 1]);
  const read = there.pair.blocks[0].filter(({ answer, from }) => !answer && !from);
  expect
    .soft(
      read.flatMap(({ entries }) => entries),
      `compared ${about}`,
    )
    .toEqual(own(view));
  expect.soft(mirrored(await compare(rim, sides.toReversed(), [0, 1])), `mirrored ${about}`).toEqual(saidBy(there));
};

describe.skipIf(corpus === '')('composed policies on real logs (TAPESCOPE_CORPUS)', () => {
  it.each(KINDS)('%s: lawful, before a step as at it, and the same in why and in comparisons', async (kind, glob) => {
    const found = { views: 0, asked: 0, why: 0 };
    for (const name of logsIn(glob)) {
      const imported = importFile(join(corpus, name));
      for (const asked of questions(name, imported)) {
        const view = await lawful(asked);
        if (view === null) continue;
        found.views += 1;
        found.asked += await sameBefore(asked, view);
        found.why += await sameWhy(asked, view);
        await sameCompared(asked, view);
      }
      imported.store.close();
    }
    console.log(`composed policies on real logs of ${kind}: ${JSON.stringify(found)}`);
    expect(found.views).toBeGreaterThan(8);
    expect(found.why).toBeGreaterThan(20);
  });
});
