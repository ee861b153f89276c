import { globSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type StepRow, View } from '../../../shared/model/index.ts';
import { contextSize, Flag, has } from '../../../shared/model/vocabulary.ts';
import { scaleFor } from '../formats/context/models.ts';
import { estimate, estimateAnswers } from '../formats/context/tokens.ts';
import type { WireMessage } from '../formats/format.ts';
import { isObject } from '../formats/json.ts';
import { rulesOf } from '../formats/rules.ts';
import { type Decided, decide } from './assemble.ts';
import { anchorsBefore } from './material.ts';
import { messagesOf } from './methods.ts';
import { type ImportedTape, importFile } from './testing/imported.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const files =
  corpus === ''
    ? []
    : globSync(['claude-code/**/*.jsonl', 'claude-code-trees/**/*.jsonl', 'bub/*.jsonl', 'bub-oracle/*/tapes/*.jsonl'], {
        cwd: corpus,
      }).sort();

/** All steps of a small tape; the first, the middle, the last and a few others of a large one. */
const stepsToTry = (steps: number): number[] => {
  if (steps <= 40) return Array.from({ length: steps }, (_, at) => at + 1);
  const others = fc.sample(fc.integer({ min: 1, max: steps }), { numRuns: 5, seed: steps });
  return [...new Set([1, Math.ceil(steps / 2), steps, ...others])];
};

const policiesAt = (imported: ImportedTape, step: StepRow): string[] => {
  const { catalog } = imported.store;
  const tape = catalog.tape(imported.tape);
  const anchors = anchorsBefore({ rules: rulesOf(tape.format), anchors: catalog.anchors(tape.id) }, step);
  const [first, last] = [anchors[0], anchors.at(-1)];
  return [
    'as-recorded',
    'last-anchor',
    'compact:8000',
    'summary',
    'memory:error test',
    'full',
    ...[...new Set([first?.name, last?.name])].flatMap((name) => (name ? [`from-anchor:${name}`] : [])),
  ];
};

/** How often each entry before the step is listed; index 0 is entry 1. */
const told = (view: View): Uint8Array => {
  const times = new Uint8Array(view.before - 1);
  const tell = (seq: number): void => {
    if (seq < view.before) times[seq - 1] = (times[seq - 1] ?? 0) + 1;
  };
  for (const block of view.blocks) for (const seq of block.entries) tell(seq);
  for (const { entries } of view.omissions) for (const [from, to] of entries) for (let seq = from; seq <= to; seq += 1) tell(seq);
  return times;
};

const checkView = (view: View): void => {
  expect(told(view).every((times) => times === 1)).toBe(true);
  for (const { entries, count, byKind, after } of view.omissions) {
    expect(count).toBe(entries.reduce((sum, [from, to]) => sum + to - from + 1, 0));
    expect(Object.values(byKind).reduce((sum, many) => sum + many, 0)).toBe(count);
    expect(after).toBeLessThanOrEqual(view.blocks.length);
  }
  expect(view.omissions.length).toBeLessThan(40);
  const { recorded, counted, estimated, unaccounted } = view.tokens;
  if (view.policy === 'compact:8000')
    expect(counted + estimated <= 8000 || view.warnings.some((warning) => warning.includes('exceed the budget of 8,000'))).toBe(true);
  expect(unaccounted).toBe(recorded === null ? null : recorded - counted - estimated);
};

describe.skipIf(corpus === '')('views of the corpus (TAPESCOPE_CORPUS)', () => {
  it.each(files)('%s: every entry before a step is in one block or one omission', async (name) => {
    const imported = importFile(join(corpus, name));
    for (const number of stepsToTry(imported.store.catalog.tape(imported.tape).steps)) {
      const step = imported.store.catalog.step(imported.tape, number);
      for (const policy of policiesAt(imported, step)) checkView(View.parse(await imported.view(number, policy)));
    }
    imported.store.close();
  });

  it.each(files.filter((name) => name.startsWith('claude-code')))(
    '%s: what was sent is a conversation that the API takes',
    async (name) => {
      const imported = importFile(join(corpus, name));
      const { catalog } = imported.store;
      const { steps } = catalog.tape(imported.tape);
      for (const number of new Set([1, Math.ceil(steps / 3), Math.ceil(steps / 2), steps].filter((step) => step >= 1))) {
        const { first } = catalog.step(imported.tape, number);
        const held = (call: string) => catalog.tool(imported.tape, call);
        const sent = await messagesOf(imported.rim, imported.tape, number, { type: 'as-recorded' });
        expect(
          faults(sent, { answered: (call) => held(call).results.some((seq) => seq < first), asked: (call) => held(call).calls.length > 0 }),
        ).toEqual([]);
      }
      imported.store.close();
    },
  );

  it('the middle estimate of what a context grew by is close to the recording', () => {
    const errors = files
      .filter((name) => /claude/.test(name) && !/acompact/.test(name))
      .flatMap((name) => growthErrors(join(corpus, name)));
    for (const older of [true, false]) {
      const some = errors.filter((error) => error.older === older).map((error) => Math.abs(error.relative));
      expect(some.length).toBeGreaterThan(500);
      expect(median(some)).toBeLessThan(0.1);
    }
  });
});

interface Held {
  /** The file holds a result of the call before the step. */
  answered: (call: string) => boolean;
  /** The file holds the call. */
  asked: (call: string) => boolean;
}

/** What an API would refuse: roles that do not alternate, calls without their results after them, results without their call. */
const faults = (messages: readonly WireMessage[], held: Held): string[] =>
  messages.flatMap((message, at) => {
    const results = idsOf(messages[at + 1], 'tool_result', 'tool_use_id');
    const calls = idsOf(messages[at - 1], 'tool_use', 'id');
    return [
      ...(at > 0 && messages[at - 1]?.role === message.role ? [`two ${message.role} messages in a row at ${at}`] : []),
      ...idsOf(message, 'tool_use', 'id').filter((id) => !results.includes(id) && held.answered(id)),
      ...idsOf(message, 'tool_result', 'tool_use_id').filter((id) => !calls.includes(id) && held.asked(id)),
    ];
  });

const idsOf = (message: WireMessage | undefined, type: string, key: string): string[] => {
  const content = Array.isArray(message?.content) ? message.content.filter(isObject) : [];
  return content.filter((block) => block.type === type).map((block) => String(block[key]));
};

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

interface GrowthError {
  /** Estimated growth against recorded growth, as a share of it. */
  relative: number;
  older: boolean;
}

/** For steps that only add to the context of the step before: how far the estimate of the addition is off. */
const growthErrors = (file: string): GrowthError[] => {
  const imported = importFile(file);
  const errors: GrowthError[] = [];
  let before: Decided | null = null;
  for (let number = 1; number <= Math.min(imported.store.catalog.tape(imported.tape).steps, 120); number += 1) {
    const now = decide(imported.rim, imported.tape, number, { type: 'as-recorded' });
    const error: GrowthError | null = before && growth(before, now, imported);
    if (error) errors.push(error);
    before = now;
  }
  imported.store.close();
  return errors;
};

const growth = (before: Decided, now: Decided, { rim, tape }: ImportedTape): GrowthError | null => {
  const [then, seqs] = [before, now].map(({ selection }) => new Set(selection.picks.map((pick) => pick.seq)));
  if (!then || !seqs || !before.step.usage || !now.step.usage) return null;
  if (before.step.model !== now.step.model || before.step.sidechain !== now.step.sidechain) return null;
  const added = [...seqs]
    .filter((seq) => !then.has(seq))
    .map(now.rowOf)
    .filter((row) => row !== undefined);
  const recorded = contextSize(now.step.usage) - contextSize(before.step.usage);
  if ([...then].some((seq) => !seqs.has(seq)) || added.some((row) => has(row.flags, Flag.Media))) return null;
  if (recorded < 100 || recorded > 60_000) return null;
  const scale = scaleFor(now.step.model);
  const answers = estimateAnswers(added, (step) => rim.catalog.step(tape, step).usage?.output ?? null, scale);
  const estimated = added.reduce((sum, row) => sum + (answers.get(row.seq) ?? estimate(row, scale)), 0);
  return { relative: (estimated - recorded) / recorded, older: scale.charsPerToken > 2.5 };
};
