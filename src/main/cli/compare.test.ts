import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Check, Comparison, ForkPoints } from '../../shared/model/index.ts';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { claudeTree, jsonl } from '../engine/testing/tree.ts';
import { openShell } from './testing/shell.ts';

const folder = tempFolder();
const file = writeFile(
  folder,
  'siblings.jsonl',
  claudeTree(`
    u1 "mend the retries"
      a1 "how?"                                  <- step m1 usage 900 40 0 100
        u2 "put them in the outbox table \\u001b[31mnow"
          a2 call Read t2 "outbox"               <- step m2
            r2 t2 "class Outbox"
              a3 "the outbox does it"            <- step m3
        u3 "put them in a cron job now"
          a4 "the cron job does it"              <- step m4
  `),
);
const broken = writeFile(folder, 'broken.jsonl', claudeTree('u1 "go" @gone > a1 call Read t1 <- step m1', { session: 'session-2' }));

describe('diff', () => {
  test('--json is a comparison', async () => {
    const answer = Comparison.parse(await openShell().json('diff', `${file}@3`, `${file}#8`));
    expect(answer.sides.map(({ step }) => step)).toEqual([3, 4]);
    expect(answer.pair.counts).toEqual({ same: 2, changed: 2, a: 2, b: 0, unmatched: 0 });
  });

  test('in words: where they part, what each did, block by block', async () => {
    const { code, out, err } = await openShell().tape('diff', `${file}@3`, `${file}@4`);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('fork point: entry 2, step 1 · 1 step and 2 entries shared');
    expect(out).toContain('Same prefix, read alike on both sides.');
    expect(out).toContain('= 2 blocks alike before the fork point');
    expect(out).toContain('put them in [-the outbox table ␛[31mnow-]{+a cron job now+}');
    expect(out).toMatch(/^- assistant Read .* only in A$/m);
    expect(out).toContain('2 alike, 2 changed, 2 only in A, 0 only in B');
    expect(out).not.toContain('\u001b');
  });

  test('of requests that were not made: the next one, and the one after an entry', async () => {
    const answer = Comparison.parse(await openShell().json('diff', `${file}@4`, `${file}@next`));
    expect(answer.sides.map(({ step, next }) => [step, next])).toEqual([
      [4, undefined],
      [null, true],
    ]);
    expect(answer.pair).toMatchObject({ prefix: { hermetic: true, differences: [] }, counts: { changed: 0, a: 0, b: 0 } });
    const { out } = await openShell().tape('diff', `${file}@after:2`, `${file}@next:full`);
    expect(out).toMatch(/^A mend the retries · request after entry 2 · as-recorded$/m);
    expect(out).toMatch(/^B mend the retries · next request · full$/m);
    expect((await openShell().tape('view', `${file}@next`)).out).toContain('next request, after 4 steps · as-recorded');
  });

  test('with other texts for the second, as What if would send it', async () => {
    const rules = join(folder, 'rules.txt');
    writeFileSync(rules, 'Answer in one sentence.\n');
    const words = ['diff', `${file}@3`, `${file}@3`, '--replace', '#3=put them in a queue', '--system', rules];
    const { code, out, err } = await openShell().tape(...words);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('[-the outbox table ␛[31mnow-]{+a queue+}');
    expect(out).toMatch(/^B mend the retries · step 3 · as-recorded · #3 replaced · system prompt as sent$/m);
    const { pair, sides } = Comparison.parse(await openShell().json(...words));
    expect(sides.map(({ replaced }) => replaced)).toEqual([undefined, [3]]);
    expect(pair.counts).toMatchObject({ changed: 1, a: 0 });
    expect(await openShell().tape('diff', `${file}@3`, `${file}@3`, '--replace', 'x')).toMatchObject({ code: 2 });
  });

  test('of sessions of two agents, by the text of their blocks', async () => {
    const said = ['system: Rye.', 'user: mend the retries', 'assistant: how?'].map((line) => {
      const [role = '', content = ''] = line.split(': ');
      return { role, content };
    });
    const other = writeFile(folder, 'chat.jsonl', jsonl([...said, ...said.slice(1)]));
    const { out } = await openShell().tape('diff', `${file}@1`, `${other}@1`);
    expect(out).toContain('They share no entries; blocks are aligned by their text.');
    expect(out).toContain('2 alike, 0 changed, 0 only in A, 1 only in B');
    expect((await openShell().tape('diff', `${file}@1`, `${other}@1`, '--markdown')).out).toContain('aligned by their text');
  });

  test('as Markdown, where nothing of a log is markup', async () => {
    const { out } = await openShell().tape('diff', `${file}@3:full`, `${file}@4`, '--markdown');
    expect(out).toMatch(/^## A: mend the retries and B: mend the retries$/m);
    expect(out).toMatch(/^- \*\*only in A\*\* assistant Read/m);
    expect(out).toContain('\\[-the outbox table');
  });

  test('of one step under two policies', async () => {
    const answer = Comparison.parse(await openShell().json('diff', `${file}@3`, `${file}@3:compact:90`));
    expect(answer.sides.map(({ step, policy }) => [step, policy])).toEqual([
      [3, 'as-recorded'],
      [3, 'compact:90'],
    ]);
    expect(answer.pair.counts).toMatchObject({ changed: 0, b: 0 });
    expect(answer.pair.counts.a).toBeGreaterThan(0);
    const { out } = await openShell().tape('diff', `${file}@3`, `${file}@3:compact:90`);
    expect(out).toMatch(/^A mend the retries · step 3 · as-recorded$/m);
    expect(out).toMatch(/^B mend the retries · step 3 · compact:90$/m);
    expect(out).toContain('One step under two policies.');
    expect(out).not.toContain('fork point');
    // A recording belongs to what was sent, and is not held against an estimate.
    expect(out).toMatch(/^ +RECORDED +COUNTED +ESTIMATED +BLOCKS +LEFT OUT\nA +\S+ +– +~\d+ +\d+ +0\nB +– +– +~\d+ +\d+ +\d+$/m);
    const { out: tight } = await openShell().tape('diff', `${file}@3`, `${file}@3:compact:1`);
    expect(tight).toMatch(/^! B: The state of the anchor and the newest prompt are always kept/m);
    const { out: twice } = await openShell().tape('diff', `${file}@3:full`, `${file}@3:full`);
    expect(twice).toContain('One and the same context on both sides.');
    const recalled = Comparison.parse(await openShell().json('diff', `${file}@4`, `${file}@4:memory:class`));
    expect(recalled.pair.blocks[1].map(({ entries, why }) => [entries[0], why])).toContainEqual([5, 'recalled: hit 1 of 1']);
  });

  test.each([
    [['diff', `${file}@3`, `${file}@3:compact:much`], 'A budget is a whole number of tokens'],
    [['diff', `${file}@3`, `${file}@3:memory:`], 'needs what to look for'],
    [['diff', `${file}@3`, `${file}@3:ful`], 'There is no policy called "ful". Known policies are'],
    [['diff', `${file}@3:`, `${file}@3`], 'There is no policy called ""'],
    [['view', `${file}@3:full`], 'Only tape diff takes a policy after a point. Elsewhere use --policy full.'],
    [['diff', `${file}@9`, `${file}@1`], 'there is no 9'],
    [['diff', `${file}@1`, 'nothing'], 'No tape in the catalog and no file here is called nothing'],
    [['diff', `${file}@after:99`, `${file}@1`], 'there is no 99'],
    [['steps', `${file}@next`], 'The next request is not a step'],
    [['diff', file], 'B is missing'],
  ])('%j ends with 2', async (words, sentence) => {
    const { code, out, err } = await openShell().tape(...words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.toLowerCase()).toContain(sentence.toLowerCase());
  });
});

test('forkpoints: the legal ones, or with --all each entry and why', async () => {
  const legal = ForkPoints.omit({ next: true }).parse(await openShell().json('forkpoints', file));
  expect(legal).toMatchObject({ entries: 8, legal: 3, illegal: { waiting: 4, call: 1 } });
  expect(legal.items.map(({ seq }) => seq)).toEqual([2, 6, 8]);
  const { out } = await openShell(120).tape('forkpoints', file, '--all');
  expect(out).toContain('3 legal points among 8 entries');
  expect(out).toMatch(/4 +2 +· {2}The call Read \(t2\) of entry 4 has no result here\./);
});

test('check: 0 where the contract is kept, 3 where it is not', async () => {
  const shell = openShell();
  expect(Check.parse(await shell.json('check', file)).kept).toBe(true);
  const { code, out } = await shell.tape('check', broken);
  expect(code).toBe(3);
  expect(out).toContain('The contract is broken.');
  expect(out).toMatch(/^✗ every parent is in the file {2}1 of 2\n {4}line 1: entry 1 names the parent/m);
});
