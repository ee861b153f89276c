import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Departure, type View } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import type { JsonObject } from '../formats/format.ts';
import { bringSource } from '../sources/bring-source.ts';
import { bubTape } from '../testing/bub-script.ts';
import { tempFolder } from '../testing/files.ts';
import { assistant, call, nativeHome, result, user } from '../testing/native.ts';
import { claudeTree, START } from '../testing/tree.ts';
import { assemble } from '../views/assemble.ts';
import { createRim } from '../views/rim.ts';
import { type ImportedTape, importRecords } from '../views/testing/imported.ts';
import { departureOf } from './departure.ts';
import { phasesOf } from './phases.ts';

const viewIn =
  ({ rim, tape }: ImportedTape) =>
  (place: Place): Promise<View> =>
    assemble(rim, tape, place, { type: 'as-recorded' });

const opened = (records: readonly JsonObject[]) => {
  const imported = importRecords(records);
  onTestFinished(() => imported.store.close());
  return {
    ...imported,
    view: viewIn(imported),
    left: async (seq: number) => Departure.parse(await departureOf(imported.rim, imported.tape, seq)),
  };
};

/** What must hold of any answer: its sums close, and left and kept are the context before with what was written after its request. */
const closes = async (
  departure: Departure,
  view: (place: Place) => Promise<{ before: number; blocks: { entries: number[] }[] }>,
): Promise<void> => {
  const { left, kept, before, after, seq } = departure;
  expect(Object.values(departure.fates).reduce((sum, count) => sum + count, 0)).toBe(left.count);
  expect(departure.entries.map((one) => one.seq).sort((a, b) => a - b)).toEqual(
    left.ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
  );
  for (const { count, tokens, byKind } of [left, kept]) {
    expect(Object.values(byKind).reduce((sum, kind) => sum + kind.count, 0)).toBe(count);
    expect(Object.values(byKind).reduce((sum, kind) => sum + kind.tokens, 0)).toBe(tokens);
  }
  const seqs = left.ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
  expect(seqs).toHaveLength(left.count);
  if (before === null) return expect(left.count + kept.count).toBe(0);
  const request = await view({ step: before });
  const had = request.blocks.flatMap(({ entries }) => entries);
  const place = after !== null ? { step: after } : departure.next ? { next: true as const } : null;
  const has = new Set(place === null ? [] : (await view(place)).blocks.flatMap(({ entries }) => entries));
  const isBehind = (entry: number) => !had.includes(entry) && entry >= request.before && entry < seq;
  expect(seqs.filter((entry) => !isBehind(entry))).toEqual(had.filter((entry) => !has.has(entry)).sort((a, b) => a - b));
  expect(seqs.some((entry) => has.has(entry))).toBe(false);
  expect(kept.count).toBeGreaterThanOrEqual(had.filter((entry) => has.has(entry)).length);
  expect(kept.count).toBeLessThanOrEqual([...has].filter((entry) => entry < seq).length);
};

const READ =
  '{"message":{"id":"m1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"src/outbox.ts"}}],"usage":{"input_tokens":1,"output_tokens":1}}}';
const AGAIN = READ.replaceAll('t1', 't2').replace('m1', 'm4');

const SESSION = `
  u1 "mend the retries in src/outbox.ts please, the limit is 9 per minute"
    a1 call Read t1 ${READ}
      r1 t1 "export const drain = () => sendAll(queue);"
        a2 "The queue is drained by drain() in one place, and nothing else calls sendAll." <- step m2
          u2 "keep the words of this prompt, which comes again later on"
            a3 "kept" <- step m3
              b1 boundary auto 9 keep a3..a3 behind c1
                c1 summary "The retries of src/outbox.ts are mended: the limit is 9 per minute."
  a4 call Read t2 @a3 ${AGAIN}
    r2 t2 "export const drain = () => sendAll(queue);"
      u3 "keep the words of this prompt, which comes again later on"
        a5 "done" <- step m5
`;

describe('what left at a compaction', () => {
  it('is told against the next request where nothing was asked since, or where somebody asks for that one', async () => {
    const waits = SESSION.slice(0, SESSION.indexOf('\n  a4 call'));
    const { left, rim, tape } = opened(claudeTree(waits));
    const departure = await left(7);
    expect(departure).toMatchObject({ before: 3, after: null, next: true, kept: { count: 1 } });
    expect(departure.left.ranges).toEqual([[1, 5]]);
    const { rim: whole, tape: id } = opened(claudeTree(SESSION));
    const asked = Departure.parse(await departureOf(whole, id, 7, { asked: { next: true } }));
    expect(asked).toMatchObject({ after: null, next: true });
    expect(asked.left).toEqual((await departureOf(whole, id, 7)).left);
    expect(Departure.parse(await departureOf(rim, tape, 7, { asked: { after: 6 } }))).toMatchObject({
      after: null,
      behind: 6,
      left: { count: 0 },
    });
  });

  it('is told with what came back and what the summary is worded like', async () => {
    const { left, view } = opened(claudeTree(SESSION));
    const departure = await left(7);
    expect(departure).toMatchObject({ name: 'compaction 1 (auto)', before: 3, after: 4 });
    expect(departure.left).toMatchObject({ count: 5, ranges: [[1, 5]] });
    expect(departure.left.byKind).toMatchObject({ message: { count: 3 }, tool_call: { count: 1 }, tool_result: { count: 1 } });
    // The last answer, which the compaction kept, was in no context before it.
    expect(departure.kept.count).toBe(1);
    expect(departure.back).toEqual([
      { seq: 2, by: 9, how: 'read-again', what: 'src/outbox.ts' },
      { seq: 5, by: 11, how: 'repeated', what: 'keep the words of this prompt, which comes again later on' },
    ]);
    expect(departure.summary).toMatchObject({ seq: 8, cites: [], worded: { like: 2, of: 5 } });
    expect(departure.summary?.alike[0]).toMatchObject({ seq: 1, words: expect.arrayContaining(['src/outbox.ts', 'minute']) });
    expect(departure.fates).toEqual({ verbatim: 0, worded: 1, cited: 2, lost: 2, none: 0 });
    expect(departure.entries.map(({ seq, group, fate, carried }) => [seq, group, fate, carried])).toEqual([
      [1, 'instruction', 'worded', 'The retries of src/outbox.ts are mended: the limit is 9 per minute.'],
      [5, 'instruction', 'lost', null],
      [2, 'other', 'cited', 'src/outbox.ts'],
      [3, 'other', 'cited', 'src/outbox.ts'],
      [4, 'other', 'lost', null],
    ]);
    expect(departure.notes.join(' ')).toContain('lexical');
    await closes(departure, view);
  });

  it('is back in context where a person went back after the compaction', async () => {
    const { left } = opened(
      claudeTree(`
        u1 "go" > a1 "one" <- step m1
          b1 boundary auto 9
            c1 summary "so far" > a2 "two" <- step m2
        u2 "another way" @a1 > a3 "three" <- step m3
      `),
    );
    expect((await left(3)).back).toEqual([
      { seq: 1, by: 7, how: 'in-context', what: 'message' },
      { seq: 2, by: 7, how: 'in-context', what: 'message' },
    ]);
  });
});

it('looks at the requests of the branch that was compacted, where another process writes to the same file', async () => {
  const { left, store, tape } = opened(
    claudeTree(`
      u1 "go" > a1 "one" <- step m1
        u2 "here" > a2 "two" <- step m2
        u3 "there" > a3 "three" <- step m3
      u6 "compact here" @a2
        b1 boundary auto 900
          c1 summary "what was done here"
      u4 "more there" @a3 > a4 "four" <- step m4
      u5 "on" @c1 > a5 "five" <- step m5
    `),
  );
  expect(await left(8)).toMatchObject({
    before: 2,
    after: 5,
    left: { count: 5 },
    kept: { count: 0 },
    notes: [expect.stringContaining('lexical')],
  });
  const { phases, edges } = await phasesOf(store.catalog, store.catalog.tape(tape), { limit: 10 });
  expect(phases.at(-1)?.reached).toMatchObject({ status: 'yes', step: 5 });
  expect(edges.at(-1)).toMatchObject({ type: 'compaction', left: 5 });
});

it('tells of a handoff in Bub what was left, what it cites, and that its state stands for it', async () => {
  const { left, view } = opened(
    bubTape(`
      anchor session/start {"owner":"human"}
      user "map the 429 answers" <- run r1
      assistant "All 429 answers are mapped in errors/map.py" <- run r1
      run 100 5 0 <- run r1
      user "and the rest" <- run r2
      assistant "the rest too" <- run r2
      run 100 5 0 <- run r2
      handoff implement {"summary":"The 429 answers are mapped in errors/map.py [3].","source_ids":[2,3]}
      user "build it" <- run r3
      assistant "built" <- run r3
      run 100 5 0 <- run r3
    `),
  );
  const departure = await left(8);
  expect(departure).toMatchObject({ name: 'implement', before: 2, after: 3, kept: { count: 0 } });
  expect(departure.left.ranges).toEqual([
    [2, 3],
    [5, 6],
  ]);
  expect(departure.summary?.cites.map(({ text, seq }) => [text, seq])).toEqual([
    ['3', 3],
    ['2', 2],
    ['3', 3],
  ]);
  await closes(departure, view);
});

it('says nothing left where nothing was asked before', async () => {
  const { left } = opened(claudeTree('u1 "go" > a1 "ok" <- step m1'));
  expect(await left(1)).toMatchObject({ before: null, after: 1, left: { count: 0 }, back: [], summary: null });
  await expect(left(99)).rejects.toMatchObject({ code: 'not-found' });
});

it('closes at any entry of any drawn session', async () => {
  const step = fc.constantFrom('u', 'a', 'b', 'back');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (drawn) => {
      const names = ['u0'];
      const lines = ['u0 "begin here with some words"'];
      for (const [at, what] of drawn.entries()) {
        const tip = what === 'back' ? (names[Math.floor(names.length / 2)] ?? 'u0') : (names.at(-1) ?? 'u0');
        if (what === 'a') lines.push(`a${at} "answer ${at} of many words" @${tip} <- step m${at}`);
        else if (what === 'b') lines.push(`b${at} boundary auto 9 @${tip}`, `c${at} summary "so far ${at}" @b${at}`);
        else lines.push(`u${at + 1} "prompt ${at} with more words" @${tip}`);
        names.push(what === 'a' ? `a${at}` : what === 'b' ? `c${at}` : `u${at + 1}`);
      }
      const imported = importRecords(claudeTree(lines.join('\n')));
      const { store, rim, tape } = imported;
      try {
        for (let seq = 1; seq <= lines.length; seq += 3) await closes(Departure.parse(await departureOf(rim, tape, seq)), viewIn(imported));
      } finally {
        store.close();
      }
    }),
    { numRuns: 15 },
  );
});

describe('the arrows between phases', () => {
  const BUB = '0b871d5e50e7c192__0b871d5e50e7c192.jsonl';
  /** What each arrow counts, what is told at its anchor, and where that is. */
  const arrows = async ({ rim, tape }: Pick<ReturnType<typeof importRecords>, 'rim' | 'tape'>) => {
    const { phases, edges } = await phasesOf(rim.catalog, rim.catalog.tape(tape), { limit: 500 });
    const told = edges.map(async ({ to, left }) => {
      const seq = phases[to]?.seq ?? 0;
      return [left, (await departureOf(rim, tape, seq)).left, seq] as const;
    });
    return Promise.all(told);
  };
  const lines = fc.array(
    fc.constantFrom(
      ...['handoff a {}', 'anchor b {}', 'event loop.step.start {"step":1}', 'error temporary "no"', 'user "go"', 'next'],
      ...['system "be brief" <- run', 'user "go" <- run', 'user "spilled" <- run out', 'assistant "gone" <- run'],
      ...['call bash c1 <- run', 'result "x" <- run', 'run 100 5 0 <- run'],
    ),
    { maxLength: 20 },
  );
  /** Each run has a name of its own. */
  const named = (drawn: readonly string[]): string[] => {
    let run = 1;
    return drawn.flatMap((line) => {
      if (line === 'next') run += 1;
      return line === 'next' ? [] : [line.replace('<- run', `<- run r${run}`)];
    });
  };
  /** Asked after all that was drawn: what is dated after a request is not part of it. */
  const PROBE = bubTape(
    'event loop.step.start {"step":1}\nsystem "again" <- run probe\nuser "?" <- run probe\nassistant "!" <- run probe',
    {
      start: START + 3_600_000,
    },
  );
  /** What a request would read that stood where the anchor does: the view tells. */
  const wouldRead = async (records: readonly JsonObject[], seq: number): Promise<number[]> => {
    const { store, rim, tape, view } = importRecords([...records.slice(0, seq - 1), ...PROBE], BUB);
    try {
      return (await view(rim.catalog.tape(tape).steps)).blocks.flatMap(({ entries }) => entries).filter((entry) => entry < seq);
    } finally {
      store.close();
    }
  };

  it('count what is reported of an anchor: what the next request would have read, whatever the tape begins with', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('anchor session/start {}', 'user "first"'), lines, async (head, drawn) => {
        const records = bubTape([head, ...named(drawn), 'handoff end {}'].join('\n'));
        const imported = importRecords(records, BUB);
        try {
          for (const [arrow, left, seq] of await arrows(imported)) {
            expect(arrow).toBe(left.count);
            expect(left.ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))).toEqual(
              await wouldRead(records, seq),
            );
          }
        } finally {
          imported.store.close();
        }
      }),
      { numRuns: 25 },
    );
  });

  it('count nothing where Bub has no anchor to begin at, and it is said why', async () => {
    const records = bubTape(
      'user "one" <- run r1\nassistant "two" <- run r1\nuser "three" <- run r2\nassistant "four" <- run r2\nhandoff next {}\nuser "five" <- run r3\nassistant "six" <- run r3',
    );
    const imported = importRecords(records, BUB);
    onTestFinished(() => imported.store.close());
    expect(await arrows(imported)).toMatchObject([[0, { count: 0 }, 5]]);
    const { notes } = await departureOf(imported.rim, imported.tape, 5);
    expect(notes[0]).toMatch(/^There is no anchor before it, so Bub selects nothing/);
  });

  it('do so for a native tape, where the anchor itself stood in the context', async () => {
    const { main } = nativeHome();
    main.append([user('plan'), assistant('planned')]);
    main.handoff({ name: 'build', summary: 'Planned.' });
    main.handoff({ name: 'again', summary: 'Planned.' });
    main.append([user('do it'), call('c1', 'bash'), result('c1', 'done'), assistant('done')]);
    main.handoff({ name: 'ship', summary: 'Done.' });
    main.append([user('ship it'), assistant('shipped')]);
    const store = openCatalog(tempFolder());
    onTestFinished(() => store.close());
    const { id } = bringSource(store.db, main.folder).source;
    const counts = await arrows({ rim: createRim(store.catalog), tape: id });
    expect(counts).toHaveLength(3);
    for (const [arrow, left] of counts) expect(arrow).toBe(left.count);
  });
});
