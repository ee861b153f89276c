import { describe, expect, it, onTestFinished } from 'vitest';
import type { Block, CompareInput, ComparePair, Comparison } from '../../../shared/model/index.ts';
import type { JsonObject } from '../formats/format.ts';
import { harbour, SHAPE } from '../testing/harbour.ts';
import { type ImportedTape, importRecords } from '../views/testing/imported.ts';
import { compare } from './compare.ts';
import { mirrored, saidBy } from './testing/mirrored.ts';

const opened = (records: readonly JsonObject[]): ImportedTape => {
  const tape = importRecords(records);
  onTestFinished(() => tape.store.close());
  return tape;
};

type At = Omit<CompareInput, 'tape' | 'policy'>;

const between = ({ rim, tape }: ImportedTape, a: At, b: At): Promise<Comparison> =>
  compare(
    rim,
    [
      { tape, ...a, policy: 'as-recorded' },
      { tape, ...b, policy: 'as-recorded' },
    ],
    [0, 1],
  );

/** What a block is known by, one word for each entry: nothing of a view may be missing in a comparison, and nothing be there twice. */
const names = (blocks: readonly Block[]): string[] =>
  blocks.flatMap(({ entries, request, kind, label }) =>
    request ? [`${kind} ${label} ${request.entry}:${request.part}`] : entries.map((seq) => `#${seq}`),
  );

const placesIn = ({ runs, blocks }: ComparePair, side: 'a' | 'b'): Block[] =>
  runs.flatMap((run) => {
    const mine = blocks[side === 'a' ? 0 : 1].slice(run[side], run[side] + run.count);
    return run.type === (side === 'a' ? 'b' : 'a') ? [] : mine;
  });

/** `changed system 1` for each run that is not a shared one. */
const told = ({ runs, blocks }: ComparePair): string[] =>
  runs
    .filter(({ type }) => type !== 'same')
    .map(({ type, a, b, count, unmatched }) => {
      const [side, from] = type === 'b' ? [blocks[1], b] : [blocks[0], a];
      const labels = side.slice(from, from + count).map(({ label, kind }) => label || kind);
      return `${unmatched ? 'unmatched ' : ''}${type}: ${labels.join(', ')}`;
    });

const [PROMPT = {}, ...MORE] = SHAPE.system;
const LATER = {
  system: [{ ...PROMPT, text: 'You keep the log of a lighthouse.' }, ...MORE],
  tools: [...SHAPE.tools.slice(0, 1), { name: 'Lamp', description: 'Lights the lamp.', input_schema: { type: 'object' } }],
};

describe('two requests that are recorded', () => {
  it('are compared whole: every block of either view once, those that only the request has too', async () => {
    const tape = opened(harbour());
    const { pair } = await between(tape, { step: 1 }, { step: 2 });
    for (const [side, step] of [
      ['a', 1],
      ['b', 2],
    ] as const) {
      const view = await tape.view(step);
      const found = placesIn(pair, side).filter((block) => !('answer' in block));
      expect(names(found)).toEqual(names(view.blocks));
    }
  });

  it('differ by nothing where one continues the other; a cache mark that moved is no difference', async () => {
    const { pair, sides } = await between(opened(harbour()), { step: 1 }, { step: 2 });
    expect(sides.map(({ evidence }) => evidence.state)).toEqual(['recorded', 'recorded']);
    expect(pair.prefix).toMatchObject({ hermetic: true, differences: [] });
    expect(told(pair)).toEqual(['unmatched a: cache mark', 'b: Read, wind', 'unmatched b: cache mark', 'b: message, message']);
    expect(pair.counts).toEqual({ same: 10, changed: 0, a: 0, b: 4, unmatched: 2 });
  });

  it('show a system prompt that changed, and each tool that came and went', async () => {
    const tape = opened(harbour((record) => record, LATER));
    const { pair } = await between(tape, { step: 1 }, { step: 2 });
    expect(told(pair).slice(0, 3)).toEqual(['a: Signal', 'b: Lamp', 'changed: system 1']);
    expect(pair.prefix?.differences.map(({ what, side, text }) => [what, side, text])).toEqual([
      ['request', null, 'part 1 of the system prompt had other words for A than for B'],
      ['request', 0, 'only A was sent the tool Signal'],
      ['request', 1, 'only B was sent the tool Lamp'],
    ]);
    expect(mirrored(await between(tape, { step: 2 }, { step: 1 }))).toEqual(saidBy(await between(tape, { step: 1 }, { step: 2 })));
  });
});

describe('the next request', () => {
  it('continues the step before it, although that step is recorded and nobody made it', async () => {
    const tape = opened(harbour());
    const { pair, sides, fork } = await between(tape, { step: 2 }, { next: true });
    expect(sides.map(({ step, next, evidence }) => [step, next, evidence.state])).toEqual([
      [2, undefined, 'recorded'],
      [null, true, 'derived'],
    ]);
    expect(fork).toMatchObject({ at: [{ step: 2 }, { step: 2 }], steps: 2 });
    expect(pair.prefix).toMatchObject({ hermetic: true, differences: [] });
    expect(pair.counts).toMatchObject({ changed: 0, a: 0, b: 0 });
    expect(told(pair).every((run) => run.startsWith('unmatched a:'))).toBe(true);
    expect(pair.counts.unmatched).toBe(8);
    expect(mirrored(await between(tape, { next: true }, { step: 2 }))).toEqual(saidBy(await between(tape, { step: 2 }, { next: true })));
  });

  it('is compared with the request after an entry, on another branch too', async () => {
    const tape = opened(harbour());
    const { pair, sides } = await between(tape, { after: 1 }, { next: true });
    expect(sides[0]).toMatchObject({ step: null, after: 1 });
    expect(pair.prefix?.sameIds).toBe(true);
    expect(pair.counts).toMatchObject({ changed: 0, a: 0 });
  });
});
