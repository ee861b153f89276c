import { describe, expect, test } from 'vitest';
import { Departure, Fidelity, StepDiff, Why } from '../../shared/model/index.ts';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { claudeTree } from '../engine/testing/tree.ts';
import { openShell } from './testing/shell.ts';

const file = writeFile(
  tempFolder(),
  'session.jsonl',
  claudeTree(`
    u1 "mend the limit in src/limits.ts \\u001b[31mnow"
      a1 call Read t1                                      <- step m1
        r1 t1 "export const LIMIT = 8;"
          a2 "The limit in src/limits.ts is mended."       <- step m2
            b1 boundary auto 9
              c1 summary "The limit in src/limits.ts is mended. The weather is fine."
                u2 "on" > a3 "done"                        <- step m3
  `),
);
const plain = writeFile(tempFolder(), 'plain.jsonl', claudeTree('u1 "go" > a1 "ok" <- step m1', { session: 'session-2' }));

describe('changes', () => {
  test('--json is a step diff, against the request before', async () => {
    const shell = openShell();
    const answer = StepDiff.parse(await shell.json('changes', `${file}@3`));
    expect(answer).toMatchObject({ step: 3, against: 2, more: { added: 0, gone: 0, changed: 0 } });
    expect(answer.gone.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  test('in words: sums, then each entry with its reason; nothing of a log steers the terminal', async () => {
    const { code, out, err } = await openShell(120).tape('changes', file);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('step 3 against step 2 · as-recorded');
    expect(out).toMatch(/^\+2 \(~\d+ tokens\) · −3 \(~\d+\) · 0 changed · 0 as they were$/m);
    expect(out).toMatch(/^− +message +~\d+ +1 {2}left at compaction 1 \(auto\) +mend the limit/m);
    expect(out).not.toContain('\u001b');
  });

  test('says so where nothing changed, and where a step is not there', async () => {
    const { out } = await openShell().tape('changes', `${file}@2`, '--against', '2', '--policy', 'full');
    expect(out).toContain('step 2 against step 2 · full');
    expect(out).toContain('Both contexts are the same.');
    expect((await openShell().tape('changes', file, '--against', '9')).code).toBe(2);
  });
});

describe('changes under other policies', () => {
  test('take a budget as tape view does, and index the words that the memory is asked for', async () => {
    const shell = openShell();
    const tight = StepDiff.parse(await shell.json('changes', `${file}@2`, '--policy', 'compact', '--budget', '1'));
    expect(tight).toMatchObject({ policy: 'compact:1', added: [], same: 1 });
    const recalled = StepDiff.parse(await shell.json('changes', file, '--policy', 'memory', '--query', 'mended'));
    expect(recalled.added.map(({ seq, why }) => [seq, why])).toContainEqual([4, 'new since step 2; recalled: hit 1 of 2']);
  });

  test('on a tape without steps they are those of the next request, in which all is new', async () => {
    const silent = writeFile(tempFolder(), 'silent.jsonl', claudeTree('u1 "go"', { session: 'session-3' }));
    expect(await openShell().tape('changes', silent)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/next request with no request before it(.|\n)*there is no previous request to compare with/),
    });
  });
});

describe('left and fidelity', () => {
  test('without an entry they take the newest compaction, and refuse where there is none', async () => {
    const shell = openShell();
    expect(Departure.parse(await shell.json('left', file))).toMatchObject({ seq: 5, left: { count: 4 }, before: 2, after: 3 });
    expect(Fidelity.parse(await shell.json('fidelity', `${file}#5`))).toMatchObject({ seq: 5, citable: 4, reached: { status: 'yes' } });
    const { code, err } = await shell.tape('left', plain);
    expect(code).toBe(2);
    expect(err).toContain('add #ENTRY for tape left');
  });

  test('in words', async () => {
    const left = (await openShell(120).tape('left', file)).out;
    expect(left).toContain('#5 compaction 1 (auto) · step 2 before it, step 3 after it');
    expect(left).toContain('4 entries left');
    expect(left).toContain('Its summary: entry 6');
    const fidelity = (await openShell(120).tape('fidelity', file)).out;
    expect(fidelity).toContain('• The limit in src/limits.ts is mended.');
    expect(fidelity).toMatch(/100 % like #4 \(.*src\/limits\.ts.*\) The limit/);
    expect(fidelity).toContain('nothing is cited, and nothing is worded like it (summary)');
    expect(fidelity).toMatch(/4 of 4 entries of that phase cited by nothing.*\n {2}#\d+/);
    expect(left + fidelity).not.toContain('\u001b');
  });
});

describe('why', () => {
  test('--json has each entry with the text, its steps, what took it out and its fate', async () => {
    const answer = Why.parse(await openShell().json('why', file, '--text', 'export const LIMIT = 8;'));
    expect(answer).toMatchObject({ step: 3, found: 'text', items: [{ entry: 3, line: 3, kind: 'tool_result', in: [[2, 2]], now: false }] });
    for (const item of answer.items) {
      expect(Object.keys(item)).toEqual(expect.arrayContaining(['entry', 'line', 'kind', 'tokens', 'in', 'now', 'reason', 'fate', 'by']));
      expect([item.now, item.now]).toEqual([item.reason === null, item.by === null]);
      expect([null, 'verbatim', 'worded', 'cited', 'lost']).toContain(item.fate);
      for (const run of item.in) expect(run[0]).toBeLessThanOrEqual(run[1]);
    }
    expect(answer.items[0]).toMatchObject({ reason: 'compacted', by: { type: 'compaction', seq: 5, step: 3 }, fate: 'lost' });
    const entry = Why.parse(await openShell().json('why', `${file}#4`, '--next'));
    expect(entry).toMatchObject({ next: true, found: 'entry', items: [{ entry: 4, fate: 'verbatim', carrier: 6 }] });
  });

  test('a point names the request that is looked in', async () => {
    const shell = openShell(120);
    const asked = async (at: string) => Why.parse(await shell.json('why', `${file}${at}`, '--text', 'mend the limit'));
    expect(await asked('@next')).toMatchObject({ next: true, found: 'text' });
    expect(await asked('@after:2')).toMatchObject({ after: 2, items: [{ entry: 1, now: true }] });
    expect(await asked('@2')).toMatchObject({ step: 2, items: [{ entry: 1, now: true }] });
    const { code, err } = await shell.tape('why', `${file}@next`, '--text', 'mend', '--step', '1');
    expect([code, err]).toEqual([2, expect.stringContaining('names the request already')]);
  });

  test('in words, and refuses what it cannot be asked', async () => {
    const shell = openShell(120);
    const { out } = await shell.tape('why', file, '--text', 'mend the limit');
    expect(out).toContain('Not in context at step 3.');
    expect(out).toContain('You said it in #1. It left before step 3, by compaction 1 (auto).');
    expect(out).not.toContain('\u001b');
    for (const args of [[file], [`${file}#1`, '--text', 'mend'], [`${file}@2`], [`${file}@next`]])
      expect(await shell.tape('why', ...args)).toMatchObject({ code: 2, err: expect.stringContaining('Give one entry as FILE#ENTRY') });
  });
});
