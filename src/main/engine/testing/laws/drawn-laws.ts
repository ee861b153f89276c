import { readFileSync } from 'node:fs';
import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntryRow } from '../../../../shared/model/index.ts';
import { parsePolicy } from '../../../../shared/model/policy.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { loadRecords } from '../../bytes/load.ts';
import { catalogMethods } from '../../catalog/methods.ts';
import { readOne } from '../../formats/draft.ts';
import type { JsonObject } from '../../formats/format.ts';
import { formatById } from '../../formats/index.ts';
import { surgeryOf } from '../../formats/surgeries.ts';
import { holdToViews } from '../../residency/testing/as-views.ts';
import { assemble } from '../../views/assemble.ts';
import { messagesOf } from '../../views/methods.ts';
import type { ImportedTape } from '../../views/testing/imported.ts';
import { detect } from '../detect.ts';
import { tempFolder, writeFile } from '../files.ts';
import { readGrowing, readInRanges, readWhole } from './cuts.ts';
import { type Drawing, requestsIn, stories, type Turn, wordsIn } from './drawing.ts';
import { importDrawn, writeDrawn } from './drawn.ts';
import { holdMessages, holdReceipt, holdView } from './tape-laws.ts';

const POLICIES = ['as-recorded', 'last-anchor', 'full', 'compact:200', 'as-recorded + without:#2', 'full + budget:3000:cited'];

const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    for (const one of Object.values(Object.freeze(value))) frozen(one);
  return value;
};

/** The same log as an agent compresses it: a frame for each time that it wrote. */
const packed = (path: string): string => {
  const bytes = readFileSync(path);
  const frames = [bytes.subarray(0, bytes.length >> 1), bytes.subarray(bytes.length >> 1)].map((frame) => zstdCompressSync(frame));
  return writeFile(tempFolder(), `${path.split(/[\\/]/).slice(-2).join('/')}.zst`, Buffer.concat(frames));
};

const stepsOf = ({ store, tape }: ImportedTape) => store.catalog.steps(tape, 1, 10_000).items;

/** Tests that sessions of a format hold to the laws, whatever is drawn. */
export function holdDrawn(id: string, drawing: Drawing) {
  describe(`${id}, on sessions that were drawn${drawing.document ? ' as documents' : ''}`, () => {
    const format = formatById(id);

    /** Holds some drawn sessions to a law, each in a catalog of its own. */
    const each = (law: (tape: ImportedTape, turns: readonly Turn[], records: readonly JsonObject[]) => Promise<void> | void, numRuns = 8) =>
      fc.assert(
        fc.asyncProperty(stories, async (turns) => {
          const records = drawing.write(turns);
          const tape = importDrawn(drawing, records);
          try {
            await law(tape, turns, records);
          } finally {
            tape.store.close();
          }
        }),
        { numRuns },
      );

    it('is taken for what it is, and read whole', () =>
      each(async (tape, _turns, records) => {
        if (!drawing.document) expect(detect({ path: 'session.jsonl', records: [...records] })?.id).toBe(id);
        expect(tape.store.catalog.tape(tape.tape).format).toBe(id);
        expect(tape.store.catalog.receipt(tape.tape).lines).toMatchObject({ total: records.length, unreadable: 0 });
        await holdReceipt(tape);
      }));

    it('has a step for each request, with what it used', () =>
      each((tape, turns) => {
        const used = stepsOf(tape).flatMap(({ usage }) => (usage && usage.input + usage.cacheRead + usage.output > 0 ? [usage] : []));
        const wanted = requestsIn(turns);
        expect(used.map(({ input, cacheRead, output }) => ({ input: input + cacheRead, output }))).toEqual(drawing.sizeless ? [] : wanted);
        if (drawing.sizeless) expect(stepsOf(tape)).toHaveLength(wanted.length);
        const asked = drawing.asksForSummary ? turns.filter(({ summary }) => summary !== null).length : 0;
        expect(stepsOf(tape).length - wanted.length).toBeLessThanOrEqual(asked);
      }));

    it('comes to the same catalog however it is cut and grows', () =>
      fc.assert(
        fc.property(
          stories,
          fc.integer({ min: 40, max: 3000 }),
          fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
          (turns, range, cuts) => {
            const path = writeDrawn({ folder: 'sessions', ...drawing }, drawing.write(turns));
            const whole = readWhole(path);
            if (!drawing.document) expect(readWhole(packed(path))).toEqual(whole);
            expect(readInRanges(path, range)).toEqual(whole);
            const ascending = cuts.toSorted((a, b) => a - b);
            expect(readGrowing(path, ascending)).toEqual(whole);
          },
        ),
        { numRuns: 10 },
      ));

    it('has each entry in one block or one omission, at each step and at the head, under every policy', () =>
      each(async (tape) => {
        for (const policy of POLICIES) {
          for (const { step } of stepsOf(tape)) await holdView(tape, { step }, policy);
          await holdView(tape, { next: true }, policy);
        }
      }, 5));

    it('never has more in a context than its size records', () =>
      each(async ({ rim, tape, store }) => {
        for (const { step, usage } of store.catalog.steps(tape, 1, 10_000).items) {
          if (!usage || usage.input + usage.cacheRead === 0) continue;
          const { blocks } = await assemble(rim, tape, { step }, parsePolicy('as-recorded'));
          expect(blocks.reduce((sum, { tokens }) => sum + tokens.value, 0)).toBeLessThanOrEqual(usage.input + usage.cacheRead);
        }
      }));

    it('has in its residency what the views of its steps have', () =>
      each(async (tape) => {
        for (const policy of ['as-recorded', 'last-anchor', 'full']) await holdToViews(tape, policy);
      }, 5));

    it('is searched, shown and sent as the same: what is in a part is in the text, and what is in the blocks is in the messages', () =>
      each(async (tape, turns) => {
        const { catalog } = tape.store;
        const recordsOf = async (rows: readonly EntryRow[]) => await loadRecords(catalog.tape(tape.tape), rows);
        const all = await recordsOf(catalog.entries(tape.tape, 1, 10_000));
        for (const record of all)
          expect([...wordsIn(format.text(record))]).toEqual(expect.arrayContaining([...wordsIn(format.parts(record))]));
        expect(new Set(all.flatMap((record) => [...wordsIn(format.text(record))]))).toEqual(wordsIn(turns));
        for (const place of [...stepsOf(tape).map(({ step }) => ({ step })), { next: true as const }]) {
          const view = await assemble(tape.rim, tape.tape, place, parsePolicy('as-recorded'));
          const rows = tape.store.catalog.entriesAt(
            tape.tape,
            view.blocks.flatMap(({ entries }) => [...entries]),
          );
          const shown = new Set((await recordsOf(rows)).flatMap((record) => [...wordsIn(format.text(record))]));
          expect(wordsIn(await messagesOf(tape.rim, tape.tape, place, { type: 'as-recorded' }))).toEqual(shown);
          await holdMessages(tape, place);
        }
      }, 5));

    it('has after an entry what the next request of the log would have had when it ended there', () =>
      each(async (tape, _turns, records) => {
        const { entries } = tape.store.catalog.tape(tape.tape);
        const rows = tape.store.catalog.entries(tape.tape, 1, entries + 1);
        for (const row of rows.filter(({ role }) => role === 'assistant')) {
          // A log ends with a line, and a line may make several entries.
          const after = rows.findLast(({ line }) => line === row.line)?.seq ?? row.seq;
          const before = importDrawn(drawing, records.slice(0, row.line));
          try {
            const then = await assemble(before.rim, before.tape, { next: true }, parsePolicy('as-recorded'));
            const now = await assemble(tape.rim, tape.tape, { after }, parsePolicy('as-recorded'));
            expect(
              now.blocks.map((block) => block.entries),
              `after ${after}`,
            ).toEqual(then.blocks.map((block) => block.entries));
          } finally {
            before.store.close();
          }
        }
      }, 4));

    it('changes no record, and reads the same twice', () =>
      each((_tape, _turns, records) => {
        const look = (record: JsonObject) => [
          format.read(record),
          format.text(record),
          format.parts(record),
          format.preview(record),
          format.payload(record),
        ];
        for (const record of frozen(structuredClone(records) as JsonObject[])) expect(look(record)).toEqual(look(record));
        expect(format.messages(frozen(structuredClone(records) as JsonObject[]))).toEqual(format.messages([...records]));
      }));

    it('says what can be done with it, and why what cannot', () =>
      each(async ({ store, tape }) => {
        const head = catalogMethods(store as never)['tapes.get'];
        const { can, cannot } = await head({ tape }, { signal: new AbortController().signal });
        const surgery = await surgeryOf(id);
        for (const deed of ['fork', 'dropSpan', 'compact'] as const) {
          expect(can[deed], deed).toBe(surgery !== null);
          expect(cannot[deed] === undefined, deed).toBe(can[deed]);
        }
      }, 1));

    it('shows a type that it does not know under its own name', () =>
      each((tape, turns, records) => {
        const words = turns.flatMap(({ strange }) => strange ?? []);
        const rows = tape.store.catalog.entries(tape.tape, 1, 10_000).filter(({ kind }) => kind === drawing.strange);
        expect(rows).toHaveLength(words.length);
        for (const [at, row] of rows.entries()) {
          expect(has(row.flags, Flag.Unknown)).toBe(true);
          expect(wordsIn(format.parts(records[row.line - 1] ?? null))).toEqual(new Set([words[at]]));
        }
      }));

    it('reads a record with a field that it does not know as it reads the record', () =>
      each((_tape, _turns, records) => {
        for (const record of records) {
          const more = { ...record, hologram: { says: 'zq0x' } };
          expect({ ...readOne(format, more), chars: 0 }).toEqual({ ...readOne(format, record), chars: 0 });
          expect([...wordsIn(format.preview(more))]).toEqual(expect.arrayContaining([...wordsIn(format.preview(record))]));
        }
      }));
  });
}
