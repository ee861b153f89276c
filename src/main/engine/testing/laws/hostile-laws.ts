import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import { draftsOf } from '../../formats/draft.ts';
import type { Draft, Format, Json } from '../../formats/format.ts';
import { formatById } from '../../formats/index.ts';
import { isObject } from '../../formats/json.ts';
import { messagesOf } from '../../views/methods.ts';
import type { ImportedTape } from '../../views/testing/imported.ts';
import { type Drawing, stories } from './drawing.ts';
import { importDrawn } from './drawn.ts';
import { anyRecord, intoAbyss, struck } from './hostile.ts';
import { holdReceipt, holdView } from './tape-laws.ts';

export function expectDraft(draft: Draft): void {
  expect(typeof draft.kind).toBe('string');
  expect(Number.isInteger(draft.flags) && Number.isFinite(draft.chars) && draft.chars >= 0).toBe(true);
  expect(draft.time === null || Number.isFinite(draft.time)).toBe(true);
  for (const id of [draft.id, draft.parent, draft.step, draft.model]) expect(id === null || typeof id === 'string').toBe(true);
  expect(draft.calls.every((call) => typeof call.id === 'string' && typeof call.name === 'string')).toBe(true);
  expect(draft.results.every((id) => typeof id === 'string')).toBe(true);
  if (draft.usage) expect(Object.values(draft.usage).every((count) => Number.isFinite(count))).toBe(true);
  // Nothing is at once for the context and marked as not for it, and a sidecar is never in it.
  if (has(draft.flags, Flag.Sent)) expect(has(draft.flags, Flag.Excluded) || has(draft.flags, Flag.Sidecar)).toBe(false);
}

/** Reads, draws, lists and searches a record, and each entry that it makes. */
function expectShape(format: Format, record: Json): void {
  for (const [at, draft] of draftsOf(format.read(record)).entries()) {
    expectDraft(draft);
    const one = isObject(record) ? (format.part?.(record, at) ?? record) : record;
    expect(typeof format.text(one)).toBe('string');
    expect(format.preview(one).length).toBeLessThanOrEqual(300);
    for (const part of format.parts(one)) expect(typeof part.text).toBe('string');
    expect(format.payload(one)).toBeDefined();
  }
}

function expectThread(format: Format, records: readonly Json[]): void {
  const { thread } = format;
  if (thread === undefined) return;
  const state = thread.begin();
  let seq = 0;
  for (const record of records)
    for (const [part, { kind, role, time, flags, label, step, model, usage, hint = null }] of draftsOf(format.read(record)).entries()) {
      seq += 1;
      thread.next(state, { seq, part, kind, role, time, flags, label, step, model, usage, hint });
    }
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
}

/** Null where nothing of it is left that looks like a log. */
function importOrNull(drawing: Drawing, records: readonly Json[]): ImportedTape | null {
  try {
    return importDrawn(drawing, records);
  } catch (failure) {
    if (failure instanceof TapeError && failure.code === 'not-a-log') return null;
    throw failure;
  }
}

export async function holdStruck(tape: ImportedTape): Promise<void> {
  await holdReceipt(tape);
  const { catalog } = tape.store;
  const { steps } = catalog.tape(tape.tape);
  const places = [...catalog.steps(tape.tape, 1, Math.min(steps, 4) + 1).items.map(({ step }) => ({ step })), { next: true as const }];
  for (const place of places) {
    for (const policy of ['as-recorded', 'full', 'last-anchor']) await holdView(tape, place, policy);
    for (const message of await messagesOf(tape.rim, tape.tape, place, { type: 'as-recorded' })) expect(typeof message).toBe('object');
  }
}

/** Tests that whatever is in the records of a format, nothing throws and all is accounted for. */
export function holdHostile(id: string, drawing: Drawing) {
  describe(`${id}, on records that are not what they should be${drawing.document ? ', in documents' : ''}`, () => {
    const format = formatById(id);
    const { write } = drawing;

    it('reads, draws, lists, searches and sends each of them, and never throws', () => {
      fc.assert(
        fc.property(fc.oneof(struck(write), fc.array(anyRecord, { maxLength: 6 })), (records) => {
          for (const record of records) expectShape(format, record);
          expectThread(format, records);
          for (const message of format.messages(records)) expect(typeof message).toBe('object');
          expect(format.detect({ path: '', records })).toBeLessThanOrEqual(1);
        }),
        { numRuns: 500 },
      );
    });

    it('accounts for each line and each entry of them', () =>
      fc.assert(
        fc.asyncProperty(struck(write), async (records) => {
          const tape = importOrNull(drawing, records);
          if (tape === null) return;
          try {
            await holdStruck(tape);
          } finally {
            tape.store.close();
          }
        }),
        { numRuns: 8 },
      ));

    it('goes no deeper than it can', () => {
      const [turns = []] = fc.sample(
        stories.filter((all) => all.some(({ calls, summary, strange }) => calls.length > 0 && summary !== null && strange !== null)),
        { numRuns: 1, seed: 3 },
      );
      const looks = new Map(
        write(turns).map((record) => [JSON.stringify(Object.keys(record)) + String(record.type ?? record.kind), record]),
      );
      for (const record of looks.values())
        for (const deep of intoAbyss(record)) {
          expectShape(format, deep);
          expect(Array.isArray(format.messages([deep]))).toBe(true);
        }
    });

    it('takes any path', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (path) => {
          expect(typeof format.locate(path)).toBe('object');
        }),
      );
    });
  });
}
