import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mergeForks } from '../store/merge/merge.ts';
import { bench, command, say } from '../store/merge/testing/workspace.ts';
import { bubTape } from '../testing/bub-script.ts';
import { assistant, MERGE, nativeHome, user } from '../testing/native.ts';
import { edgeLine, handoffRoom, phaseLine } from './testing.ts';

const SIGNAL = { signal: new AbortController().signal };

describe('a native tape', () => {
  it('hands its state over to the model', async () => {
    const room = await handoffRoom({});
    const { main } = nativeHome();
    main.append([user('plan'), assistant('planned', { meta: { run_id: 'r1' } })]);
    main.handoff({ name: 'build', summary: 'Planned.', nextSteps: ['build'], sourceIds: [2, 3], owner: 'mia' });
    main.append([user('go'), assistant('built', { meta: { run_id: 'r2' } })]);
    await room.open([main.folder]);
    const { phases, edges } = await room.get(main.folder);
    expect(phases.map(({ name, owner, reached }) => [name, owner, reached.status])).toEqual([
      ['session/start', phases[0]?.owner, 'unknown'],
      ['build', 'mia', 'yes'],
    ]);
    expect(edges.map(({ carried }) => carried)).toEqual([['summary', '1 next step', '2 source ids']]);
    expect(phases[1]?.refs).toEqual({ resolved: 2, outside: 0, broken: 0 });
  });

  it('with forks: what is shared belongs to the session, and the fork begins after it', async () => {
    const room = await handoffRoom({});
    const home = nativeHome();
    const { main } = home;
    main.append([user('one'), user('two')]);
    const { forkTape } = await import('../store/fork.ts');
    forkTape(main, { name: 'risky' });
    const fork = home.open('main', 'risky');
    fork.append([user('another way')]);
    fork.handoff({ name: 'proof', summary: 'It holds.', sourceIds: [2, 4] });
    main.append([user('three')]);
    await room.open([main.folder, fork.folder]);
    const { phases, edges, tapes } = await room.get(main.folder, true);
    expect(tapes).toHaveLength(2);
    const of = (folder: string) => phases.filter(({ tape }) => tape === room.idOf(folder));
    expect(of(fork.folder).map(({ name }) => name)).toEqual(['session/start', 'proof']);
    expect(of(fork.folder)[0]?.from).toBe(4);
    expect(
      edges.filter(({ type }) => type === 'fork').map(({ from, to, carried }) => [phases[from]?.tape, phases[to]?.tape, carried]),
    ).toEqual([[room.idOf(main.folder), room.idOf(fork.folder), ['3 shared entries']]]);
    // Its requests read what it shares, until its own anchor: the anchor session/start, two prompts, and one of its own.
    const within = edges.find(({ type, to }) => type === 'handoff' && phases[to]?.name === 'proof');
    expect(within?.left).toBe(4);
    expect((await room.methods['handoffs.left']({ tape: room.idOf(fork.folder), seq: 5 }, SIGNAL)).left.count).toBe(4);
    // By itself the fork has all of its entries.
    expect((await room.get(fork.folder)).phases[0]?.from).toBe(1);
  });

  it('names the sources of a merged anchor as they are called in the session', async () => {
    const room = await handoffRoom({});
    const home = nativeHome();
    const { main } = home;
    const { forkTape } = await import('../store/fork.ts');
    forkTape(main, { name: 'side' });
    const fork = home.open('main', 'side');
    fork.append([user('found')]);
    const cited = fork.head();
    fork.handoff({ name: 'result', summary: 'Found.', sourceIds: [cited] });
    main.append([user('meanwhile'), user('more')]);
    await mergeForks(main, { ...MERGE, names: ['side'] });
    await room.open([main.folder]);
    const seq = (await room.get(main.folder)).phases.find(({ name }) => name === 'result')?.seq ?? 0;
    const tree = await room.methods['handoffs.state']({ tape: room.idOf(main.folder), seq, path: [], limit: 100 }, SIGNAL);
    const ref = tree.nodes.find((node) => node.ref !== null)?.ref;
    expect(ref).toMatchObject({ text: String(cited), status: 'resolved' });
    expect(ref?.seq).not.toBe(cited);
  });
});

describe('a merge', () => {
  /** A session with a fork `one` of four entries, one of which the session says too, and an open fork `two`. */
  const merged = async (options: Parameters<typeof command>[1]) => {
    const made = bench([say('a'), say('b')]);
    made.fork('one', 3, [say('c'), say('d'), say('e', { meta: { insight: true } }), say('f')]);
    made.fork('two', 3, [say('g')]);
    const tape = made.open();
    tape.append([say('c')]);
    tape.handoff({ name: 'build', summary: 'Planned.' });
    await mergeForks(tape, command(['one'], options));
    tape.close();
    const room = await handoffRoom({});
    await room.open([made.workspace.folder]);
    const { phases, edges } = await room.get(made.workspace.folder, true);
    expect(phases).toEqual((await room.get('/one', true)).phases);
    const named = (at: number): string =>
      `${basename(room.catalog.tape(phases[at]?.tape ?? '').file).replace(/^workspace-.*/, 'main')} ${phases[at]?.name}`;
    return edges
      .filter(({ type }) => type === 'merge')
      .map((edge) => `${named(edge.from)} → ${named(edge.to)}: ${edge.carried.join(', ')}; ${edge.left} left`);
  };

  it('leads from the last phase of the fork back to where its entries stand now', async () => {
    expect(await merged({})).toEqual(['one session/start → main build: 4 entries; 0 left']);
  });

  it('says what was there already, and what it left in the fork', async () => {
    expect(await merged({ dedup: 'digest' })).toEqual(['one session/start → main build: 3 entries, 1 already there; 0 left']);
    expect(await merged({ insightsOnly: true })).toEqual(['one session/start → main build: 1 entry; 3 left']);
  });
});

describe('a family of phases', () => {
  it('chains archives of Bub', async () => {
    const name = 'a1b2c3d4a1b2c3d4__0b871d5e50e7c192.jsonl';
    const archive = `${name}.20260101T000000Z.bak`;
    const room = await handoffRoom({
      [archive]: bubTape('anchor session/start {"owner":"human"}\nuser "one" <- run r1\nassistant "two" <- run r1'),
      [name]: bubTape(`anchor session/start {"owner":"human","archived":"/elsewhere/${archive}"}\nuser "three" <- run r1`, {
        start: Date.UTC(2026, 0, 6),
      }),
    });
    const answer = await room.get(name, true);
    expect(answer.phases.map(phaseLine)).toEqual(['1-3 start session/start: archived', '1-2 start session/start: ended']);
    expect(answer.edges.map(edgeLine)).toEqual(['0→1 archive: nothing; 2 left']);
    expect(answer.phases[1]?.refs).toEqual({ resolved: 0, outside: 1, broken: 0 });
  });

  it('knows a copy that was resumed, and leaves sub-agents out', async () => {
    const room = await handoffRoom({
      's.jsonl': 'u1 "a" > a1 "b" <- step m1 > u2 "c" > a2 "d" <- step m2 > u3 "e"',
      'copy.jsonl': '- mode {"mode":"x"}\nu1 "a" > a1 "b" <- step m1 at 900 > u9 "other" at 901 > a9 "way" <- step m9 at 902',
      'agent-x7.jsonl': 'u7 "look" side {"agentId":"x7","sessionId":"s"} > a7 "seen" <- step m7 {"agentId":"x7","sessionId":"s"}',
    });
    const answer = await room.get('/s.jsonl', true);
    expect(answer.tapes).toHaveLength(2);
    expect(answer.edges.map(edgeLine)).toEqual(['0→1 copied: 2 shared entries; 0 left']);
  });

  it('continues from an imported tape in a native session', async () => {
    const room = await handoffRoom({ 'tape.jsonl': bubTape('anchor session/start {"owner":"human"}\nuser "one"\nassistant "two"') });
    const source = room.catalog.tape(room.idOf('tape.jsonl'));
    const home = nativeHome();
    const { openTape } = await import('../store/open-tape.ts');
    const session = `from-${source.id.slice(0, 8)}-2`;
    const start = {
      continues: { file: source.file, format: 'bub', session: null, entry: 2, line: 2, id: null, digest: null, step: null, title: 'one' },
    };
    const tape = openTape(home.workspace, { session, fork: null }, { create: true, start });
    tape.append([user('on')]);
    const { folder } = tape;
    tape.close();
    await room.open([folder]);
    for (const asked of [basename('tape.jsonl'), folder]) {
      const { phases, edges } = await room.get(asked, true);
      expect(edges.map(({ type, from, to }) => [type, phases[from]?.tape, phases[to]?.tape])).toEqual([
        ['continued', source.id, room.idOf(folder)],
      ]);
      expect(phases.find(({ tape: id }) => id === room.idOf(folder))?.refs).toEqual({ resolved: 0, outside: 3, broken: 0 });
    }
  });
});
