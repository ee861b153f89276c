import { describe, expect, test } from 'vitest';
import { AnchorsAnswer, ErrorAnswer, ForkAnswer, ForksAnswer, MergeAnswer, PreviewAnswer } from './testing/answers.ts';
import { bound, codes, idsOf } from './testing/bound.ts';

describe('forks', () => {
  test('fork, preview, conflict, merge', async () => {
    const shell = bound();
    expect(ForkAnswer.parse(await shell.json('fork', 'a', '--at', '4', '--note', 'try'))).toMatchObject({
      name: 'a',
      start: 4,
      note: 'try',
    });
    await shell.json('append', '--fork', 'a', '--corrects', '2', 'Paint the harbour light.');
    await shell.json('append', '--fork', 'a', 'Painted.');
    expect(ForksAnswer.parse(await shell.json('forks')).items.map(({ name, entries, state }) => [name, entries, state])).toEqual([
      ['a', 2, 'open'],
    ]);
    const preview = PreviewAnswer.parse(await shell.json('merge', 'a', '--preview'));
    expect(preview.order.map(({ from, id, newId }) => [from, id, newId])).toEqual([
      ['a', 5, 7],
      ['a', 6, 8],
    ]);
    expect(preview.conflicts.map(({ type, key }) => [type, key])).toEqual([['corrects', '2']]);

    const refused = await shell.tape('merge', 'a');
    expect([refused.code, refused.err]).toEqual([3, expect.stringMatching(/^tape: 1 conflict, so nothing was merged/)]);
    expect(refused.out).toMatch(/^! /);
    const json = await shell.tape('merge', 'a', '--json');
    expect([json.code, json.out, ErrorAnswer.parse(JSON.parse(json.err)).error.code]).toEqual([3, '', 'refused']);

    const gate = `"${process.execPath}" -e "process.stdin.resume().on('end', () => process.exit(4))"`;
    const judged = await shell.tape('merge', 'a', '--on-conflict', 'keep-both', '--gate', gate, '--json');
    expect([judged.code, MergeAnswer.parse(JSON.parse(judged.out)).verdict]).toMatchObject([3, { verdict: 'refuted', exit: 4 }]);
    const merged = MergeAnswer.parse(await shell.json('merge', 'a', '--on-conflict', 'keep-both'));
    expect([merged.ids.length, merged.conflicts]).toEqual([2, 1]);
    expect(await codes(shell, ['append', '--fork', 'a', 'more'], ['fork', 'a'], ['merge', 'nowhere'])).toEqual([3, 3, 2]);
    expect((await shell.tape('merge', 'a', '--order', 'random')).err).toBe('tape: --order takes append or time, not "random".\n');
  });

  test('a fork is discarded, and goes from the lists of forks and tapes', async () => {
    const shell = bound();
    await shell.json('fork', 'a');
    await shell.json('append', '--fork', 'a', 'Painted.');
    await shell.tape('import', `${shell.env.TAPE_HOME}`);
    expect((await shell.tape('list')).out).toContain('fork: a');
    expect(await shell.json('discard', 'a', '--note', 'no gain')).toMatchObject({ name: 'a', archive: expect.stringContaining('archive') });
    expect(ForksAnswer.parse(await shell.json('forks')).items).toEqual([]);
    expect((await shell.tape('list')).out).not.toContain('fork: a');
    expect(await codes(shell, ['discard', 'a'], ['append', '--fork', 'a', 'more'])).toEqual([2, 2]);
    for (const words of [
      ['diff', 'a', 'main'],
      ['log', '--fork', 'a'],
    ]) {
      const { code, err } = await shell.tape(...words);
      expect([code, err]).toEqual([2, expect.stringMatching(/The fork "a" was discarded\. Its entries are in .*archive.*forks/)]);
    }
  });

  test('a fork inside an open call is warned of, with the call', async () => {
    const shell = bound();
    const { err } = await shell.tape('fork', 'a', '--at', '3');
    expect(err).toContain('The call Bash (c1) of entry 3 has no result there');
    expect((await shell.tape('fork', 'b', '--at', '4')).err).toBe('');
    expect(await shell.json('fork', 'c', '--at', '3')).toMatchObject({ notes: [expect.stringContaining('entry 3')] });
  });

  test('fork --preview shows the next request that it would begin with under a policy, and the open call', async () => {
    const shell = bound();
    const { out, err } = await shell.tape('fork', 'a', '--at', '3', '--preview', '--policy', 'full + without:#2');
    expect(out).toContain('would share entries 1 to 3. Nothing was written.');
    expect(out).toMatch(/^ {2}now +~\d+ tokens, .*blocks/m);
    expect(out).toContain('! #3 (Bash) has no result in this context, which a request says in its place.');
    expect(err).toContain('of entry 3 has no result there');
    expect(ForksAnswer.parse(await shell.json('forks')).items).toEqual([]);
    const found = await shell.json('fork', 'a', '--at', '4', '--preview', '--policy', 'full + without:#2');
    expect(found).toMatchObject({ start: 4, notes: [], next: { policy: 'full + without:#2', warnings: [], comes: [] } });
  });

  test('forks are compared by name', async () => {
    const shell = bound();
    for (const text of ['{"role":"assistant","content":"Mended."}', 'And now?']) await shell.json('append', text);
    await shell.json('fork', 'a');
    for (const tape of [[], ['--fork', 'a']])
      await shell.json('append', ...tape, `{"role":"assistant","content":"Said ${tape.length === 0 ? 'here' : 'there'}."}`);
    await shell.json('append', '--fork', 'a', 'Why there?');
    const compared = await shell.json('diff', 'main', 'a');
    expect(compared).toMatchObject({ sides: [{ next: true }, { next: true }], pair: { counts: { a: 0, b: 1 } } });
    expect(await shell.json('diff', 'a', 'main')).toMatchObject({ pair: { counts: { a: 1, b: 0 } } });
    expect((await shell.tape('diff', 'main', 'a')).out).toContain('Why there?');
    expect((await shell.tape('diff', 'main', 'nowhere')).code).toBe(2);
  });

  test('forks that nothing was asked in are compared by their next requests, either way round', async () => {
    const shell = bound();
    await shell.json('append', '--session', 'plain', '--new', 'Paint the door.');
    await shell.json('fork', 'alt', '--session', 'plain');
    await shell.json('append', '--session', 'plain', '--fork', 'alt', 'Paint it white.');
    const ways = [
      ['plain', 'plain/alt', { a: 0, b: 1 }],
      ['plain/alt', 'plain', { a: 1, b: 0 }],
    ] as const;
    for (const [a, b, counts] of ways) {
      const compared = await shell.json('diff', a, b);
      expect(compared).toMatchObject({ sides: [{ next: true }, { next: true }], pair: { counts } });
    }
    expect((await shell.tape('diff', 'plain#1', 'plain/alt')).code).toBe(2);
    expect((await shell.tape('view', '--session', 'nowhere')).err).toContain('There is no session "nowhere" here, only main');
    expect((await shell.tape('view', '--fork', 'nowhere')).err).toContain('has no fork "nowhere"');
  });

  test('after a merge that preferred the parent, the log continues with its last phase', async () => {
    const shell = bound();
    await shell.json('fork', 'a');
    await shell.json('handoff', 'plan', '--summary', 'of the fork', '--fork', 'a');
    await shell.json('handoff', 'plan', '--summary', 'of the parent');
    await shell.json('merge', 'a', '--on-conflict', 'prefer-parent');
    expect(idsOf(await shell.json('log'))).toEqual([7, 8, 9]);
    expect(AnchorsAnswer.parse(await shell.json('anchors')).items.map(({ name, id }) => [name, id])).toEqual([
      ['session/start', 1],
      ['plan', 7],
    ]);
  });
});
