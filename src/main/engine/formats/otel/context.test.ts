import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { loadRecords } from '../../bytes/load.ts';
import { holdToViews } from '../../residency/testing/as-views.ts';
import { stories } from '../../testing/laws/drawing.ts';
import { assemble } from '../../views/assemble.ts';
import { type ImportedTape, importRecords } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';
import { drawing } from './testing/drawing.ts';
import { asked, spanLine } from './testing/traces.ts';

type Place = Parameters<typeof assemble>[2];

/** The words of each block of a context, and of each entry that it left out with its reason. */
const seen = async ({ rim, store: { catalog }, tape }: ImportedTape, at: Place) => {
  const view = await assemble(rim, tape, at, { type: 'as-recorded' });
  const words = async (seqs: number[]) => {
    const rows = catalog.entriesAt(tape, seqs);
    const records = await loadRecords(catalog.tape(tape), rows);
    return records.map((record, index) => `${rows[index]?.role ?? rows[index]?.kind}: ${record?.text ?? record?.label ?? ''}`);
  };
  const left = view.omissions.flatMap(({ entries, reason }) =>
    entries.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => [from + index, reason] as const)),
  );
  const lost = await words(left.map(([seq]) => seq));
  return {
    blocks: await words(view.blocks.flatMap(({ entries }) => [...entries])),
    left: lost.map((word, index) => `${word} (${left[index]?.[1]})`),
    evidence: view.evidence.state,
  };
};

const inTape = async <T>(records: readonly JsonObject[], look: (tape: ImportedTape) => Promise<T> | T): Promise<T> => {
  const tape = importRecords(records);
  try {
    return await look(tape);
  } finally {
    tape.store.close();
  }
};

describe('a trace', () => {
  it('has a block once, however often it was sent, and each request as it was', () =>
    inTape(
      [
        asked('a1', ['system: Grind.', 'user: one'], 'uno'),
        asked('a2', ['system: Grind.', 'user: one', 'assistant: uno', 'user: two'], 'due'),
      ],
      async (tape) => {
        expect(tape.store.catalog.tape(tape.tape).entries).toBe(7);
        expect(await seen(tape, 1)).toMatchObject({ blocks: ['system: Grind.', 'user: one'], left: [], evidence: 'recorded' });
        const second = await seen(tape, 2);
        expect(second.blocks).toEqual(['system: Grind.', 'user: one', 'assistant: uno', 'user: two']);
        expect(second.left).toEqual(['request: chat mill-1 (sidecar)']);
        const next = await seen(tape, { next: true });
        expect(next.blocks).toEqual([...second.blocks, 'assistant: due']);
        expect(next.evidence).toBe('derived');
      },
    ));

  it('says of what is no longer sent that it is not, and of what comes back that it is', () =>
    inTape(
      [
        asked('a1', ['user: one', 'user: two', 'user: three'], 'a'),
        asked('a2', ['user: one', 'user: three'], 'b'),
        asked('a3', ['user: three', 'user: two', 'user: one'], 'c'),
      ],
      async (tape) => {
        expect(await seen(tape, 2)).toMatchObject({
          blocks: ['user: one', 'user: three'],
          left: expect.arrayContaining(['user: two (not-sent)', 'assistant: a (not-sent)']),
        });
        expect((await seen(tape, 3)).blocks).toEqual(['user: three', 'user: two', 'user: one']);
      },
    ));

  it('tells blocks of one request apart that hold the same', () =>
    inTape(
      [asked('a1', ['user: go', 'user: go'], 'ok'), asked('a2', ['user: go', 'user: go', 'assistant: ok', 'user: go'], 'ok')],
      async (tape) => {
        expect((await seen(tape, 1)).blocks).toEqual(['user: go', 'user: go']);
        expect((await seen(tape, 2)).blocks).toEqual(['user: go', 'user: go', 'assistant: ok', 'user: go']);
        expect((await seen(tape, { next: true })).blocks).toEqual([...(await seen(tape, 2)).blocks, 'assistant: ok']);
      },
    ));

  it('keeps an answer that was given before as an entry of its own, which says so', () =>
    inTape(
      [asked('a1', ['user: go'], 'ok'), asked('a2', ['user: go'], 'ok'), asked('a3', ['user: go', 'assistant: ok'], 'yes')],
      async (tape) => {
        const rows = tape.store.catalog.entries(tape.tape, 1, 20);
        expect(rows.flatMap(({ seq, twin }) => (twin === undefined ? [] : [[seq, twin]]))).toEqual([[5, 3]]);
        expect(tape.store.catalog.steps(tape.tape, 1, 9).items.map(({ first, last }) => [first, last])).toEqual([
          [2, 3],
          [4, 5],
          [6, 7],
        ]);
        expect((await seen(tape, 3)).left).toContain('assistant: ok (sidecar)');
      },
    ));

  it('keeps agents apart that take turns', () =>
    inTape(
      [
        asked('a1', ['system: A', 'user: one'], 'x'),
        asked('b1', ['system: B', 'user: uno'], 'y'),
        asked('a2', ['system: A', 'user: one', 'assistant: x', 'user: two'], 'z'),
        asked('b2', ['system: B', 'user: uno', 'assistant: y', 'user: due'], 'w'),
      ],
      async (tape) => {
        const sends = tape.store.catalog
          .entries(tape.tape, 1, 30)
          .flatMap(({ seq, sends: sent }) => (sent ? [[seq, sent.base, sent.keep]] : []));
        expect(sends.map(([, base, keep]) => [base, keep])).toEqual([
          [null, 0],
          [null, 0],
          [sends[0]?.[0], 2],
          [sends[1]?.[0], 2],
        ]);
        expect((await seen(tape, 4)).blocks).toEqual(['system: B', 'user: uno', 'assistant: y', 'user: due']);
      },
    ));

  it('does not claim to know what a request sent whose content was not recorded', () =>
    inTape([spanLine('a1', 'chat mill-1', { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 40 })], async (tape) =>
      expect(await seen(tape, 1)).toEqual({ blocks: [], left: [], evidence: 'unknown' }),
    ));

  it('takes a request below an agent that an agent called for a sub-agent’s, where the trace has these first', () =>
    inTape(
      [
        spanLine('01', 'invoke_agent miller', { 'gen_ai.operation.name': 'invoke_agent' }),
        spanLine('02', 'execute_tool ask', { 'gen_ai.operation.name': 'execute_tool' }, { parentSpanId: '01' }),
        spanLine('03', 'invoke_agent baker', { 'gen_ai.operation.name': 'invoke_agent' }, { parentSpanId: '02' }),
        spanLine('04', 'chat', { 'gen_ai.operation.name': 'chat' }, { parentSpanId: '03' }),
        spanLine('05', 'chat', { 'gen_ai.operation.name': 'chat' }, { parentSpanId: '01' }),
      ],
      ({ store: { catalog }, tape }) => {
        expect(catalog.steps(tape, 1, 9).items.map(({ sidechain }) => sidechain)).toEqual([true, false]);
        expect(catalog.entries(tape, 1, 9).map(({ flags }) => has(flags, Flag.Sidechain))).toEqual([false, false, false, true, false]);
      },
    ));

  it('has in its residency what the views of its steps have, under any policy', () =>
    fc.assert(
      fc.asyncProperty(
        stories,
        fc.constantFrom('as-recorded', 'last-anchor', 'full', 'compact:60', 'as-recorded + without:#3', 'full + budget:900:cited'),
        (turns, policy) => inTape(drawing.write(turns), async (tape) => void (await holdToViews(tape, policy))),
      ),
      { numRuns: 12 },
    ));
});
