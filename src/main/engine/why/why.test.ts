import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEngine } from '../open.ts';
import { createResidencyService } from '../residency/service.ts';
import { bubTape } from '../testing/bub-script.ts';
import { tempFolder } from '../testing/files.ts';
import { assistant, nativeHome, user } from '../testing/native.ts';
import { claudeTree } from '../testing/tree.ts';
import { createRim } from '../views/rim.ts';
import { importRecords } from '../views/testing/imported.ts';
import { asking } from './testing/asking.ts';
import { whyOf } from './why.ts';

const opened = (drawing: string) => {
  const imported = importRecords(claudeTree(drawing));
  onTestFinished(() => imported.store.close());
  return { ...imported, why: asking(imported) };
};

const SESSION = `
  u1 "Never retry a 402: the card is dead, ask the user."
    a1 call Read t1 <- step m1
      r1 t1 "policy: never   retry\\na 402: the card is dead, ask the user. And more."
        a2 "Understood: the retries are mended in the outbox worker." <- step m2
          u2 "Run the ledger suite with the flag runInBand"
            a3 "It passes." <- step m3
              b1 boundary auto 900
                c1 summary "Card errors are handled. The retries are mended in the outbox worker. Never retry a 402."
                  u3 "on" > a4 "done" <- step m4 > u4 "and on" > a5 "done again" <- step m5
`;

/** Steps whose views have an entry, as runs. */
const stepsWith = async ({ store, tape, view }: ReturnType<typeof opened>, seq: number): Promise<[number, number][]> => {
  const { steps } = store.catalog.tape(tape);
  const runs: [number, number][] = [];
  for (let step = 1; step <= steps; step++) {
    if (!(await view(step)).blocks.some(({ entries }) => entries.includes(seq))) continue;
    const last = runs.at(-1);
    if (last?.[1] === step - 1) last[1] = step;
    else runs.push([step, step]);
  }
  return runs;
};

describe('why', () => {
  it.each(['anchor:#7', 'anchor:#7 + pin:2', 'anchor:#7 + without:9 + budget:90'])(
    'answers under %s where steps came before the anchor, at steps, next and after an entry',
    async (policy) => {
      const { why, view } = opened(SESSION);
      for (const seq of [1, 4, 7, 8, 9, 10])
        for (const step of [4, 5]) {
          const held = (await view(step, policy)).blocks.some(({ entries }) => entries.includes(seq));
          const [item] = (await why({ seq, policy, place: { step } })).items;
          expect([seq, step, item?.now, item?.in.some(([from, to]) => from <= step && step <= to)]).toEqual([seq, step, held, held]);
          expect(item?.in.every(([from]) => from >= 4)).toBe(true);
        }
      for (const place of [{ next: true }, { after: 9 }] as const) expect((await why({ seq: 9, policy, place })).items).toHaveLength(1);
    },
  );

  it('answers at the next request under an anchor that no step has come after yet', async () => {
    const { why } = opened('u1 "go" > a1 "ok" <- step m1 > b1 boundary auto 900 > c1 summary "so far" > u2 "on"');
    for (const seq of [1, 4, 5]) {
      const [item] = (await why({ seq, policy: 'anchor:#3', place: { next: true } })).items;
      expect([item?.now, item?.in]).toEqual([seq > 3, []]);
    }
  });

  it('finds pasted text whatever blanks are in it, says since when it is gone, by what, and what the summary made of it', async () => {
    const { why } = opened(SESSION);
    const answer = await why({ text: 'Never retry a 402: the card is dead,\n  ask the user.' });
    expect(answer).toMatchObject({ step: 5, found: 'text', more: 0, answer: 'Not in context at step 5. Similar wording survives.' });
    expect(answer.items.map(({ entry, in: runs, now, reason, fate }) => ({ entry, runs, now, reason, fate }))).toEqual([
      { entry: 1, runs: [[1, 3]], now: false, reason: 'compacted', fate: 'worded' },
      { entry: 3, runs: [[2, 3]], now: false, reason: 'compacted', fate: 'worded' },
    ]);
    expect(answer.items[0]?.by).toEqual({ type: 'compaction', seq: 7, name: 'compaction 1 (auto)', step: 4 });
    expect(answer.items[0]?.snippet.slice(...(answer.items[0]?.matches[0] ?? [0, 0]))).toBe(
      'Never retry a 402: the card is dead, ask the user.',
    );
    expect(answer.items[0]).toMatchObject({ carried: 'Never retry a 402.', carrier: 8 });
    expect((await why({ text: 'Run the ledger suite with the flag runInBand' })).answer).toBe('Not in context at step 5. It is lost.');
    expect(answer.details[0]).toBe(
      'You said it in #1. It left before step 4, by compaction 1 (auto). What replaced it has similar wording.',
    );
  });

  it('says what survives: word for word, in a summary alone, and what is in context', async () => {
    const { why } = opened(SESSION);
    const verbatim = await why({ text: 'the retries are mended in the outbox worker.' });
    expect(verbatim.answer).toBe('In context at step 5, in a summary alone.');
    expect(verbatim.items.map(({ entry, fate, carrier, now }) => ({ entry, fate, carrier, now }))).toEqual([
      { entry: 4, fate: 'verbatim', carrier: 8, now: false },
      { entry: 8, fate: null, carrier: null, now: true },
    ]);
    expect(await why({ text: 'and on' })).toMatchObject({
      answer: 'In context at step 5.',
      items: [{ entry: 11, now: true, in: [[5, 5]] }],
    });
    expect(await why({ text: 'the retries', place: { step: 3 } })).toMatchObject({ answer: 'In context at step 3.' });
    expect(await why({ seq: 9, place: { after: 10 } })).toMatchObject({ step: null, after: 10 });
    expect(await why({ seq: 12, place: { next: true } })).toMatchObject({
      step: null,
      next: true,
      found: 'entry',
      items: [{ now: true, in: [] }],
    });
    expect((await why({ text: 'no such words' })).answer).toBe('No entry of this tape has this text.');
  });

  it('never says of a text that it is gone because what still has it is beyond the limit', async () => {
    const turns = Array.from({ length: 9 }, (_, at) => `u${at + 10} "the brass key, page ${at}" > a${at + 10} "read" <- step m${at + 10}`);
    const { why } = opened(
      `${turns.slice(0, 8).join(' > ')} > b1 boundary auto 900 > c1 summary "So far: pages." > ${turns[8]?.replace('page', 'leaf')} > u99 "on" > a99 "ok" <- step m99`,
    );
    const { answer, items, more, details } = await why({ text: 'brass key', limit: 3 });
    expect([answer, items.map(({ entry, now }) => [entry, now]), more]).toEqual([
      ...['In context at step 10.', [1, 3, 19].map((entry) => [entry, entry === 19]), 6],
    ]);
    expect(details.at(-1)).toBe('8 other entries have it too, 0 of them in context.');
  });

  it('says of what came after a request that it came later, and from when on it was there', async () => {
    const { why } = opened(SESSION);
    expect((await why({ seq: 2, place: { step: 1 } })).items[0]).toMatchObject({
      ...{ now: false, fate: null },
      words: 'It came after the request of step 1. In context from step 2 on.',
    });
    expect((await why({ seq: 12, place: { step: 5 } })).items[0]?.words).toBe(
      'It came after the request of step 5. The next request has it.',
    );
    expect((await why({ seq: 12, place: { next: true } })).items[0]?.words).toBe('In context at the next request.');
  });

  it('looks along the branch that was asked about', async () => {
    const { why } = opened(`
      u1 "go" > a1 "one" <- step m1
        u2 "take the left road" > a2 "two" <- step m2
        u3 "take the right road" > a3 "three" <- step m3
      u4 "left again" @a2 > a4 "four" <- step m4
      u5 "right again" @a3 > a5 "five" <- step m5
    `);
    expect((await why({ text: 'the left road' })).items[0]).toMatchObject({
      ...{
        in: [
          [2, 2],
          [4, 4],
        ],
        now: false,
        reason: 'other-branch',
        by: { type: 'branch', step: null },
        fate: null,
      },
      words: 'Only requests of another branch had it in context.',
    });
    expect((await why({ text: 'the left road', place: { step: 4 } })).items[0]).toMatchObject({ now: true });
  });

  it('says whose context it was where a sub-agent in the same file read it', async () => {
    const { why } = opened(`
      u1 "go" > a1 call Task t1 <- step m1
      z1 "look for the brass key" side > a11 "found it" <- step m2
      r1 t1 @a1 > a2 "ok" <- step m3
    `);
    expect((await why({ text: 'brass key' })).items[0]).toMatchObject({
      now: false,
      reason: 'subagent',
      agent: 'the sub-agent that began at #3',
    });
  });

  it('asks Bub, whose handoff state is not sent', async () => {
    const imported = importRecords(
      bubTape(`
        anchor session/start {"owner":"human"}
        user "use the narrow gauge for all tracks" <- run r1
        assistant "the narrow gauge it is" <- run r1
        handoff build {"summary":"Use the narrow gauge for all tracks."}
        user "build it" <- run r2
        assistant "built" <- run r2
      `),
    );
    onTestFinished(() => imported.store.close());
    const [said] = (await asking(imported)({ text: 'narrow gauge for all tracks' })).items;
    expect(said).toMatchObject({ entry: 2, reason: 'before-anchor', by: { type: 'anchor', name: 'build' }, fate: 'lost' });
  });

  it('tells each fate: word for word, reworded, only cited, lost', async () => {
    const { why } = opened(`
      u1 "Plant the beans in rows of four, never in pairs."
        u2 "Water the beans at dawn from the northern well, with copper buckets."
          a1 call Read t1 <- step m1 {"message":{"content":[{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"/home/ada/garden/frost-dates.md"}}]}}
            r1 t1 "May the ninth, the eleventh, the thirteenth."
              u3 "Feed the owl in the granary."
                a2 "Good." <- step m2
                  b1 boundary auto 900
                    c1 summary "Plant the beans in rows of four, never in pairs. Beans get water at dawn from the northern well. Dates are in /home/ada/garden/frost-dates.md."
                      u4 "on" > a3 "done" <- step m3
    `);
    const told = async (text: string) => {
      const { answer, items } = await why({ text });
      return [items.find(({ tone }) => tone !== 'summary')?.fate, answer];
    };
    expect(await told('Plant the beans in rows of four, never in pairs.')).toEqual([
      ...['verbatim', 'In context at step 3, in a summary alone.'],
    ]);
    expect(await told('Water the beans at dawn from the northern well, with copper buckets.')).toEqual([
      ...['worded', 'Not in context at step 3. Similar wording survives.'],
    ]);
    expect(await told('May the ninth, the eleventh, the thirteenth.')).toEqual([
      ...['cited', 'Not in context at step 3. It is only cited.'],
    ]);
    expect(await told('Feed the owl in the granary.')).toEqual(['lost', 'Not in context at step 3. It is lost.']);
  });

  it('says of a cleared result since when, whether the log says so or the sizes do, and that nothing is in its place', async () => {
    const page = 'one line of a file '.repeat(1474);
    const inferred = opened(
      `u1 "go" > a1 call Read t1 <- step m1 usage 20000 100 0 0 > r1 t1 "brass key ${page}" > a2 call Read t2 <- step m2 usage 10000 100 20000 0 > ` +
        `r2 t2 "${page}" > a3 call Read t3 <- step m3 usage 10000 100 30000 0 > r3 t3 "${page}" > a4 "on" <- step m4 usage 15000 100 15000 0`,
    );
    const { answer, items, evidence } = await inferred.why({ text: 'brass key' });
    expect(answer).toBe('Not in context at step 4.');
    expect(evidence).toEqual((await inferred.view(4)).evidence);
    expect(evidence.state).toBe('inferred');
    expect(items).toMatchObject([
      { entry: 3, in: [[2, 3]], now: false, cleared: false, reason: 'cleared', by: { type: 'clearing', seq: null, step: 4 }, fate: null },
    ]);
    expect(items[0]?.words).toBe('It left before step 4, because the agent probably cleared it, as recorded sizes say.');
    expect(items[0]?.in).toEqual(await stepsWith(inferred, 3));

    const recorded = opened(`
      u1 "go" > a1 call Read t1 <- step m1 > r1 t1 "the brass key is in the drawer" > a2 "read" <- step m2
      k1 micro t1 @a2 > u2 "on" > a3 "done" <- step m3
    `);
    expect((await recorded.why({ text: 'brass key' })).items).toMatchObject([
      { now: true, cleared: true, in: [[2, 3]], reason: null, fate: null },
    ]);
  });

  it('is asked of a native tape, through the contract, with the words of the index', async () => {
    const { engine, handlers } = await openEngine({ home: tempFolder(), host: 'terminal', readOnly: false, samples: null });
    onTestFinished(() => engine.close());
    const native = nativeHome();
    native.main.append([user('Plant the beans in rows of four.'), assistant('Planted.')]);
    native.main.handoff({ name: 'water', state: { summary: 'Beans are planted.' } });
    native.main.append([user('Water them.')]);
    const { tapes } = await engine.ingest.open([native.main.folder], { text: true });
    await engine.ingest.idle();
    const context = { signal: new AbortController().signal };
    const answer = await handlers['views.why'](
      { tape: tapes[0] ?? '', text: 'beans in rows', next: true, policy: 'as-recorded', limit: 50 },
      context,
    );
    expect(answer).toMatchObject({ next: true, items: [{ now: false, reason: 'before-anchor' }] });
    // Words that no entry has in a row were never said like that, so nothing is lost.
    const scattered = { tape: tapes[0] ?? '', text: 'rows of beans', next: true, policy: 'as-recorded', limit: 50 } as const;
    expect(await handlers['views.why'](scattered, context)).toMatchObject({
      found: 'words',
      answer: 'No entry of this tape has this text as it is.',
      details: [expect.stringMatching(/^All of its words are in #2\. It left before the next request, by water\./)],
    });
  });

  it('says of the newest request what the next one will not have, and what the text in its place makes of it', async () => {
    const { why } = opened(
      'u1 "use tabs, never spaces" > a1 "ok" <- step m1 > u2 "on" > a2 "done" <- step m2 > b1 boundary auto 900 > c1 summary "It wants: use tabs, never spaces."',
    );
    const answer = await why({ text: 'use tabs, never spaces' });
    expect(answer).toMatchObject({ step: 2, answer: 'In context at step 2. The next request has it only in a summary.' });
    expect(answer.items.map(({ entry, now, next }) => [entry, now, next?.now, next?.by?.name, next?.fate])).toEqual([
      [1, true, false, 'compaction 1 (auto)', 'verbatim'],
      [6, false, true, undefined, null],
    ]);
    const words =
      'In context at step 2, since step 1. The next request begins at compaction 1 (auto) and will not have it. What replaced it has it word for word.';
    expect(answer.items[0]?.words).toBe(words);
    expect(await why({ seq: 3 })).toMatchObject({ answer: 'In context at step 2. The next request will not have it.' });
    expect((await why({ seq: 3, place: { step: 1 } })).items[0]?.next).toBeUndefined();
    expect((await why({ seq: 3, place: { next: true } })).items[0]?.next).toBeUndefined();
  });

  it('says so right after a handoff', async () => {
    const { engine, handlers } = await openEngine({ home: tempFolder(), host: 'terminal', readOnly: false, samples: null });
    onTestFinished(() => engine.close());
    const native = nativeHome();
    native.main.append([user('Plant the beans in rows of four.'), { ...assistant('Planted.'), meta: { run_id: 'r1' } }]);
    native.main.handoff({ name: 'water', state: { summary: 'Beans are planted.' } });
    const { tapes } = await engine.ingest.open([native.main.folder], { text: true });
    await engine.ingest.idle();
    const asked = { tape: tapes[0] ?? '', text: 'beans in rows', policy: 'as-recorded', limit: 50 } as const;
    expect(await handlers['views.why'](asked, { signal: new AbortController().signal })).toMatchObject({
      step: 1,
      answer: 'In context at step 1. The next request will not have it.',
      items: [{ now: true, next: { now: false, by: { type: 'anchor', name: 'water' }, fate: 'lost' } }],
    });
    const anchor = await handlers['views.why'](
      { tape: asked.tape, seq: 1, policy: 'as-recorded', limit: 1 },
      { signal: new AbortController().signal },
    );
    expect(anchor).toMatchObject({ items: [{ tone: 'anchor' }], details: [expect.stringMatching(/^It is in #1\. /)] });
  });

  it('has the steps of the residency, which are those of the views, in any drawn session', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('u', 'a', 'a', 'b', 's'), fc.nat(9)), { minLength: 3, maxLength: 14 }),
        async (drawn) => {
          const names = ['u0'];
          const lines = ['u0 "begin mark"'];
          for (const [at, [what, back]] of drawn.entries()) {
            const tip = names[names.length - 1 - (back > 6 ? Math.min(2, names.length - 1) : 0)] ?? 'u0';
            if (what === 'a') lines.push(`a${at} "answer mark" @${tip} <- step m${at}`);
            // A sub-agent in the same file has contexts of its own.
            else if (what === 's') lines.push(`z${at} "look for a mark" side`, `a90${at} "found" @z${at} <- step s${at}`);
            else if (what === 'b') lines.push(`b${at} boundary auto 9 @${tip}`, `c${at} summary "so far mark" @b${at}`);
            else lines.push(`u${at + 1} "prompt mark" @${tip}`);
            if (what !== 's') names.push(what === 'a' ? `a${at}` : what === 'b' ? `c${at}` : `u${at + 1}`);
          }
          const imported = importRecords(claudeTree(lines.join('\n')));
          try {
            const { steps } = imported.store.catalog.tape(imported.tape);
            if (steps === 0) return;
            const answer = await asking(imported)({ text: 'mark' });
            const items = answer.items.filter(({ agent }) => agent === null);
            for (let step = 1; step <= steps; step++) {
              const own = imported.store.catalog.step(imported.tape, step)?.sidechain === false;
              const held = new Set(own ? (await imported.view(step)).blocks.flatMap(({ entries }) => entries) : []);
              const said = items.filter((item) => item.in.some(([from, to]) => from <= step && step <= to)).map(({ entry }) => entry);
              expect(said.toSorted((a, b) => a - b)).toEqual([...held].toSorted((a, b) => a - b));
              if (step === answer.step)
                expect(
                  items
                    .filter(({ now }) => now)
                    .map(({ entry }) => entry)
                    .sort(),
                ).toEqual([...said].sort());
            }
          } finally {
            imported.store.close();
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

it('says how far it is, and stops where nobody waits for it any more', async () => {
  const { store, tape } = importRecords(claudeTree(SESSION));
  onTestFinished(() => store.close());
  const room = { rim: createRim(store.catalog), residency: createResidencyService(store.catalog), ask: null };
  const stop = new AbortController();
  const told: string[] = [];
  const query = { tape, text: 'a 402', place: null, policy: 'as-recorded', limit: 50 } as const;
  const watch = {
    signal: stop.signal,
    progress: ({ doing, done, of }: { doing: string; done: number; of: number }) => {
      told.push(`${doing} ${done} of ${of}`);
      if (done === 2) stop.abort();
    },
  };
  await expect(whyOf(room, query, watch)).rejects.toMatchObject({ code: 'cancelled' });
  expect(told).toEqual(['why 1 of 3', 'why 2 of 3']);
});

it('a request of a sub-agent that is asked about is one that had the entry', async () => {
  const drawn = claudeTree('u1 "go" > a1 "gone" <- step m1\nz1 "look around" side > a2 "seen" <- step m2 > z3 "on" > a4 "done" <- step m3');
  const { store, tape } = importRecords(drawn);
  onTestFinished(() => store.close());
  const room = { rim: createRim(store.catalog), residency: createResidencyService(store.catalog), ask: null };
  const watch = { signal: new AbortController().signal, progress: () => {} };
  const { items } = await whyOf(room, { tape, seq: 3, place: { step: 3 }, policy: 'as-recorded', limit: 9 }, watch);
  expect(items).toMatchObject([{ entry: 3, now: true, in: [[3, 3]] }]);
});
