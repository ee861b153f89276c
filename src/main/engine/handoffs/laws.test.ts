import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Handoffs } from '../../../shared/model/handoff.ts';
import type { EntryRow } from '../../../shared/model/index.ts';
import { bubTape } from '../testing/bub-script.ts';
import { createRim } from '../views/rim.ts';
import { fidelityOf } from './fidelity.ts';
import { phasesOf } from './phases.ts';
import { phaseOf } from './tally.ts';
import { type HandoffRoom, handoffRoom } from './testing.ts';

const SIGNAL = { signal: new AbortController().signal };
const SAMPLES = fileURLToPath(new URL('../../../../resources/samples', import.meta.url));
const corpus = process.env.TAPESCOPE_CORPUS ?? '';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** Every entry in one phase, counts that come to the tape's own, every reference accounted for. */
const expectLawful = async ({ catalog, methods }: Pick<HandoffRoom, 'catalog' | 'methods'>, tape: string): Promise<Handoffs> => {
  const row = catalog.tape(tape);
  const answer = await methods['handoffs.get']({ tape, family: false, limit: 2000 }, SIGNAL);
  const { phases } = answer;
  let next = 1;
  for (const { from, to } of phases) {
    expect({ file: row.file, from }).toEqual({ file: row.file, from: next });
    next = to + 1;
  }
  expect({ file: row.file, end: next - 1 }).toEqual({ file: row.file, end: row.entries });
  const stats = catalog.stats(tape);
  const kinds = new Map<string, number>();
  for (const { byKind } of phases) for (const [kind, count] of Object.entries(byKind)) kinds.set(kind, (kinds.get(kind) ?? 0) + count);
  expect(Object.fromEntries(kinds)).toEqual(Object.fromEntries(Object.entries(stats.entriesByKind).filter(([, count]) => count > 0)));
  expect(sum(phases.map(({ steps }) => steps))).toBe(stats.steps);
  expect(sum(phases.flatMap(({ byTone }) => Object.values(byTone)))).toBe(row.entries);
  const answered = sum(catalog.steps(tape, 1, 1_000_000).items.map(({ usage }) => usage?.output ?? 0));
  expect(sum(phases.map(({ usage }) => usage?.output ?? 0))).toBe(answered);
  // The sum of a tape has what requests used that answered nobody, and not what the tape that it was copied from counts.
  expect(stats.usage.output + (stats.copied?.usage.output ?? 0)).toBeGreaterThanOrEqual(answered);
  expect(answer.refs.broken).toBe(sum(phases.map(({ refs }) => refs.broken)));
  return answer;
};

/** The state of each phase as a tree, against the one before; whether it reached the model is told alike wherever it is told. */
const expectTrees = async ({ methods }: Pick<HandoffRoom, 'methods'>, { phases }: Handoffs): Promise<void> => {
  for (const [at, { tape, seq, refs, reached }] of phases.entries()) {
    expect((await methods['handoffs.fidelity']({ tape, seq }, SIGNAL)).reached).toEqual(reached);
    const before = phases[at - 1];
    const against = before && { tape: before.tape, seq: before.seq };
    const tree = await methods['handoffs.state']({ tape, seq, path: [], limit: 1000, ...(against && { against }) }, SIGNAL);
    expect(tree.refs).toEqual(refs);
    const itself = await methods['handoffs.state']({ tape, seq, path: [], limit: 1000, against: { tape, seq } }, SIGNAL);
    expect(itself.nodes.every(({ change }) => change === 'same')).toBe(true);
  }
};

const lines = fc.array(
  fc.constantFrom(
    'user "ask"',
    'assistant "ok"',
    'call grep t1',
    'result "hit"',
    'error temporary "no"',
    'event loop.step.start {"step":1}',
    'handoff next {"summary":"see entry 2 and [90]","source_ids":[1,80]}',
  ),
  { minLength: 1, maxLength: 30 },
);

describe('the phases of a tape', () => {
  it('hold each of its entries once, and come to its counts', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (script) => {
        const room = await handoffRoom({ 't.jsonl': bubTape(script.join('\n')) });
        const answer = await expectLawful(room, room.idOf('t.jsonl'));
        await expectTrees(room, answer);
      }),
      { numRuns: 12 },
    );
  });

  it('are found by their beginnings', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 2, max: 500 })), fc.integer({ min: 1, max: 600 }), (more, seq) => {
        const froms = [1, ...more.sort((a, b) => a - b)];
        expect(phaseOf(froms, seq)).toBe(froms.filter((from) => from <= seq).length - 1);
      }),
    );
  });
});

describe('a long tape', () => {
  const PHASES = 150;
  const room = () => {
    const phase = (_: unknown, no: number): string =>
      `handoff phase-${no} {"summary":"so far ${no}"}\n${'user "go"\nassistant "gone"\n'.repeat(9)}`;
    return handoffRoom({ 't.jsonl': bubTape(Array.from({ length: PHASES }, phase).join('\n')) });
  };

  it('has the neighbourhood of each phase looked up once', async () => {
    const { catalog, idOf } = await room();
    const [NEIGHBOURS, KEPT] = [16, 100];
    const kept: number[] = [];
    let misses = 0;
    const look = (seq: number): void => {
      const no = Math.floor(seq / NEIGHBOURS);
      const at = kept.indexOf(no);
      if (at >= 0) kept.splice(at, 1);
      else misses += 1;
      kept.push(no);
      if (kept.length > KEPT) kept.shift();
    };
    const looked = (rows: EntryRow[]): EntryRow[] => {
      for (const { seq } of rows) look(seq);
      return rows;
    };
    const watched: typeof catalog = {
      ...catalog,
      entries: (tape, from, to) => looked(catalog.entries(tape, from, to)),
      entriesAt: (tape, seqs) => looked(catalog.entriesAt(tape, seqs)),
    };
    const tape = catalog.tape(idOf('t.jsonl'));
    expect((await phasesOf(watched, tape, { limit: 2000 })).phases.length).toBeGreaterThanOrEqual(PHASES);
    expect(misses).toBeLessThanOrEqual(tape.entries / NEIGHBOURS + 1);
  });

  it('is not counted through for the fidelity of one phase', async () => {
    const { catalog, idOf } = await room();
    const refuse = (): never => {
      throw new Error('the whole tape was looked at');
    };
    const rim = createRim({ ...catalog, entryRuns: refuse, stepRuns: refuse });
    expect((await fidelityOf(rim, idOf('t.jsonl'), 1)).reached.step).toBe(1);
  });
});

const openAll = async (paths: readonly string[]): Promise<HandoffRoom> => {
  const room = await handoffRoom({});
  await room.open(paths);
  return room;
};

describe('the samples', () => {
  it('answer, and are partitioned by their phases', async () => {
    const room = await openAll([SAMPLES]);
    const tapes = room.catalog.tapes();
    expect(tapes.length).toBeGreaterThan(3);
    for (const { id } of tapes) {
      await expectTrees(room, await expectLawful(room, id));
      const family = await room.methods['handoffs.get']({ tape: id, family: true, limit: 500 }, SIGNAL);
      expect(family.edges.every(({ from, to }) => from < family.phases.length && to < family.phases.length)).toBe(true);
    }
  });
});

describe.skipIf(corpus === '')('the corpus (set TAPESCOPE_CORPUS to run)', () => {
  it('answers, and is partitioned by its phases', async () => {
    const folders = ['claude-code', 'claude-code-trees', 'bub'].map((name) => join(corpus, name));
    const room = await openAll(folders.filter((path) => existsSync(path) && readdirSync(path).length > 0));
    for (const { id } of room.catalog.tapes()) await expectTrees(room, await expectLawful(room, id));
  });
});
