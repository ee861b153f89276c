import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { HandoffInput } from '../../../shared/model/native.ts';
import { tempFolder } from '../testing/files.ts';
import { call, nativeHome, result, user } from '../testing/native.ts';
import { makeIndex } from './build-index.ts';
import { forkTape } from './fork.ts';
import { handleOf } from './handle.ts';
import { openTape } from './open-tape.ts';
import { linesRead } from './read-lines.ts';
import { resetTape } from './reset.ts';
import { findWorkspace, initWorkspace, listWorkspaces, placeOf, sessionNames, tapeFolder } from './workspace.ts';

const MAIN = { session: 'main', fork: null };

describe('the files', () => {
  test('are folders of phases that a person reads with cat', () => {
    const { workspace, main } = nativeHome();
    main.append([user('the harbour'), call('c1', 'ls'), result('c1', 'a b')]);
    main.handoff({ name: 'Phase 2: 港', summary: 'all seen', nextSteps: ['go on'], sourceIds: [2], owner: 'mia' });
    main.append([{ kind: 'event', payload: { name: 'note', data: { a: 1 } }, meta: { run_id: 'r' }, corrects: 2 }]);
    expect(readdirSync(join(workspace.folder, 'anchors'))).toEqual(['001_session-start', '002_phase-2-港']);
    const lines = readFileSync(join(workspace.folder, 'anchors/002_phase-2-港/events.jsonl'), 'utf8').trimEnd().split('\n');
    const state = '{"phase":"Phase 2: 港","summary":"all seen","next_steps":["go on"],"source_ids":[2],"owner":"mia"}';
    expect(lines.map((line) => line.replace(/"at":"[^"]+"/, '"at":T'))).toEqual([
      `{"id":5,"kind":"anchor","at":T,"anchor":"Phase 2: 港","payload":{"name":"Phase 2: 港","state":${state}},"meta":{}}`,
      '{"id":6,"kind":"event","at":T,"anchor":"Phase 2: 港","payload":{"name":"note","data":{"a":1}},"meta":{"run_id":"r"},"corrects":2}',
    ]);
    expect(readFileSync(join(workspace.folder, 'anchors/001_session-start/tool_calls.jsonl'), 'utf8').split('\n')).toHaveLength(3);
  });

  test('keep the state of a handoff field for field; one that is given twice and differs is refused by name', () => {
    const { main } = nativeHome();
    main.handoff({ name: 'discovery', state: { phase: 'implement', risk: 2 } });
    main.handoff({ name: 'next', summary: 'same', state: { summary: 'same' } });
    expect(main.anchors().map(({ state }) => state)).toEqual([
      { phase: 'session/start' },
      { phase: 'implement', risk: 2 },
      { phase: 'next', summary: 'same' },
    ]);
    const twice: [field: string, Omit<HandoffInput, 'name'>][] = [
      ['summary', { summary: 'a', state: { summary: 'b' } }],
      ['next_steps', { nextSteps: ['a'], state: { next_steps: ['b'] } }],
      ['source_ids', { sourceIds: [1], state: { source_ids: [2] } }],
      ['owner', { owner: 'a', state: { owner: 'b' } }],
    ];
    for (const [field, input] of twice) expect(() => main.handoff({ name: 'more', ...input })).toThrow(`“${field}”`);
    expect(main.head()).toBe(3);
  });

  test('hold any payload as it was given', () => {
    const { main } = nativeHome();
    const payloads = [null, '', 0, -0.5, [], { __proto__: null, a: '\u2028\n"', '': [[]] }, 'x'.repeat(3_000_000), { when: new Date(0) }];
    const { ids } = main.append(payloads.map((payload) => ({ payload })));
    expect(ids.map((id) => main.entry(id)?.payload)).toEqual(JSON.parse(JSON.stringify(payloads)));
  });
});

describe('looking up', () => {
  const story = () => {
    const { main, workspace } = nativeHome();
    main.append([user('one'), call('c1', 'ls')]);
    main.handoff({ name: 'plan' });
    main.append([user('two'), call('c2', 'ls')]);
    main.handoff({ name: 'work' });
    main.append([user('three')]);
    main.handoff({ name: 'plan', summary: 'again' });
    main.append([user('four'), user('late', { anchor: 'work' })]);
    return { main, workspace };
  };
  const ids = (entries: { id: number }[]): number[] => entries.map(({ id }) => id);

  test('by kind, by phase, between two anchors, by id and by time, the newest so many', () => {
    const { main } = story();
    expect(ids(main.entries({ kind: 'tool_call' }))).toEqual([3, 6]);
    expect(ids(main.entries({ phases: [3, 3] }))).toEqual([7, 8, 11]);
    expect(ids(main.entries({ phases: [2, 3] }))).toEqual([4, 5, 6, 7, 8, 11]);
    expect(ids(main.entries({ phases: [2, 3], kind: 'message', limit: 2 }))).toEqual([8, 11]);
    expect(ids(main.entries({ ids: [3, 5] }))).toEqual([3, 4, 5]);
    expect(ids(main.entries({ limit: 3 }))).toEqual([9, 10, 11]);
    const at = main.entry(7)?.at ?? '';
    expect(ids(main.entries({ since: at, until: at }))).toContain(7);
    expect(main.entries({ until: '2001' })).toEqual([]);
    expect(main.entry(99)).toBeNull();
  });

  test('of anchors by name, the newest first, and by number', () => {
    const { main } = story();
    expect(main.anchors().map(({ seq, name, entries }) => [seq, name, entries])).toEqual([
      [1, 'session/start', 3],
      [2, 'plan', 3],
      [3, 'work', 3],
      [4, 'plan', 2],
    ]);
    expect(main.anchor('plan')).toMatchObject({ seq: 4, id: 9, state: { phase: 'plan', summary: 'again' } });
    expect(main.anchor('2')).toMatchObject({ seq: 2, id: 4 });
    expect(main.anchor('none')).toBeNull();
  });

  test('never scans', () => {
    const { main } = story();
    const { db, statements } = handleOf(main);
    for (const query of [
      { kind: 'message' },
      { phases: [1, 3] },
      { since: '2001' },
      { ids: [2, 4] },
      { kind: 'message', phases: [2, 2] },
      { kind: 'message', since: '2001' },
    ] as const) {
      main.rows(query);
      main.rows({ ...query, limit: 2 });
    }
    main.anchor('plan');
    const plans = [...statements.keys()]
      .filter((text) => /^SELECT.*FROM (entries|anchors|files) .*WHERE/s.test(text))
      .map((text) => db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...Array(text.split('?').length - 1).fill(1)) as { detail: string }[]);
    expect(plans.length).toBeGreaterThan(12);
    expect(plans.flat().filter(({ detail }) => detail.startsWith('SCAN'))).toEqual([]);
  });

  test('tells what there is', () => {
    const { main, workspace } = story();
    expect(main.info()).toMatchObject({
      workspace: workspace.folder,
      session: 'main',
      fork: null,
      entries: 11,
      anchors: 4,
      lastAnchor: { seq: 4, name: 'plan', id: 9 },
      entriesSince: 2,
      forks: 0,
      sessions: ['main'],
      tokens: { basis: 'estimated' },
      gate: null,
      stateSchema: false,
      recovered: 0,
    });
  });
});

describe('search', () => {
  const filled = () => {
    const { main } = nativeHome();
    main.append([user('港で鯨を見た'), user('我们在灯塔里工作'), user('call retryNow() in src/errors/map.ts'), call('c1', 'bash')]);
    main.append([
      { kind: 'tool_call', payload: { calls: [{ id: 'x', function: { name: 'sh', arguments: '{"cmd":"grep -n\\nneedle"}' } }] } },
      { kind: 'tool_call', payload: { calls: [{ id: 'y', function: { name: 'sh', arguments: '{"cmd":"open caf\\u00e9"}' } }] } },
    ]);
    return main;
  };
  const found = (main: ReturnType<typeof filled>, query: string, narrow = {}): number[] =>
    main.search(query, narrow).map(({ entry }) => entry.id);

  test.each([
    ['鯨', [2]],
    ['灯塔', [3]],
    ['retryNow', [4]],
    ['errors/map.ts', [4]],
    ['needle', [6]],
    ['café', [7]],
    ['CAFE', [7]],
    ['retr*', [4]],
    ['nothing of it', []],
    ['"', []],
  ])('%s', (query, expected) => {
    const main = filled();
    expect(found(main, query)).toEqual(expected);
    // The same once the words are in the index.
    main.append(Array.from({ length: 300 }, (_, at) => user(`filler ${at}`)));
    expect(found(main, query)).toEqual(expected);
  });

  test('the newest first, across what is indexed and what is not yet, narrowed by kind, phase and time', () => {
    const main = filled();
    main.append(Array.from({ length: 300 }, (_, at) => user(`whale ${at}`)));
    main.handoff({ name: 'on' });
    main.append([user('whale at last'), { kind: 'event', payload: { name: 'whale' } }]);
    expect(found(main, 'whale', { limit: 4 })).toEqual([310, 309, 307, 306]);
    expect(found(main, 'whale')).toHaveLength(302);
    expect(found(main, 'whale', { kind: 'event' })).toEqual([310]);
    expect(found(main, 'whale', { phases: [2, 2] })).toEqual([310, 309]);
    expect(found(main, 'whale', { until: '2001' })).toEqual([]);
    expect(main.search('whale', { limit: 1 })[0]).toMatchObject({ snippet: 'whale', matches: [[0, 5]] });
  });

  test('a word that only a few entries after the index hold, wherever they are, the newest first', () => {
    const main = filled();
    // Entries 128 and before are in the index, 129 to 240 after it.
    main.append(Array.from({ length: 233 }, (_, at) => user([5, 110, 122, 150, 190].includes(at) ? `narwhal ${at}` : `filler ${at}`)));
    expect([main.head(), found(main, 'narwhal')]).toEqual([240, [198, 158, 130, 118, 13]]);
    expect(found(main, 'narwhal', { limit: 2 })).toEqual([198, 158]);
    expect(found(main, 'narwhal', { kind: 'message', limit: 4 })).toEqual([198, 158, 130, 118]);
  });

  test('reads lines that are not in the index once, and again what is found and what was written since', () => {
    const { main, open } = nativeHome();
    main.append(Array.from({ length: 100 }, (_, at) => user(at === 7 ? 'a narwhal' : `filler ${at}`)));
    const readFor = (query: string, hits: number): number => {
      const before = linesRead.count;
      expect(main.search(query, {})).toHaveLength(hits);
      return linesRead.count - before;
    };
    expect(readFor('nothing', 0)).toBe(101);
    expect(readFor('nothing', 0)).toBe(0);
    expect(readFor('narwhal', 1)).toBe(1);
    // Somebody else writes, and the head is another.
    open('main').append([user('a second narwhal')]);
    expect(readFor('narwhal', 2)).toBe(102);
    main.append([user('a third narwhal')]);
    expect(readFor('narwhal', 3)).toBe(103);
    expect(readFor('nothing', 0)).toBe(0);
  });

  test('a line that was read before and is altered since is read again where it is a hit, and marked', () => {
    const { main } = nativeHome();
    main.append([user('the white whale')]);
    expect(main.search('harbour', {})).toEqual([]);
    const [row] = main.rows({ ids: [2, 2] });
    const file = join(main.folder, row?.file_path ?? '');
    writeFileSync(file, readFileSync(file, 'utf8').replace('white', 'black'));
    expect(main.search('whale', {}).map(({ entry }) => [entry.altered, entry.payload])).toEqual([
      [true, { role: 'user', content: 'the black whale' }],
    ]);
  });

  test('a fork finds what it shares, and nothing that came later in its parent', () => {
    const { main, open } = nativeHome();
    main.append([user('whale one')]);
    forkTape(main, { name: 'side', who: 'mia' });
    main.append([user('whale two')]);
    const side = open('main', 'side');
    side.append([user('whale three')]);
    expect(side.search('whale', {}).map(({ entry }) => [entry.id, entry.payload])).toEqual([
      [3, { role: 'user', content: 'whale three' }],
      [2, { role: 'user', content: 'whale one' }],
    ]);
  });
});

describe('a fork', () => {
  test('reads what it shares through its parent and continues in its phase', () => {
    const { main, open } = nativeHome();
    main.append([user('one'), user('two')]);
    main.handoff({ name: 'plan' });
    main.append([user('three')]);
    forkTape(main, { name: 'side', at: 4, who: 'mia' });
    main.append([user('parent only')]);
    const side = open('main', 'side');
    side.append([user('mine'), user('old', { anchor: 'session/start' })]);
    side.handoff({ name: 'alone', sourceIds: [2] });
    expect(side.head()).toBe(7);
    expect(side.entries({}).map(({ id, anchor }) => [id, anchor])).toEqual([
      [1, 'session/start'],
      [2, 'session/start'],
      [3, 'session/start'],
      [4, 'plan'],
      [5, 'plan'],
      [6, 'session/start'],
      [7, 'alone'],
    ]);
    expect(side.entries({ limit: 5, kind: 'message' }).map(({ id }) => id)).toEqual([2, 3, 5, 6]);
    expect(side.anchors().map(({ seq, name, entries }) => [seq, name, entries])).toEqual([
      [1, 'session/start', 4],
      [2, 'plan', 2],
      [3, 'alone', 1],
    ]);
    expect(side.anchor('plan')).toMatchObject({ id: 4, entries: 2 });
    expect(readdirSync(join(side.folder, 'anchors'))).toEqual(['001_session-start', '002_plan', '003_alone']);
    expect(main.info()).toMatchObject({ forks: 1, openForks: ['side'] });
    expect(main.forks()).toMatchObject([{ name: 'side', start: 4, entries: 3, state: 'open' }]);
    expect(() => side.handoff({ name: 'x', sourceIds: [7, 8] })).toThrow('The sources 8 of this handoff do not exist');
  });
});

describe('what is refused leaves nothing behind', () => {
  test('contracts, sources, corrections, phases, payloads', () => {
    const { main, workspace } = nativeHome();
    main.append([user('one')]);
    const schema = { type: 'object', required: ['owner'], properties: { next_steps: { items: { maxLength: 5 } } } };
    writeFileSync(join(workspace.folder, 'state.schema.json'), JSON.stringify(schema));
    const before = readFileSync(join(main.folder, 'anchors/001_session-start/events.jsonl'));
    const wrong: [() => unknown, string, RegExp][] = [
      [() => main.handoff({ name: 'x' }), 'refused', /"owner" is missing/],
      [
        () => main.handoff({ name: 'x', owner: 'mia', nextSteps: ['go', 'much too long'] }),
        'refused',
        /"next_steps\.1" must NOT have more than 5/,
      ],
      [() => main.handoff({ name: 'x', owner: 'mia', sourceIds: [1, 7, 9] }), 'refused', /The sources 7, 9 of this handoff/],
      [() => main.append([user('x', { corrects: 9 })]), 'refused', /There is no earlier entry 9 to correct/],
      [() => main.append([user('x'), user('y', { anchor: 'nowhere' })]), 'not-found', /There is no anchor "nowhere"/],
      [() => main.append([user('x'), { payload: undefined }]), 'bad-input', /cannot be written as JSON/],
      [() => main.append([{ kind: 'anchor', payload: { state: { owner: 'mia' } } }]), 'bad-input', /An anchor needs a payload/],
      [() => openTape(workspace, { session: 'other', fork: null }), 'not-found', /There is no session "other"/],
      [() => openTape(workspace, { session: '../up', fork: null }, { create: true }), 'bad-input', /cannot name a session/],
      [() => openTape(workspace, { session: 'main', fork: 'none' }), 'not-found', /has no fork "none"/],
    ];
    for (const [work, code, message] of wrong)
      expect(work).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
    expect(main.head()).toBe(2);
    expect(main.handoff({ name: 'x', owner: 'mia', sourceIds: [2] }).ids).toEqual([3]);
    expect(readFileSync(join(main.folder, 'anchors/001_session-start/events.jsonl'))).toEqual(before);
    expect(existsSync(join(main.folder, 'pending.json'))).toBe(false);
  });
});

describe('reset', () => {
  test('into an archive that is a tape of its own folder, while others have the tape open', () => {
    const { main, workspace, open } = nativeHome();
    main.append([user('one')]);
    forkTape(main, { name: 'side', who: 'mia' });
    const other = open('main');
    expect(other.head()).toBe(3);
    const { archive } = resetTape(main, { archive: true });
    expect(readdirSync(join(workspace.folder, archive ?? ''))).toEqual(['anchors', 'forks']);
    expect(other.entries({})).toMatchObject([{ id: 1, payload: { name: 'session/start', state: { archived: archive } } }]);
    expect(other.append([user('anew')]).ids).toEqual([2]);
    expect(main.forks()).toEqual([]);
  });

  test('for good', () => {
    const { main, workspace } = nativeHome();
    main.append([user('one')]);
    expect(resetTape(main, { archive: false })).toEqual({ archive: null });
    expect(main.entries({})).toMatchObject([{ id: 1, payload: { state: { phase: 'session/start' } } }]);
    expect(readdirSync(workspace.folder).filter((name) => !name.startsWith('index.'))).toEqual(['anchors', 'config.json']);
  });
});

describe('workspaces', () => {
  test('bind a directory; the nearest one wins, and init says so', () => {
    const home = join(tempFolder(), 'tapes');
    const outer = join(tempFolder(), 'Mein Projekt');
    const inner = join(outer, 'src', 'part');
    mkdirSync(inner, { recursive: true });
    expect(findWorkspace(home, inner)).toBeNull();
    const first = initWorkspace(home, outer);
    expect(first).toMatchObject({ created: true, notes: [] });
    expect(first.workspace.folder).toMatch(/workspace-mein-projekt-[0-9a-f]{12}$/);
    expect(initWorkspace(home, outer)).toMatchObject({ created: false, notes: [] });
    expect(findWorkspace(home, inner)?.folder).toBe(first.workspace.folder);
    const second = initWorkspace(home, inner);
    expect(second.notes).toEqual([expect.stringContaining('has a workspace too')]);
    expect(findWorkspace(home, inner)?.folder).toBe(second.workspace.folder);
    mkdirSync(join(home, 'workspace-broken'));
    const { workspaces, notes } = listWorkspaces(home);
    expect(workspaces).toHaveLength(2);
    expect(notes).toEqual([expect.stringContaining('it has no config.json')]);
  });

  test('know the folder of each tape, and the tape of each folder', () => {
    const { workspace, open, main } = nativeHome();
    open('second');
    forkTape(main, { name: 'side', who: 'mia' });
    for (const which of [MAIN, { session: 'second', fork: null }, { session: 'main', fork: 'side' }]) {
      expect(placeOf(tapeFolder(workspace, which))).toEqual({ folder: workspace.folder, which });
    }
    expect(placeOf(join(workspace.folder, 'anchors'))).toBeNull();
    expect(sessionNames(workspace)).toEqual(['main', 'second']);
  });

  test('started by several processes at once begin with one first entry', () => {
    const home = join(tempFolder(), 'tapes');
    const root = join(tempFolder(), 'project');
    mkdirSync(root);
    const program = `import { initWorkspace } from ${JSON.stringify(join(import.meta.dirname, 'workspace.ts'))}; initWorkspace(${JSON.stringify(home)}, ${JSON.stringify(root)});`;
    const run = `for at in 1 2 3; do "$0" --input-type=module -e "$1" & done; wait`;
    expect(spawnSync('sh', ['-c', run, process.execPath, program], { encoding: 'utf8' }).stderr).toBe('');
    const tape = openTape(initWorkspace(home, root).workspace, MAIN);
    expect(tape.entries({})).toMatchObject([{ id: 1, kind: 'anchor' }]);
    tape.close();
  });
});

test('a tape whose folder goes while it is opened is said to be gone', () => {
  const { main } = nativeHome();
  const handle = { ...handleOf(main), folder: join(tempFolder(), 'moved') };
  expect(() => makeIndex(handle, () => true)).toThrow(/moved is gone: it was moved or removed while it was being opened\.$/);
});
