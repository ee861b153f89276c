import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeTree, jsonl } from '../engine/testing/tree.ts';
import { openShell, type Shell } from './testing/shell.ts';

const REWIND = 'u1 "fix it" > a1 "how?"\n  u2 "like this" @a1 > a2 "done"\nu3 "like that" @a1 > a3 "fine"';

const furnished = (columns?: number): Shell => {
  const shell = openShell(columns);
  writeFileSync(join(shell.home, 's.jsonl'), jsonl(claudeTree(REWIND)));
  return shell;
};

describe('tape tree', () => {
  it('draws a session, and its family, as text, Mermaid and JSON', async () => {
    const shell = furnished();
    const { out } = await shell.tape('tree', 's.jsonl');
    expect(out.split('\n').slice(3, 9)).toEqual([
      '● session/start  fix it',
      '◉ fork at step 1',
      '├─╮',
      expect.stringMatching(/^│ ○ 1 entry · ~\d+ {2}like this$/),
      expect.stringMatching(/^│ ○ step 2 · 1 step · ~\d+$/),
      expect.stringMatching(/^● 1 entry/),
    ]);
    expect((await shell.tape('tree', 's.jsonl', '--mermaid')).out).toMatch(/^flowchart TD\n {2}n0\(\["session\/start"\]\):::active\n/);
    const graph = (await shell.json('tree', 's.jsonl', '--family')) as {
      nodes: unknown[];
      owners: { from: number[] }[];
      classes: { rewind: number };
    };
    expect(graph.nodes).toHaveLength(6);
    expect(graph.classes.rewind).toBe(1);
    expect(graph.owners[0]?.from).toEqual([1, 2, 3, 4, 5, 6]);
    const both = await shell.tape('tree', 's.jsonl', '--json', '--mermaid');
    expect([both.code, both.out]).toEqual([2, '']);
  });

  it('fits a narrow terminal', async () => {
    const { out } = await furnished(30).tape('tree', 's.jsonl', '--all');
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(30);
  });
});

describe('tape refs', () => {
  it('names points that other commands take', async () => {
    const shell = furnished();
    expect((await shell.tape('refs')).out).toContain('No refs yet.');
    expect((await shell.tape('refs', 'set', 'left', 's.jsonl@2')).out).toMatch(/^left is step 2 of [0-9a-f]{12}\.\n$/);
    expect((await shell.tape('refs', 'set', 'left', 's.jsonl#3')).out).toMatch(
      /^left is entry 3 of [0-9a-f]{12}; it was step 2 of [0-9a-f]{12}\.\n$/,
    );
    await shell.tape('refs', 'set', 'right', 's.jsonl');
    const { items } = (await shell.json('refs')) as { items: { name: string; seq: number; step: number | null }[] };
    expect(items.map(({ name, seq, step }) => [name, seq, step])).toEqual([
      ['left', 3, null],
      ['right', 6, null],
    ]);
    expect((await shell.tape('tree', 's.jsonl')).out).toContain('(left)');
    expect((await shell.tape('diff', 'left', 'right')).code).toBe(0);
    expect((await shell.tape('refs', 'remove', 'left')).out).toMatch(/^Removed left, which was entry 3 of /);
    expect(await shell.tape('refs', 'remove', 'left')).toMatchObject({ code: 2, err: 'tape: No ref is called left. See tape refs.\n' });
    expect(await shell.tape('refs', 'rename', 'left')).toMatchObject({ code: 2, out: '' });
  });
});

describe('points', () => {
  it('are taken by the commands that are about a place in a tape', async () => {
    const shell = furnished();
    await shell.tape('refs', 'set', 'left', 's.jsonl#4');
    const steps = async (...words: string[]) =>
      ((await shell.json(...words)) as { items: { step: number }[] }).items.map(({ step }) => step);
    const viewed = async (...words: string[]) => ((await shell.json('view', ...words)) as { step: number }).step;
    const all = await Promise.all([viewed('s.jsonl@2'), viewed('s.jsonl#4'), viewed('s.jsonl@left'), viewed('left'), viewed('s.jsonl')]);
    expect(all).toEqual([2, 2, 2, 2, 3]);
    expect(await Promise.all([steps('steps', 's.jsonl@-2'), steps('steps', 'left'), steps('steps', 's.jsonl')])).toEqual([
      [2],
      [2],
      [1, 2, 3],
    ]);
    const legal = async (point: string) => ((await shell.json('forkpoints', point)) as { items: { seq: number; legal: boolean }[] }).items;
    expect(await Promise.all([legal('left'), legal('s.jsonl#3')])).toMatchObject([[{ seq: 4, legal: true }], [{ seq: 3, legal: false }]]);
  });

  it('stand for their tape where a command is about all of it, and are refused where they would say nothing', async () => {
    const shell = furnished();
    await shell.tape('refs', 'set', 'left', 's.jsonl#4');
    for (const command of ['stats', 'tree', 'check']) {
      const { code, out, err } = await shell.tape(command, 's.jsonl@2');
      expect([code, out, err]).toEqual([2, '', `tape: tape ${command} is about a whole tape: leave out @2.\n`]);
      expect((await shell.tape(command, 'left')).code).toBe(0);
    }
    const two = await shell.tape('view', 's.jsonl@2', '--step', '1');
    expect([two.code, two.err]).toEqual([
      2,
      'tape: s.jsonl@2 names the request already: leave out --step, --next and --after, or the part after the tape.\n',
    ]);
    expect((await shell.tape('view', 's.jsonl#1')).err).toMatch(/There is no request up to entry 1/);
  });
});

describe('tape breakdown', () => {
  it('counts a folder, a file, or the whole catalog', async () => {
    const shell = furnished();
    writeFileSync(join(shell.home, 't.jsonl'), jsonl(claudeTree('u7 "go" > a7 call Bash t1 > r7 t1', { session: 't' })));
    expect(await shell.json('breakdown', '.')).toMatchObject({ sessions: 2, nodes: 9, toolCalls: 1, branchPoints: 1, own: 0 });
    expect(await shell.json('breakdown', 't.jsonl')).toMatchObject({ sessions: 1, nodes: 3 });
    const { out } = await shell.tape('breakdown');
    expect(out).toMatch(/ {2}sessions +2\n/);
    expect(out).toMatch(/rewinds \(true forks\) +1\n/);
  });

  it('leaves out what Tapescope wrote', async () => {
    const shell = furnished();
    const own = [{ type: 'tapescope-origin', origin: 'tapescope' }, ...claudeTree('u7 "go" > a7 "ok"', { session: 'own' })];
    writeFileSync(join(shell.home, 'own.jsonl'), jsonl(own));
    expect((await shell.tape('breakdown', '.')).out).toContain('1 transcript that Tapescope wrote left out; --include-own counts them.');
    expect(await shell.json('breakdown', '.', '--include-own')).toMatchObject({ sessions: 2, own: 1 });
  });
});
