import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ForkPoints, Legality, LegalityNear } from '../../../../shared/model/index.ts';
import { openCatalog } from '../../catalog/open-catalog.ts';
import { surgeryMethods } from '../../graph/surgery-methods.ts';
import { bringSource } from '../../sources/bring-source.ts';
import { bubTape } from '../../testing/bub-script.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { claudeTree } from '../../testing/tree.ts';
import { happenings } from '../../views/testing/arbitrary.ts';
import { claudeSession } from '../../views/testing/session.ts';
import type { JsonObject } from '../format.ts';
import { createLegal } from './legal.ts';

const still = { signal: new AbortController().signal };

const open = (records: readonly JsonObject[], name = 'session-1.jsonl') => {
  const store = openCatalog(tempFolder());
  onTestFinished(() => store.close());
  const tape = bringSource(store.db, writeFile(tempFolder(), name, records)).source.id;
  const methods = surgeryMethods(store);
  const points = async (only: 'legal' | 'all') =>
    ForkPoints.parse(await methods['graph.forkPoints']({ tape, from: 1, limit: 100, only }, still));
  return { tape, methods, points };
};

const bub = (script: string) => open(bubTape(script), '0123456789abcdef__0123456789abcdef.jsonl');

/** Codes by entry, `ok` where one may go on. */
const codes = async (drawing: string): Promise<string> =>
  (await open(claudeTree(drawing)).points('all')).items.map(({ code }) => code ?? 'ok').join(' ');

const reasonAt = async (drawing: string, seq: number): Promise<string | null> => {
  const { tape, methods } = open(claudeTree(drawing));
  return Legality.parse(await methods['graph.legal']({ tape, seq }, still)).reason;
};

describe('one may go on where a turn ends', () => {
  it('after an answer, and not within the turn', async () => {
    expect(await codes('u1 "go" > a1 call Read t1 <- step m1 > r1 t1 > a2 "done" <- step m2 > u2 "thanks"')).toBe(
      'waiting call waiting ok waiting',
    );
  });

  it('after what the program hangs below an answer', async () => {
    expect(await codes('u1 "go" > a1 "done" <- step m1 > s1 system turn_duration > x1 attach diagnostics "none"')).toBe('waiting ok ok ok');
  });

  it('not inside an answer of several lines', async () => {
    const drawing = 'u1 "go" > a1 think "hm" <- step m1 > a2 "done" <- step m1';
    expect(await codes(drawing)).toBe('waiting step ok');
    expect(await reasonAt(drawing, 2)).toBe("The model's answer, step 1, continues until entry 3.");
  });

  it('each call of a parallel answer has to be answered, wherever the results hang', async () => {
    const drawing = `
      u1 "go"
        a1 call Read t1   <- step m1
          a2 call Grep t2 <- step m1
            r2 t2
          r1 t1
            a3 "done"     <- step m2`;
    expect(await codes(drawing)).toBe('waiting step call call waiting ok');
    expect(await reasonAt(drawing, 4)).toBe('The call Read (t1) of entry 2 has no result here.');
  });

  it('a result that is written before its call answers it', async () => {
    expect(
      await codes('u1 "go" > a1 call Read t1 <- step m1\nr2 t2 @a2\na2 call Read t2 @a1 <- step m1\nr1 t1 @a1\na3 "done" @r2 <- step m2'),
    ).toBe('waiting step step call waiting ok');
  });

  it('a call that is never answered spoils what follows, until a compaction', async () => {
    expect(
      await codes(`
        u1 "go" > a1 call Read t1 <- step m1 > u2 "never mind" > a2 "fine" <- step m2
          b1 boundary manual 100
            c1 summary "we began" > u3 "on" > a3 "done" <- step m3`),
    ).toBe('waiting call call call boundary ok waiting ok');
  });

  it('a branch is judged by itself', async () => {
    expect(
      await codes(`
        u1 "go" > a1 "ready" <- step m1
          u2 "left" @a1 > a2 call Read t2 <- step m2
          u3 "right" @a1 > a3 "done" <- step m3`),
    ).toBe('waiting ok waiting call waiting ok');
  });

  it('bookkeeping, progress and sub-agents are not places', async () => {
    expect(
      await codes(`
        u1 "go" > a1 call Task t1 <- step m1 > p1 progress t1
        z1 "look" side > a9 "seen" <- step m9
        - ai-title {"aiTitle":"Go"}`),
    ).toBe('waiting call progress subagent subagent sidecar');
  });

  it('a parent that is not in the file is named', async () => {
    const drawing = 'u1 "go" @gone > a1 "done" <- step m1';
    expect(await codes(drawing)).toBe('parent parent');
    expect(await reasonAt(drawing, 2)).toMatch(/^Entry 1, on the way here, names a parent \([0-9a-f-]{36}\) that is not in the file/);
  });

  it('two answers in a row are named, unless the program wrote one of them', async () => {
    const drawing = 'u1 "go" > a1 "one" <- step m1 > a2 "two" <- step m2';
    expect(await codes(drawing)).toBe('waiting ok roles');
    expect(await reasonAt(drawing, 3)).toBe('Entries 2 and 3 are two answers in a row, with nothing said between them.');
    expect(await codes('u1 "go" > a1 "one" <- step m1 > a2 "No response requested." synthetic <- step m2')).toBe('waiting ok ok');
  });

  it('an API error answers nothing; a reminder asks nothing; nothing at all is nowhere', async () => {
    expect(await codes('s1 system init > u1 "go" > e1 error "overloaded"')).toBe('empty waiting waiting');
    expect(await codes('u1 "go" > a1 "done" <- step m1 > u2 "a caveat" meta')).toBe('waiting ok ok');
  });
});

describe('the nearest places', () => {
  const nearAt = async (drawing: string, seq: number) => {
    const { tape, methods } = open(claudeTree(drawing));
    const { before, after } = LegalityNear.parse(await methods['graph.legal']({ tape, seq }, still));
    return [before, after];
  };
  const turns = 'u1 "a" > a1 "b" <- step m1 > u2 "c" > a2 call Read t1 <- step m2 > r1 t1 > a3 "d" <- step m3';

  it('are the last on the way to an entry, and the first after it', async () => {
    expect(await nearAt(turns, 4)).toEqual([2, 6]);
    expect(await nearAt(turns, 1)).toEqual([null, 2]);
    expect(await nearAt(turns, 6)).toEqual([2, null]);
  });

  it('are on the branch of the entry', async () => {
    const forked = `
      u1 "go" > a1 "ready" <- step m1
        u2 "left" @a1 > a2 "done" <- step m2
        u3 "right" @a1 > a3 call Read t3 <- step m3`;
    expect(await nearAt(forked, 6)).toEqual([2, null]);
    expect(await nearAt(forked, 5)).toEqual([2, null]);
    expect(await nearAt(forked, 3)).toEqual([2, 4]);
  });

  it('bound the turn around an entry, with the bookkeeping after its answer', async () => {
    const turnAt = async (drawing: string, seq: number) => {
      const { tape, methods } = open(claudeTree(drawing));
      return LegalityNear.parse(await methods['graph.legal']({ tape, seq }, still)).turn;
    };
    for (const seq of [3, 4, 5, 6]) expect(await turnAt(turns, seq)).toEqual([3, 6]);
    expect(await turnAt(turns, 1)).toEqual([1, 2]);
    const timed = 'u1 "a" > a1 "b" <- step m1 > s1 system turn_duration > u2 "c" > a2 "d" <- step m2 > s2 system turn_duration > u3 "e"';
    expect([await turnAt(timed, 3), await turnAt(timed, 4), await turnAt(timed, 6), await turnAt(timed, 7)]).toEqual([
      ...[[1, 3], [4, 5], [4, 6], null],
    ]);
    expect(await turnAt('- ai-title {"aiTitle":"Go"}\nu1 "a" > a1 "b" <- step m1', 2)).toEqual([2, 3]);
  });

  it('of bookkeeping are those of the conversation around it', async () => {
    expect(await nearAt('u1 "a" > a1 "b" <- step m1\n- ai-title {"aiTitle":"Go"}\nu2 "c" @a1 > a2 "d" <- step m2', 3)).toEqual([2, 5]);
    expect(await nearAt('u1 "go" > a1 call Task t1 <- step m1 > p1 progress t1 > r1 t1 > a2 "done" <- step m2', 3)).toEqual([null, 5]);
  });
});

describe('lists', () => {
  it('Bub: after a run that ended with words; an anchor begins from scratch', async () => {
    const { points } = bub(`
      anchor session/start {"owner":"human"}
      user "sail out"     <- run r1
      call fs_read c1     <- run r1
      result "one"        <- run r1
      user "Continue the task." <- run r2
      assistant "done"    <- run r2
      run 1200 80 400     <- run r2
      handoff phase-1 {"summary":"we sailed"}
    `);
    const { items } = await points('all');
    expect(items.map(({ code }) => code ?? 'ok')).toEqual(['ok', 'step', 'step', 'waiting', 'step', 'step', 'ok', 'ok', 'ok']);
  });
});

describe('asking', () => {
  it('legal points by page, with what keeps the others from being one', async () => {
    const { tape, methods } = open(
      claudeTree('u1 "a" > a1 "b" <- step m1 > u2 "c" > a2 "d" <- step m2 > u3 "e" > a3 call Read t1 <- step m3'),
    );
    const first = ForkPoints.parse(await methods['graph.forkPoints']({ tape, from: 1, limit: 1, only: 'legal' }, still));
    expect(first).toMatchObject({
      items: [{ seq: 2, legal: true, step: 1 }],
      next: 4,
      entries: 6,
      legal: 2,
      illegal: { waiting: 3, call: 1 },
    });
    await expect(methods['graph.legal']({ tape, seq: 7 }, still)).rejects.toThrow('no entry 7');
  });

  it('several at once get one answer each, of a tape that is judged in batches', async () => {
    const turns = Array.from({ length: 3000 }, (_, at) => `u${at} "go" > a${at} "done" <- step m${at} > s${at} system turn_duration`);
    const { tape, methods } = open(claudeTree(turns.join(' > ')));
    const ask = () => methods['graph.forkPoints']({ tape, from: 1, limit: 1, only: 'legal' }, still);
    for (const { entries, legal } of await Promise.all([ask(), ask(), ask()])) expect([entries, legal]).toEqual([9000, 6000]);
  });

  it('piece by piece gives the same as at once', () => {
    fc.assert(
      fc.property(happenings, fc.nat(200), (things, cut) => {
        const { rows } = claudeSession(things);
        const whole = createLegal(false);
        const pieces = createLegal(false);
        for (const row of rows) whole.add(row);
        for (const [at, row] of rows.entries()) {
          pieces.add(row);
          if (at === cut % rows.length) for (let seq = 1; seq <= at + 1; seq += 1) pieces.fault(seq);
        }
        for (const { seq } of rows) expect(pieces.fault(seq)).toEqual(whole.fault(seq));
      }),
    );
  });

  it('at a legal point every call of the path is answered, and the model spoke last', () => {
    fc.assert(
      fc.property(happenings, (things) => {
        const { rows } = claudeSession(things);
        const legal = createLegal(false);
        for (const row of rows) legal.add(row);
        for (const row of rows) {
          if (legal.fault(row.seq)) continue;
          const answered = new Set(rows.slice(0, row.seq).flatMap((each) => each.results));
          for (let at = rows[row.seq - 1]; at; at = at.parentSeq === null ? undefined : rows[at.parentSeq - 1])
            for (const call of at.calls) expect(answered.has(call)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});
