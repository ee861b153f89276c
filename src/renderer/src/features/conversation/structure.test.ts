import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heightsOf } from './heights.ts';
import { type Grown, ROW, rowOfEntry, rowOfStep, rowsIn, structureOf } from './structure.ts';

const KINDS = ['message', 'tool_call', 'tool_result', 'event', 'anchor'];
const [USER, ASSISTANT, TOOL, SYSTEM] = [1, 2, 3, 4];
type Drawn = readonly [kind: string, tone: number];
const prompt: Drawn = ['message', USER];
const answer: Drawn = ['message', ASSISTANT];
const call: Drawn = ['tool_call', ASSISTANT];
const result: Drawn = ['tool_result', TOOL];

const SINCE = {};
const held = (entries: readonly Drawn[], stepFirst: readonly number[]) => ({
  since: SINCE,
  ...{ entries: entries.length, steps: stepFirst.length, kinds: KINDS, stepFirst: Uint32Array.from(stepFirst) },
  kind: Uint8Array.from(entries, ([kind]) => KINDS.indexOf(kind)),
  tone: Uint8Array.from(entries, ([, tone]) => tone),
});
const drawn = (entries: readonly Drawn[], stepFirst: readonly number[], isOn: (step: number) => boolean = () => true) => {
  const rows = structureOf(held(entries, stepFirst), isOn);
  return Array.from({ length: rows.count }, (_, at) => [rows.seq[at], rows.what[at], rows.holds[at], rows.step[at], rows.begins[at]]);
};

describe('the rows of a conversation', () => {
  it('of some steps are those alone, each prompt with the step that answers it', () => {
    const rows = structureOf(held([prompt, answer, prompt, answer, prompt, answer], [2, 4, 6]), () => true);
    const within = rowsIn(rows, { from: 2, to: 2 });
    expect([within.count, ...within.seq]).toEqual([2, 3, 4]);
    expect(rowsIn(rows, { from: 7, to: 9 }).count).toBe(0);
    expect(rowsIn(rows, { from: 1, to: 3 })).toMatchObject({ seq: rows.seq, step: rows.step, begins: rows.begins });
  });

  it('are prompts and answers, each call with its result, and nothing about the session', () => {
    expect(
      drawn([prompt, answer, call, ['event', SYSTEM], result, ['message', USER + 16], answer, prompt, ['message', USER + 64]], [2, 7]),
    ).toEqual([
      [1, ROW.entry, 1, 1, 0],
      [2, ROW.entry, 1, 1, 1],
      [3, ROW.entry, 1, 1, 0],
      [7, ROW.entry, 1, 2, 1],
      [8, ROW.entry, 1, 3, 0],
    ]);
  });

  it('fold what is on another branch, its prompt with it, and what a sub-agent wrote in the file', () => {
    const aside: Drawn = ['message', ASSISTANT + 32];
    const entries = [prompt, answer, prompt, answer, prompt, aside, aside, answer];
    expect(drawn(entries, [2, 4, 8], (step) => step !== 2)).toEqual([
      [1, ROW.entry, 1, 1, 0],
      [2, ROW.entry, 1, 1, 1],
      [3, ROW.branch, 2, 2, 0],
      [5, ROW.entry, 1, 3, 0],
      [6, ROW.agent, 2, 3, 0],
      [8, ROW.entry, 1, 3, 1],
    ]);
  });

  it('leave out records of events, whatever they are called, and keep what somebody said', () => {
    const kinds = [...KINDS, 'progress'];
    const tape = { ...held([prompt, answer, prompt, prompt, answer], [2, 5]), kinds };
    tape.kind[2] = kinds.indexOf('progress');
    tape.tone[2] = 0;
    tape.kind[3] = kinds.indexOf('progress');
    expect([...structureOf(tape, () => true).seq]).toEqual([1, 2, 4, 5]);
  });

  it('keep a result that no call comes before', () => {
    expect(drawn([result, prompt, answer], [3]).map(([seq]) => seq)).toEqual([1, 2, 3]);
  });

  it('are found by an entry and by a step, before whose answer the playhead is', () => {
    const rows = structureOf(held([prompt, answer, call, result, prompt, answer], [2, 6]), () => true);
    expect([0, 1, 4, 6, 99].map((seq) => rowOfEntry(rows, seq))).toEqual([null, 0, 2, 4, 4]);
    expect([1, 2, 3].map((step) => rowOfStep(rows, step))).toEqual([1, 4, 5]);
  });

  it('are the same whether a tape is seen whole or as it grows, and those of the newest step alone are made again', () => {
    const SIDE = ASSISTANT + 32;
    const entry = fc.constantFrom<Drawn>(prompt, answer, call, result, ['message', SIDE], ['event', SYSTEM]);
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), fc.array(fc.nat(40), { maxLength: 5 }), fc.nat(40), (entries, cuts, off) => {
        const isOn = (step: number) => step !== off;
        const upTo = (count: number) => {
          const first = entries.slice(0, count).flatMap(([, tone], at) => (tone === ASSISTANT ? [at + 1] : []));
          return held(entries.slice(0, count), first);
        };
        let grown: Grown | null = null;
        for (const cut of cuts.toSorted((a, b) => a - b)) {
          const before: Grown | null = grown;
          grown = structureOf(upTo(cut), isOn, before);
          if (grown.lineage === before?.lineage)
            expect([...grown.seq.subarray(0, before.settled)]).toEqual([...before.seq.subarray(0, before.settled)]);
        }
        const { seq, what, holds, step, begins, kind, count } = structureOf(upTo(entries.length), isOn, grown);
        expect({ seq, what, holds, step, begins, kind, count }).toEqual(
          (({ seq, what, holds, step, begins, kind, count }) => ({ seq, what, holds, step, begins, kind, count }))(
            structureOf(upTo(entries.length), isOn),
          ),
        );
      }),
    );
  });

  it('are made again from the first where the tape was rewritten, or where the playhead is on another branch', () => {
    const tape = held([prompt, answer, prompt, answer], [2, 4]);
    const before = structureOf(tape, () => true);
    expect(structureOf(tape, () => true, before).lineage).toBe(before.lineage);
    expect(structureOf({ ...tape, since: {} }, () => true, before).lineage).not.toBe(before.lineage);
    expect(structureOf(tape, (step) => step !== 1, before).lineage).not.toBe(before.lineage);
  });

  it('cost what is new when a tape of a million entries grows by two', () => {
    const first = held([], []);
    const at = (entries: number, steps: number) => ({
      ...{ ...first, entries, steps, kind: new Uint8Array(entries), tone: new Uint8Array(entries).fill(ASSISTANT) },
      stepFirst: Uint32Array.from({ length: steps }, (_, step) => step * 16 + 1),
    });
    const before = structureOf(at(1_000_000, 62_500), () => true);
    let looks = 0;
    const longer = at(1_000_002, 62_500);
    const tone = new Proxy(longer.tone, {
      get: (target, key) => {
        looks += 1;
        return Reflect.get(target, key);
      },
    });
    expect(structureOf({ ...longer, tone }, () => true, before).count).toBe(1_000_002);
    expect(looks).toBeLessThan(50);
  });

  it('cost a look at each entry, also of a tape of 62,000 steps and a million entries', () => {
    const looks = { kind: 0 };
    const large = {
      since: {},
      ...{
        entries: 1_000_000,
        steps: 62_000,
        kinds: KINDS,
        tone: Uint8Array.from({ length: 1_000_000 }, (_, at) => (at % 16 === 0 ? USER : ASSISTANT)),
      },
      stepFirst: Uint32Array.from({ length: 62_000 }, (_, at) => at * 16 + 2),
    };
    const kind = new Proxy(new Uint8Array(1_000_000), {
      get: (target, key) => {
        looks.kind += 1;
        return Reflect.get(target, key);
      },
    });
    expect(structureOf({ ...large, kind }, () => true).count).toBe(1_000_000);
    expect(looks.kind).toBe(1_000_000);
  });
});

describe('heights of rows', () => {
  it('are the sums that one would add up by hand, whatever is set', () => {
    const height = fc.integer({ min: 1, max: 500 });
    fc.assert(
      fc.property(
        fc.array(height, { minLength: 1, maxLength: 60 }),
        fc.array(fc.tuple(fc.nat(59), height), { maxLength: 20 }),
        fc.nat(20_000),
        (own, sets, offset) => {
          const half = own.length >> 1;
          const heights = heightsOf(own.length, () => 7);
          heights.grow(0, half, (row) => own[row] ?? 0);
          heights.grow(half, own.length, (row) => own[row] ?? 0);
          expect(heights.count).toBe(own.length);
          const now = [...own];
          for (const [at, value] of sets) {
            const row = at % own.length;
            expect(heights.set(row, value)).toBe(value - (now[row] ?? 0));
            now[row] = value;
          }
          const tops = now.map((_, row) => now.slice(0, row).reduce((sum, one) => sum + one, 0));
          expect(now.map((_, row) => heights.topOf(row))).toEqual(tops);
          expect(heights.total()).toBe(now.reduce((sum, one) => sum + one, 0));
          expect(heights.rowAt(offset)).toBe(
            Math.max(
              0,
              tops.findLastIndex((top) => top <= offset),
            ),
          );
        },
      ),
    );
  });
});
