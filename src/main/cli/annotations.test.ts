import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeTree, jsonl } from '../engine/testing/tree.ts';
import { openShell, type Shell } from './testing/shell.ts';

const furnished = (columns?: number): Shell => {
  const shell = openShell(columns);
  writeFileSync(join(shell.home, 's.jsonl'), jsonl(claudeTree('u1 "fix it" > a1 "how?" > u2 "so" > a2 "done"')));
  return shell;
};

describe('tape annotations', () => {
  it('adds, lists and removes what readers wrote', async () => {
    const shell = furnished();
    expect((await shell.tape('annotations')).out).toContain('No annotations yet.');
    expect((await shell.tape('annotations', 'add', 's.jsonl#2', 'Why so short?')).out).toMatch(
      /^Annotated entry 2 of [0-9a-f]{12}: [0-9a-f]{12}\.\n$/,
    );
    await shell.tape('annotations', 'add', 's.jsonl@1', '--to', '4', '--label', 'waste');
    const { items } = (await shell.json('annotations', 's.jsonl')) as {
      items: { id: string; target: object; text: string; label: string }[];
    };
    expect(items).toMatchObject([
      { target: { type: 'entry', seq: 2 }, text: 'Why so short?', label: null },
      { target: { type: 'span', from: 2, to: 4 }, text: '', label: 'waste' },
    ]);
    const { out } = await shell.tape('annotations');
    expect(out).toMatch(/#2 +fix it +Why so short\? +/);
    expect(out).toMatch(/#2-4 +fix it +waste +/);
    expect((await shell.tape('annotations', 'remove', items[0]?.id ?? '')).out).toContain('which was about entry 2 of ');
    expect((await shell.tape('annotations', 's.jsonl')).out).not.toContain('Why so short?');
  });

  it('puts a note on a block of a context, and says where there is none', async () => {
    const shell = furnished();
    const { out } = await shell.tape('annotations', 'add', 's.jsonl#2', 'Read it again?', '--in', '2:full');
    expect(out).toMatch(/^Annotated entry 2 in the context of step 2 of [0-9a-f]{12}: /);
    expect(await shell.json('annotations', 's.jsonl')).toMatchObject({
      items: [{ target: { type: 'block', seq: 2, step: 2, policy: 'full' }, text: 'Read it again?' }],
    });
    expect((await shell.tape('annotations', 's.jsonl')).out).toMatch(/#2 in step 2, full +Read it again\?/);
    const outside = await shell.tape('annotations', 'add', 's.jsonl#4', 'x', '--in', '1');
    expect({ code: outside.code, err: outside.err }).toEqual({
      code: 2,
      err: expect.stringContaining('Entry 4 is in no block of the context of step 1, as-recorded.'),
    });
    expect((await shell.tape('annotations', 'add', 's.jsonl#2', 'x', '--in', '9')).err).toContain('This tape has 2 steps; there is no 9.');
  });

  it('edits a note: what it is not told stays', async () => {
    const shell = furnished();
    const { annotation } = (await shell.json('annotations', 'add', 's.jsonl#2', 'Why?', '--label', 'waste')) as {
      annotation: { id: string; target: object };
    };
    const { id, target } = annotation;
    expect((await shell.tape('annotations', 'edit', id.slice(0, 6), 'Why so short?')).out).toMatch(
      new RegExp(`^Changed ${id}, which is about entry 2 of [0-9a-f]{12}\\.\n$`),
    );
    expect(await shell.json('annotations', 's.jsonl')).toMatchObject({ items: [{ id, target, text: 'Why so short?', label: 'waste' }] });
    await shell.tape('annotations', 'edit', id, '--label', '');
    expect(await shell.json('annotations', 's.jsonl')).toMatchObject({ items: [{ id, text: 'Why so short?', label: null }] });
    expect((await shell.tape('annotations', 'edit', 'feed', 'x')).err).toContain('There is no annotation feed.');
  });

  it('says which are about something else by now', async () => {
    const shell = furnished();
    await shell.tape('annotations', 'add', 's.jsonl#2', 'Why so short?');
    writeFileSync(join(shell.home, 's.jsonl'), jsonl(claudeTree('u1 "fix it" > a1 "what?" > u2 "so" > a2 "done"')));
    expect((await shell.tape('annotations', 's.jsonl')).out).toContain('(stale) Why so short?');
  });

  it.each<[string, string[], number, string]>([
    ['no text', ['add', 's.jsonl#2'], 2, 'a text or a label'],
    ['no point', ['add'], 2, 'tape annotations add POINT TEXT'],
    ['an option of another verb', ['s.jsonl', '--label', 'x'], 2, '--label belongs to'],
    ['a span that is a block', ['add', 's.jsonl', 'x', '--to', '2', '--in', '1'], 2, 'a span (--to) or about a block (--in)'],
    ['a context that is none', ['add', 's.jsonl', 'x', '--in', 'one'], 2, 'such as 12:full, not "one"'],
    ['an edit of nothing', ['edit', 'abc'], 2, 'the new text, --label, or both'],
    ['an edit of what it is about', ['edit', 'abc', 'x', '--to', '3'], 2, '--to belongs to tape annotations add.'],
    ['a label that is too long', ['add', 's.jsonl', 'x', '--label', 'x'.repeat(61)], 2, 'at most 60'],
  ])('refuses %s', async (_name, words, code, sentence) => {
    const answer = await furnished().tape('annotations', ...words);
    expect({ code: answer.code, out: answer.out }).toEqual({ code, out: '' });
    expect(answer.err).toContain(sentence);
  });

  it('obeys nothing that a note says, and fits a narrow terminal', async () => {
    const shell = furnished(60);
    await shell.tape('annotations', 'add', 's.jsonl', 'a\u001b[2Jb\nc');
    const { out } = await shell.tape('annotations');
    expect(out).toContain('a␛[2Jb c');
    expect(out.split('\n')).toHaveLength(3);
  });
});
