import { renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { View } from '../../shared/model/index.ts';
import { editLines } from '../engine/testing/native.ts';
import {
  AnchorsAnswer,
  AppendAnswer,
  HitsAnswer,
  InfoAnswer,
  InitAnswer,
  ListAnswer,
  LogAnswer,
  SearchAnswer,
  SessionsAnswer,
  ShowAnswer,
  StatsAnswer,
  StepsAnswer,
  ViewAnswer,
} from './testing/answers.ts';
import { bound, codes, idsOf } from './testing/bound.ts';
import { openShell } from './testing/shell.ts';

describe('a tape of a directory', () => {
  test('init binds it once; below it the same workspace is found', async () => {
    const shell = openShell();
    const first = InitAnswer.parse(await shell.json('init'));
    expect(first).toMatchObject({ created: true, session: 'main' });
    expect(InitAnswer.parse(await shell.json('init'))).toEqual({ ...first, created: false });
    const below = shell.inside('deep/er');
    expect(InfoAnswer.parse(await below.json('info'))).toMatchObject({ root: first.root, entries: 1, anchors: 1, entriesSince: 0 });
    const own = await below.tape('init');
    expect([own.code, own.err]).toEqual([0, expect.stringContaining('has a workspace too')]);
    expect(InfoAnswer.parse(await below.json('info')).root).not.toBe(first.root);
  });

  test('init --from takes the workspace of a directory along that was moved', async () => {
    const shell = openShell();
    const old = shell.inside('old');
    const first = InitAnswer.parse(await old.json('init'));
    await old.json('append', 'Before the move.');
    renameSync(old.home, join(shell.home, 'new'));
    const moved = shell.inside('new');
    const bound = InitAnswer.parse(await moved.json('init', '--from', '../old'));
    expect(bound).toMatchObject({ workspace: first.workspace, root: join(dirname(first.root), 'new'), created: false });
    const [, , event] = LogAnswer.parse(await moved.json('log')).items;
    expect(event).toMatchObject({ kind: 'event', payload: { name: 'workspace/move', data: { from: first.root, to: bound.root } } });
  });

  test('log and show print numbers as they were written', async () => {
    const shell = bound();
    const payload = '{"id":12345678901234567890}';
    await shell.json('append', '--kind', 'note', payload);
    for (const words of [
      ['log', '--limit', '1'],
      ['log', '--all'],
      ['show', 'session/start'],
    ]) {
      expect((await shell.tape(...words, '--json')).out).toContain(`"payload":${payload}`);
    }
  });

  test('log, view and info mark a line that was altered by hand', async () => {
    const shell = openShell();
    const { workspace } = InitAnswer.parse(await shell.json('init'));
    await shell.tape('append', 'The gate closes at nine.');
    await shell.tape('append', '{"role":"assistant","content":"Noted."}');
    editLines(workspace, 'at nine', 'at five');
    for (const command of ['log', 'view']) {
      const { out } = await shell.tape(command);
      expect(out.split('\n').filter((line) => line.includes('[altered]'))).toEqual([expect.stringContaining('at five')]);
    }
    const { blocks } = View.parse(await shell.json('view', '--next', '--policy', 'full'));
    expect(blocks.map(({ altered }) => altered ?? false).filter(Boolean)).toHaveLength(1);
    expect((await shell.tape('info')).out).not.toContain('altered');
  });

  test('so do search, why, handoffs, anchors, states, memory, comma commands and messages', async () => {
    const shell = openShell();
    const { workspace } = InitAnswer.parse(await shell.json('init'));
    await shell.tape('append', 'The gate closes at nine.');
    await shell.tape('handoff', 'night', '--summary', 'The gate is shut.');
    await shell.tape('append', '{"role":"assistant","content":"Noted."}');
    editLines(workspace, 'at nine', 'at five');
    editLines(workspace, 'is shut', 'is open');
    const { out, err } = await shell.tape('view', '--next', '--messages', '--policy', 'full');
    expect(out).toContain('at five');
    expect(err).toMatch(/Altered after it was written: #2, #3\./);
    const [{ tape: id } = { tape: '' }] = ListAnswer.parse(await shell.json('list')).items;
    for (const [command, words] of [
      [['search', 'gate'], 'at five'],
      [['search', 'gate', '--imported'], 'at five'],
      [['why', `${id}#2`], 'at five'],
      [['memory', 'gate', id], 'at five'],
      [['handoffs', id], 'night'],
      [['state', id], 'State of night'],
      [['anchors'], 'night.*is open'],
      [['show', 'night'], 'night'],
      [[',tape.anchors'], 'night.*is open'],
      [[',tape.info'], 'night'],
      [[',tape.search gate'], 'at five'],
    ] as const) {
      expect((await shell.tape(...command)).out).toMatch(new RegExp(`\\[altered\\].*${words}`));
    }
  });

  test('without one, native commands say what to do', async () => {
    const shell = openShell();
    const lines = [['log'], ['append', 'x'], ['merge', 'a'], ['verify'], ['search', 'x', '--all-sessions']];
    for (const end of await Promise.all(lines.map((words) => shell.tape(...words)))) {
      expect(end).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringMatching(/^tape: Neither .* has a native tape\. tape init starts one; .*\.\n$/),
      });
    }
  });

  test('log, by phase, kind, number and time', async () => {
    const shell = bound();
    await shell.json('handoff', 'build', '--summary', 'Plan agreed.');
    await shell.json('append', 'First brick.');
    const asked: [string[], number[]][] = [
      [[], [6, 7]],
      [['--all'], [1, 2, 3, 4, 5, 6, 7]],
      [
        ['--anchor', 'session/start'],
        [1, 2, 3, 4, 5],
      ],
      [['--anchor', '1', '--kind', 'message', '--limit', '1'], [5]],
      [['--since', '1h', '--kind', 'tool_call'], [3]],
      [['--until', '2001-01-01'], []],
      [['--limit', '0'], []],
    ];
    const answers = await Promise.all(asked.map(async ([words]) => [words, idsOf(await shell.json('log', ...words))]));
    expect(answers).toEqual(asked);
    const { items } = LogAnswer.parse(await shell.json('log', '--all', '--kind', 'message'));
    expect(items[1]).toMatchObject({ id: 5, kind: 'message', anchor: 'session/start', meta: {}, corrects: 2 });
    const { out } = await shell.tape('log', '--all', '--limit', '2');
    expect(out).toMatch(/^Earlier entries are left out.*\n.*\n +6 .*build: Plan agreed\.\n +7 .*user: First brick\.\n$/);
  });

  test('anchors, show and search hold what scripts rely on', async () => {
    const shell = bound();
    const state = ['--next-step', 'one', '--next-step', 'two', '--source-id', '2,3', '--owner', 'ann', '--state', '{"gate":"nine"}'];
    expect(AppendAnswer.parse(await shell.json('handoff', 'build', '--summary', 'Agreed.', ...state)).ids).toEqual([6]);
    const { items } = AnchorsAnswer.parse(await shell.json('anchors'));
    expect(items.map(({ seq, name, id, entries }) => ({ seq, name, id, entries }))).toEqual([
      { seq: 1, name: 'session/start', id: 1, entries: 5 },
      { seq: 2, name: 'build', id: 6, entries: 1 },
    ]);
    expect(items[1]?.state).toEqual({
      ...{ gate: 'nine', phase: 'build', summary: 'Agreed.', next_steps: ['one', 'two'], source_ids: [2, 3], owner: 'ann' },
    });
    const show = ShowAnswer.parse(await shell.json('show', 'session/start'));
    expect([show.anchor.seq, idsOf(show)]).toEqual([1, [1, 2, 3, 4, 5]]);
    const { items: hits } = HitsAnswer.parse(await shell.json('search', 'harbour'));
    expect(hits.map(({ id, snippet, matches: [first] }) => [id, snippet.slice(...(first ?? [0, 0]))])).toEqual([
      [5, 'harbour'],
      [2, 'harbour'],
    ]);
    expect(HitsAnswer.parse(await shell.json('search', 'harbour lamp', '--kind', 'message', '--limit', '1')).items).toHaveLength(1);
    const wrong = [
      ['show', 'nowhere'],
      ['handoff', 'x', '--source-id', '99'],
      ['append', 'x', '--corrects', '99'],
    ];
    expect(await codes(shell, ...wrong)).toEqual([2, 3, 3]);
  });

  test('sessions are apart unless all are asked for', async () => {
    const shell = bound();
    expect((await shell.tape('log', '--session', 'review')).code).toBe(2);
    const mistyped = await shell.tape('append', '--session', 'review', 'The harbour looks fine.');
    expect([mistyped.code, mistyped.err]).toEqual([2, expect.stringContaining('only main. To begin it, write to it with --new.')]);
    AppendAnswer.parse(await shell.json('append', '--session', 'review', '--new', 'The harbour looks fine.'));
    expect(idsOf(await shell.json('log', '--session', 'review'))).toEqual([1, 2]);
    expect(HitsAnswer.parse(await shell.json('search', 'fine')).items).toEqual([]);
    const all = SessionsAnswer.parse(await shell.json('log', '--all-sessions', '--kind', 'message'));
    expect(all.items.map(({ session, id }) => [session, id])).toEqual([
      ['main', 2],
      ['main', 5],
      ['review', 2],
    ]);
    const hits = SessionsAnswer.parse(await shell.json('search', 'harbour', '--all-sessions'));
    expect(new Set(hits.items.map(({ session }) => session))).toEqual(new Set(['main', 'review']));
    const other = ['--session=main', '--fork=a', '--follow'].map((option) => ['log', '--all-sessions', option]);
    expect(await codes(shell, ...other)).toEqual([2, 2, 2]);
  });
});

describe('the catalog takes the native tape of this directory', () => {
  test('view, stats and steps without a name; search by what is asked', async () => {
    const shell = bound();
    await shell.json('append', '{"role":"assistant","content":"Mended."}');
    await shell.json('fork', 'a');
    await shell.json('append', '--fork', 'a', 'Is it harbour paint?');
    expect(StatsAnswer.parse(await shell.json('stats'))).toMatchObject({ entries: 7, toolCalls: 1, toolResults: 1 });
    expect(StatsAnswer.parse(await shell.json('stats', '--fork', 'a'))).toMatchObject({ entries: 7 });
    expect(StepsAnswer.parse(await shell.json('steps')).items.length).toBeGreaterThan(0);
    expect(ViewAnswer.parse(await shell.json('view')).policy).toBe('as-recorded');
    expect(SearchAnswer.parse(await shell.json('search', 'harbour', '--imported')).items.length).toBeGreaterThan(0);
    const wrong = [
      ['stats', 'x.jsonl', '--session', 'main'],
      ['search', 'x', '--imported', '--session', 'main'],
    ];
    expect(await codes(shell, ...wrong)).toEqual([2, 2]);
    expect((await openShell().tape('view')).err).toBe(
      'tape: Name a tape, by file or by id: this directory has no native tape. See tape list.\n',
    );
  });
});
