import { describe, expect, test } from 'vitest';
import { openCatalog } from '../engine/catalog/open-catalog.ts';
import { bubTape } from '../engine/testing/bub-script.ts';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { claudeTree, jsonl } from '../engine/testing/tree.ts';
import { assemble } from '../engine/views/assemble.ts';
import { createRim } from '../engine/views/rim.ts';
import {
  ErrorAnswer,
  ImportAnswer,
  ListAnswer,
  MessagesAnswer,
  SearchAnswer,
  StatsAnswer,
  StepsAnswer,
  ViewAnswer,
} from './testing/answers.ts';
import { openShell } from './testing/shell.ts';

const folder = tempFolder();
const rewind = writeFile(
  folder,
  'rewind.jsonl',
  claudeTree(`
    u1 "mend the harbour light"
      a1 call Bash t1           <- step m1 usage 900 40 0 100
        r1 t1 "lamp is broken"
          a2 "replaced the bulb" <- step m2 usage 20 10 1000 50
            u2 "thanks"
              a3 "gladly"        <- step m3 usage 5 3 1070 20
            u2b "paint it green"
              a4 "painted"       <- step m4 usage 6 4 1070 20
  `),
);
const broken = writeFile(
  folder,
  'broken.jsonl',
  `${jsonl(claudeTree('u1 "one" > a1 "two" <- step m1', { session: 'session-2' }))}\n{"type":"user","uu\n${jsonl(claudeTree('w9 hologram', { session: 'session-2' }))}`,
);
const bub = writeFile(
  folder,
  'bub/0123456789abcdef__0123456789abcdef.jsonl',
  bubTape(`
    anchor session/start {"owner":"human"}
    event loop.step.start {"step":1}
    system "You are Bub."             <- run r1
    user "sail out"                   <- run r1
    assistant "sailing"               <- run r1
    run 1200 80 400                   <- run r1
    handoff phase-1 {"summary":"we sail"}
    event loop.step.start {"step":2}
    user "and back"                   <- run r2
    assistant "returning"             <- run r2
    run 300 20 0                      <- run r2
  `),
);
const notes = writeFile(folder, 'notes.txt', 'Buy bulbs.\nPaint the light.\n');
const nothing = writeFile(tempFolder(), 'empty.jsonl', '');

describe('view of everything', () => {
  test('comes in runs, and prints what one answer prints, key by key', async () => {
    const shell = openShell();
    const { out } = await shell.tape('view', bub, '--policy', 'full', '--json');
    const view = ViewAnswer.parse(JSON.parse(out));
    expect(view.blocks.length).toBeGreaterThan(3);
    const store = openCatalog(`${shell.home}/tapescope`);
    const whole = await assemble(createRim(store.catalog), view.tape, { step: view.step ?? 0 }, { type: 'full' });
    store.close();
    const alone = { source: null, equal: null, differs: null, onlySent: null, onlyDerived: null };
    expect(out).toBe(`${JSON.stringify({ ...whole, evidence: { ...whole.evidence, ...alone } })}\n`);
  });
});

describe('import', () => {
  test('a receipt per source, whose sums close', async () => {
    const { items } = ImportAnswer.parse(await openShell().json('import', rewind, broken, bub));
    for (const { lines } of items) expect(lines.total).toBe(lines.withEntries + lines.blank + lines.unreadable);
    expect(items.map(({ file, format, lines, entries }) => ({ file, format, lines, entries }))).toEqual([
      { file: rewind, format: 'claude-code', lines: { total: 8, withEntries: 8, blank: 0, unreadable: 0, repaired: 0 }, entries: 8 },
      { file: broken, format: 'claude-code', lines: { total: 5, withEntries: 3, blank: 1, unreadable: 1, repaired: 0 }, entries: 3 },
      { file: bub, format: 'bub', lines: expect.objectContaining({ total: 12, withEntries: 12 }), entries: 12 },
    ]);
    expect(items.map(({ unknownTypes }) => unknownTypes)).toEqual([{}, { hologram: 1 }, {}]);
  });

  test('importing again gives the same receipts', async () => {
    const shell = openShell();
    const first = await shell.json('import', rewind, broken);
    expect(await shell.json('import', rewind, broken)).toEqual(first);
  });

  test('a path that is not a log is refused with a sentence, and the others are read', async () => {
    const { code, out, err } = await openShell().tape('import', notes, rewind, `${folder}/gone.jsonl`, '--json');
    expect(code).toBe(2);
    const { items, refused } = ImportAnswer.parse(JSON.parse(out));
    expect(items.map(({ file }) => file)).toEqual([rewind]);
    expect(refused.map(({ path }) => path).sort()).toEqual([`${folder}/gone.jsonl`, notes]);
    for (const { path, reason } of refused) expect(reason).toContain(path);
    expect(ErrorAnswer.parse(JSON.parse(err)).error).toMatchObject({ code: 'not-a-log', message: refused[0]?.reason });
  });
});

test('list names every tape once, newest first', async () => {
  const shell = openShell();
  await shell.json('import', folder);
  const { items } = ListAnswer.parse(await shell.json('list'));
  expect(items.map(({ file }) => file).sort()).toEqual([broken, bub, rewind].sort());
  const times = items.map(({ ended }) => ended ?? '');
  expect(times).toEqual([...times].sort().reverse());
});

test('list takes an order, a limit and conditions, and says what it leaves out', async () => {
  const shell = openShell();
  await shell.json('import', folder);
  const all = ListAnswer.parse(await shell.json('list')).items;
  const steps = all.map((item) => item.steps).sort((a, b) => b - a);
  expect(ListAnswer.parse(await shell.json('list', '--sort', 'steps')).items.map((item) => item.steps)).toEqual(steps);
  expect(await shell.json('list', '--limit', '1')).toMatchObject({ items: { length: 1 }, total: all.length });
  const forked = ListAnswer.parse(await shell.json('list', '--with', 'fork', '--since', '2020-01-01')).items;
  expect(forked.map(({ file }) => file)).toEqual([rewind]);
  expect(await shell.tape('list', '--limit', '1')).toMatchObject({ code: 0, out: expect.stringContaining('\n1 of 3 tapes.\n') });
  expect(await shell.tape('list', '--project', 'nowhere')).toMatchObject({ code: 0, out: 'No tapes match.\n' });
  expect(await shell.tape('list', '--with', 'luck')).toMatchObject({
    err: expect.stringContaining('--with takes compaction, fork, error, verified or differs'),
  });
});

test('stats counts what was drawn', async () => {
  const stats = StatsAnswer.parse(await openShell().json('stats', rewind));
  expect(stats).toMatchObject({
    lines: 8,
    entries: 8,
    nodes: 8,
    roots: 1,
    leaves: 2,
    toolCalls: 1,
    toolResults: 1,
    callsWithoutResult: 0,
    resultsWithoutCall: 0,
    danglingParents: 0,
    steps: 4,
    usage: { input: 931, output: 57, cacheRead: 3140, cacheWrite: 190 },
  });
  expect(stats.branchPoints).toMatchObject({ total: 1, rewind: 1 });
});

test('steps say where each begins and what it weighed', async () => {
  const { items } = StepsAnswer.parse(await openShell().json('steps', rewind));
  expect(items.map(({ step, entry, line }) => [step, entry, line])).toEqual([
    [1, 2, 2],
    [2, 4, 4],
    [3, 6, 6],
    [4, 8, 8],
  ]);
  expect(items[1]).toMatchObject({ time: '2026-01-05T09:00:03.000Z', usage: { input: 20, output: 10, cacheRead: 1000, cacheWrite: 50 } });
});

describe('view', () => {
  const shell = openShell();
  const held = (view: ReturnType<typeof ViewAnswer.parse>): number[] => [
    ...view.blocks.flatMap(({ entries }) => entries),
    ...view.omissions.flatMap(({ entries }) =>
      entries.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
    ),
  ];

  test('every entry before the step is in one block or one omission', async () => {
    const view = ViewAnswer.parse(await shell.json('view', rewind, '--step', 'last'));
    expect(view).toMatchObject({ step: 4, policy: 'as-recorded', tokens: { recorded: 1096 } });
    expect(held(view).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(view.omissions.map(({ reason, entries }) => ({ reason, entries }))).toEqual([{ reason: 'other-branch', entries: [[5, 6]] }]);
  });

  test('--step counts from the end as well, and without it the last one is shown', async () => {
    const step = async (...words: string[]) => ViewAnswer.parse(await shell.json('view', rewind, ...words)).step;
    expect([await step(), await step('--step', '-1'), await step('--step', '-4'), await step('--step', '2')]).toEqual([4, 4, 1, 2]);
  });

  test('--messages gives the list that was sent, in the wire shape', async () => {
    const { messages } = MessagesAnswer.parse(await shell.json('view', rewind, '--step', '2', '--messages'));
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(JSON.stringify(messages[2])).toContain('"tool_use_id":"t1"');
  });

  test('a policy changes what is in it', async () => {
    const last = ViewAnswer.parse(await shell.json('view', bub, '--policy', 'as-recorded'));
    const full = ViewAnswer.parse(await shell.json('view', bub, '--policy', 'full'));
    expect(full.blocks.length).toBeGreaterThan(last.blocks.length);
    const named = ViewAnswer.parse(await shell.json('view', bub, '--policy', 'from-anchor:session/start'));
    expect(named.policy).toBe('from-anchor:session/start');
  });

  test('strategies shrink what is read: to a budget, to the newest turn with what is cited, to what is recalled', async () => {
    const view = async (...words: string[]) => ViewAnswer.parse(await shell.json('view', bub, '--policy', ...words));
    const small = await view('compact', '--budget', '1');
    expect(small.policy).toBe('compact:1');
    expect(small.warnings.join()).toContain('exceed the budget of 1');
    expect(await view('compact:1')).toEqual(small);
    expect((await view('summary')).policy).toBe('summary');
    expect((await view('memory', '--query', 'nobody says this')).warnings).toEqual([
      'No entries before this step match "nobody says this".',
    ]);
  });

  test.each(['0', '5', '-5'])('step %s is out of range: 2, and the range is named', async (step) => {
    const { code, err } = await shell.tape('view', rewind, '--step', step);
    expect({ code, err }).toEqual({ code: 2, err: `tape: There is no step ${step}: this tape has steps 1 to 4.\n` });
  });

  test('an anchor that is not there: 3', async () => {
    expect((await shell.tape('view', bub, '--policy', 'from-anchor:nowhere')).code).toBe(2);
  });
});

describe('search', () => {
  test('finds words in one tape, indexing it first', async () => {
    const { items } = SearchAnswer.parse(await openShell().json('search', 'bulb', '--tape', rewind));
    expect(items.map(({ entry, snippet, matches: [first] }) => [entry, snippet.slice(...(first ?? [0, 0]))])).toEqual([[4, 'bulb']]);
  });

  test('finds words in all tapes of the catalog, newly imported ones too', async () => {
    const shell = openShell();
    const [first] = ImportAnswer.parse(await shell.json('import', rewind, bub)).items;
    expect(SearchAnswer.parse(await shell.json('search', 'painted')).items.map(({ tape }) => tape)).toEqual([first?.tape]);
    expect(SearchAnswer.parse(await shell.json('search', 'sailing')).items).toHaveLength(1);
    expect(await shell.json('search', 'nowhere-to-be-found')).toMatchObject({ items: [] });
  });

  test('by conditions, typed or as options: the same answer, with all that plain words have', async () => {
    const shell = openShell();
    await shell.json('import', rewind, bub);
    const all = SearchAnswer.parse(await shell.json('search', 'bulb', '--best'));
    const [typed, given] = [await shell.json('search', 'bulb role:user'), await shell.json('search', 'bulb', '--role', 'user')];
    expect(SearchAnswer.parse(typed).items).toEqual(SearchAnswer.parse(given).items);
    expect(all.items.length).toBeGreaterThan(0);
    expect(
      SearchAnswer.parse(await shell.json('search', '[b]ul.', '--regex'))
        .items.map(({ entry }) => entry)
        .sort(),
    ).toEqual(all.items.map(({ entry }) => entry).sort());
    expect((await shell.tape('search', 'bulb kind:nothing')).out).toMatch(/Nothing holds .*\nWithout kind there /s);
    expect((await shell.tape('search', '(', '--regex')).err).toMatch(/^tape: “\(” is not a regular expression: .*\.\n$/);
    expect((await shell.tape('search', 'x', '--regex', '--code')).code).toBe(2);
  });
});

describe('a tape by name', () => {
  test('an id, and the beginning of one, name the same tape as its file', async () => {
    const shell = openShell();
    const { items } = ImportAnswer.parse(await shell.json('import', rewind));
    const id = items[0]?.tape ?? '';
    const byFile = await shell.json('stats', rewind);
    expect(await shell.json('stats', id)).toEqual(byFile);
    expect(await shell.json('stats', id.slice(0, 8))).toEqual(byFile);
  });

  test.each([
    ['nobody', 2, 'not-found'],
    ['./gone.jsonl', 2, 'bad-input'],
    [notes, 2, 'not-a-log'],
    [folder, 2, 'bad-input'],
    [nothing, 2, 'not-a-log'],
  ])('%s ends with %i, and stdout stays empty', async (name, code, error) => {
    const end = await openShell().tape('stats', name, '--json');
    expect({ code: end.code, out: end.out }).toEqual({ code, out: '' });
    expect(ErrorAnswer.parse(JSON.parse(end.err)).error.code).toBe(error);
  });
});
