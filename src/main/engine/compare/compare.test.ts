import { describe, expect, it, onTestFinished } from 'vitest';
import { type CompareInput, type ComparePair, Comparison, type Policy } from '../../../shared/model/index.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import type { Json } from '../formats/format.ts';
import { bringSource } from '../sources/bring-source.ts';
import { bubTape } from '../testing/bub-script.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { compareMethods } from './methods.ts';
import { mirrored, saidBy } from './testing/mirrored.ts';

const still = { signal: new AbortController().signal };
const bubName = (letter: string): string => `${letter.repeat(16)}__0b871d5e50e7c192.jsonl`;

/** Files in one catalog; sides are `[file, step]`. */
const open = (...files: (readonly Json[])[]) => {
  const folder = tempFolder();
  const store = openCatalog(tempFolder());
  onTestFinished(() => store.close());
  const bub = (records: readonly Json[]): boolean => JSON.stringify(records[0] ?? '').includes('"kind"');
  const tapes = files.map((records, at) => {
    const name = bub(records) ? bubName('abcdef'[at] ?? 'a') : `session-${at + 1}.jsonl`;
    return bringSource(store.db, writeFile(folder, name, records)).source.id;
  });
  const methods = compareMethods(store);
  const input = ([file, step, policy = 'as-recorded']: [number, number, Policy?]): CompareInput => ({
    tape: tapes[file] ?? '',
    step,
    policy,
  });
  return {
    tapes,
    methods,
    run: async (sides: [number, number, Policy?][], pair: [number, number] = [0, 1]) =>
      Comparison.parse(await methods['compare.run']({ sides: sides.map(input), pair }, still)),
  };
};

/** `same a0-2 b0-2 shared` for each run. */
const told = ({ runs }: ComparePair): string[] =>
  runs.map(({ type, a, b, count, shared }) => {
    const range = (from: number) => (count === 1 ? `${from}` : `${from}-${from + count - 1}`);
    return [type, type === 'b' ? '' : `a${range(a)}`, type === 'a' ? '' : `b${range(b)}`, shared ? 'shared' : ''].filter(Boolean).join(' ');
  });

const siblings = claudeTree(`
  u1 "mend the retries"
    a1 call Read t1 "src/retry.ts"           <- step m1 usage 900 40 0 100
      r1 t1 "export const retry = 3"
        a2 "there are three"                 <- step m2 usage 20 10 1000 50
          u2 "put the retries in the outbox table and keep the codes"
            a3 call Edit t3 {"message":{"id":"m3","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"tool_use","id":"t3","name":"Edit","input":{"file_path":"/src/outbox.ts"}}],"usage":{"input_tokens":30,"output_tokens":9}}}
              r3 t3 "edited" failed
                a4 call Read t4 "src/errors.ts" <- step m4
                  r4 t4 "codes"
                    a5 "the outbox does it"  <- step m5
          u3 "put the retries in a cron job and keep the codes"
            a6 call Read t6 "src/errors.ts"  <- step m6
              r6 t6 "codes"
                a7 "the cron job does it"    <- step m7
`);

describe('two children of a fork', () => {
  it('share everything up to the fork point', async () => {
    const { run } = open(siblings);
    const { fork, pair } = await run([
      [0, 5],
      [0, 7],
    ]);
    expect(fork).toMatchObject({
      by: 'entry',
      at: [
        { seq: 4, step: 2 },
        { seq: 4, step: 2 },
      ],
      steps: 2,
      entries: 4,
    });
    expect(pair.prefix).toMatchObject({
      sameIds: true,
      sameText: true,
      hermetic: true,
      words: 'Same prefix, read alike on both sides.',
      differences: [],
    });
    const [a, b] = pair.prefix?.witnesses ?? [];
    expect(a).toEqual(b);
    expect(a?.ids).toMatch(/^[0-9a-f]{64}$/);
  });

  it('are aligned by what they say: a call made twice is one, a prompt worded again is changed', async () => {
    const { run } = open(siblings);
    const { pair } = await run([
      [0, 5],
      [0, 7],
    ]);
    expect(told(pair)).toEqual(['same a0-3 b0-3 shared', 'changed a4 b4', 'a a5-6', 'same a7-8 b5-6', 'changed a9 b7']);
    expect(pair.counts).toEqual({ same: 6, changed: 2, a: 2, b: 0, unmatched: 0 });
    expect(pair.blocks[0].at(-1)).toMatchObject({ entries: [10], answer: true });
  });

  it('say calmly what nobody can check', async () => {
    const { run } = open(siblings);
    const { sides } = await run([
      [0, 5],
      [0, 7],
    ]);
    for (const { warnings, calm } of sides) {
      expect(calm).toEqual(['The log records no usage for this step, so the estimate cannot be checked.']);
      expect(warnings).toEqual(expect.arrayContaining(calm));
    }
  });

  it('have their own figures after the fork point', async () => {
    const { run } = open(siblings);
    const { sides } = await run([
      [0, 5],
      [0, 7],
    ]);
    expect(sides.map(({ own }) => own)).toMatchObject([
      {
        steps: 3,
        toolCalls: 2,
        errors: 1,
        files: [{ path: '/src/outbox.ts', written: true }],
        tools: [
          { name: 'Edit', calls: 1 },
          { name: 'Read', calls: 1 },
        ],
      },
      { steps: 2, toolCalls: 1, errors: 0, files: [] },
    ]);
    expect(sides.map(({ answer }) => answer)).toEqual([
      { seq: 10, text: 'the outbox does it' },
      { seq: 14, text: 'the cron job does it' },
    ]);
    expect(sides[0]?.own).toMatchObject({ started: Date.UTC(2026, 0, 5, 9, 0, 4), ended: Date.UTC(2026, 0, 5, 9, 0, 9) });
    expect(sides[0]?.own.usage).toMatchObject({ input: 30, output: 9 });
  });

  it('a step and one before it on the same chain: one has nothing of its own', async () => {
    const { run } = open(siblings);
    const { fork, sides, pair } = await run([
      [0, 2],
      [0, 5],
    ]);
    expect(fork?.at.map(({ seq }) => seq)).toEqual([4, 4]);
    expect(sides.map(({ own }) => own.entries)).toEqual([0, 6]);
    expect(pair.prefix?.hermetic).toBe(true);
    expect(told(pair)).toEqual(['same a0-3 b0-3 shared', 'b b4-9']);
  });

  it('a prompt that waited in the queue of an old version is no difference before the request that had it', async () => {
    const queue = (operation: string, content?: string): string => `- queue-operation ${JSON.stringify({ operation, content })}`;
    const { run } = open(
      claudeTree(`
        u1 "look" version 2.1.59
        ${queue('enqueue', 'quick!')}
        a1 call Bash t1 @u1 <- step m1 version 2.1.59
        ${queue('remove')}
        r1 t1 "seen" @a1 version 2.1.59 > a2 "done" <- step m2 version 2.1.59
      `),
    );
    for (const sides of [
      [1, 2],
      [2, 1],
    ] as const) {
      const { pair } = await run(sides.map((step): [number, number] => [0, step]));
      expect([pair.prefix?.hermetic, pair.prefix?.differences]).toEqual([true, []]);
    }
  });

  it('an answer that was written twice makes the fork point no other from the other side', async () => {
    const { run } = open(
      claudeTree(`
        u1 "go"
        a1 call Read t1 @u1 <- step m1
        r1 t1 "text" @a1 > a2 call Read t2 <- step m2
        r2 t2 "more" @a2 > a9 "done" <- step m3
        a3 call Read t1 @u1 <- step m1
        r3 t1 "text" @a3 > a4 call Read t2 <- step m2
        r4 t2 "more" @a4 > a5 "done" <- step m3 > u2 "on" > a6 "on" <- step m4
      `),
    );
    const there = await run([
      [0, 3],
      [0, 4],
    ]);
    expect(
      mirrored(
        await run([
          [0, 4],
          [0, 3],
        ]),
      ),
    ).toEqual(saidBy(there));
  });

  it('under another policy the blocks are those of that policy', async () => {
    const { run } = open(siblings);
    const { sides } = await run([
      [0, 5, 'full'],
      [0, 7, 'last-anchor'],
    ]);
    expect(sides.map(({ policy }) => policy)).toEqual(['full', 'last-anchor']);
  });
});

describe('hermeticity', () => {
  it('names an attachment that one side was given and the other was not', async () => {
    const { run } = open(
      claudeTree(`
        u1 "start" > a1 "ready" <- step m1
          u2 "left" @a1 > a2 "left it is" <- step m2
          x1 attach hook_additional_context "jobs run every five minutes" @a1
            u3 "right" > a3 "right it is" <- step m3
      `),
    );
    const { pair } = await run([
      [0, 2],
      [0, 3],
    ]);
    expect(pair.prefix).toMatchObject({ sameIds: true, sameText: true, hermetic: false });
    expect(pair.prefix?.differences).toEqual([
      {
        ...{ what: 'attachment', side: 1, seq: 5 },
        text: expect.stringMatching(/^only B read hook_additional_context: .*jobs run every five minutes$/),
      },
    ]);
    expect(pair.prefix?.words).toMatch(/^Same prefix\. What was read around it differs: only B read .*\.$/);
    const three = await run(
      [2, 2, 3].map((step): [number, number] => [0, step]),
      [0, 2],
    );
    expect(three.pair.prefix?.words).toMatch(/: only C read /);
  });

  it('names what hung next to the prefix by the time of one side only', async () => {
    const { run } = open(
      claudeTree(`
        u1 "start"
          a1 "ready" <- step m1
            u2 "left" > a2 "left it is" <- step m2
        x1 attach edited_text_file "harbour.ts was edited" @u1
        u3 "right" @a1 > a3 "right it is" <- step m3
      `),
    );
    const { pair } = await run([
      [0, 2],
      [0, 3],
    ]);
    expect(pair.prefix).toMatchObject({ sameIds: true, sameText: false, hermetic: false });
    expect(pair.prefix?.differences).toMatchObject([{ what: 'attachment', side: 1, seq: 5 }]);
  });

  it('names directory, version and model', async () => {
    const { run } = open(
      claudeTree(`
        u1 "start" > a1 "ready" <- step m1
          u2 "left" @a1 > a2 "left" <- step m2
          u3 "right" @a1 version 2.1.101 {"cwd":"/home/mia/jetty"} > a3 "right" {"message":{"id":"m3","role":"assistant","model":"claude-opus-5","content":[]}}
      `),
    );
    const { pair } = await run([
      [0, 2],
      [0, 3],
    ]);
    expect(pair.prefix?.differences.map(({ what, text }) => [what, text])).toEqual([
      ['directory', 'the working directory was /home/mia/harbour for A and /home/mia/jetty for B'],
      ['version', 'the version of the agent was 2.1.100 for A and 2.1.101 for B'],
      ['model', 'the model was claude-sonnet-4-5 for A and claude-opus-5 for B'],
    ]);
  });

  it('says that one side read a summary of the prefix', async () => {
    const { run } = open(
      claudeTree(`
        u1 "start" > a1 "ready" <- step m1
          u2 "left" @a1 > a2 "left it is" <- step m2
          u3 "right" @a1
            b1 boundary auto 160000
              c1 summary "we started" > a3 "right it is" <- step m3
      `),
    );
    const { fork, pair } = await run([
      [0, 2],
      [0, 3],
    ]);
    expect(fork?.at.map(({ seq }) => seq)).toEqual([2, 2]);
    expect(pair.prefix).toMatchObject({ sameIds: true, sameText: false, differences: [{ what: 'compaction', side: 1, seq: 6 }] });
  });
});

describe('a family of files', () => {
  it('a forked session shares by uuid, though its session id is another', async () => {
    const prefix = 'u1 "one" > a1 "two" <- step m1 > u2 "three" > a2 "four" <- step m2';
    const { run, tapes } = open(
      claudeTree(`${prefix} > u3 "left" > a3 "here" <- step m3`),
      claudeTree(`${prefix} > u4 "right" > a4 "there" <- step m4`, { session: 'session-2' }),
    );
    const { fork, pair } = await run([
      [0, 3],
      [1, 3],
    ]);
    expect(fork).toEqual({ by: 'id', at: tapes.map((tape) => ({ tape, seq: 4, step: 2 })), steps: 2, entries: 4 });
    expect(pair.prefix?.hermetic).toBe(true);
  });

  it('two files without a common id share by what they say, as far as it is the same', async () => {
    const bub = (prompt: string) =>
      bubTape(`
        anchor session/start {"owner":"human"}
        user "sail out"     <- run r1
        assistant "sailing" <- run r1
        user "${prompt}"    <- run r2
        assistant "aye"     <- run r2
      `);
    const { run } = open(bub('to the east'), bub('to the west'));
    const { fork, pair } = await run([
      [0, 2],
      [1, 2],
    ]);
    expect(fork).toMatchObject({ by: 'digest', at: [{ seq: 3 }, { seq: 3 }] });
    expect(pair.prefix).toMatchObject({ sameIds: true, sameText: true });
    expect(told(pair)).toEqual(['same a0-1 b0-1 shared', 'changed a2 b2', 'same a3 b3']);
  });

  it('two strangers share nothing, and are still aligned', async () => {
    const { run } = open(claudeTree('u1 "east" > a1 "the same" <- step m1'), claudeTree('u2 "west" > a2 "the same" <- step m2'));
    const { fork, pair, sides } = await run([
      [0, 1],
      [1, 1],
    ]);
    expect([fork, pair.fork, pair.prefix]).toEqual([null, null, null]);
    expect(told(pair)).toEqual(['changed a0 b0', 'same a1 b1']);
    expect(sides.map(({ own }) => own.entries)).toEqual([2, 2]);
  });

  it('an insertion at the front leaves the rest aligned', async () => {
    const rest = Array.from({ length: 20 }, (_, at) => `u${at} "prompt ${at}" > a${at} "answer ${at}" <- step m${at}`).join(' > ');
    const other = rest.replaceAll(/\b([ua])(\d+) /g, '$1x$2 ').replaceAll('step m', 'step n');
    const { run } = open(claudeTree(rest), claudeTree(`u99 "something new" > ${other}`));
    const { pair } = await run([
      [0, 20],
      [1, 20],
    ]);
    expect(told(pair)).toEqual(['b b0', 'same a0-39 b1-40']);
  });
});

describe('more than two', () => {
  const three = claudeTree(`
    u1 "start" > a1 "ready" <- step m1
      u2 "left" @a1 > a2 "left" <- step m2 > u5 "further" > a5 "done" <- step m5
      u3 "right" @a1 > a3 "right" <- step m3
      u4 "further right" @a2 > a4 "further" <- step m4
  `);

  it('the shared point is that of all; the pair has its own', async () => {
    const { run } = open(three);
    const { fork, sides, pair } = await run(
      [
        [0, 3],
        [0, 4],
        [0, 5],
      ],
      [0, 2],
    );
    expect(fork?.at.map(({ seq }) => seq)).toEqual([2, 2, 2]);
    expect(sides.map(({ own }) => own.steps)).toEqual([2, 1, 2]);
    expect(pair.sides).toEqual([0, 2]);
    expect(pair.fork?.at.map(({ seq }) => seq)).toEqual([4, 4]);
  });

  it('a pair that is not there is refused with a sentence', async () => {
    const { run } = open(three);
    await expect(
      run(
        [
          [0, 3],
          [0, 4],
        ],
        [0, 5],
      ),
    ).rejects.toThrow('There are 2 sides to compare');
  });
});

it('compares the text of two entries as it is shown', async () => {
  const { methods, tapes } = open(siblings);
  const [tape = ''] = tapes;
  const { segments } = await methods['compare.text']({ a: { tape, seq: 5 }, b: { tape, seq: 11 } }, still);
  expect(segments.map(({ op, text }) => `${op}: ${text}`)).toEqual([
    'same: put the retries in ',
    'a: the outbox table',
    'b: a cron job',
    'same:  and keep the codes',
  ]);
  await expect(methods['compare.text']({ a: { tape, seq: 5 }, b: { tape, seq: 99 } }, still)).rejects.toThrow('no entry 99');
});
