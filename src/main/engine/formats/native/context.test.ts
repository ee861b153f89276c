import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AppendInput } from '../../../../shared/model/native.ts';
import { parsePolicy } from '../../../../shared/model/policy.ts';
import { openCatalog } from '../../catalog/open-catalog.ts';
import { bringSource } from '../../sources/bring-source.ts';
import { forkTape } from '../../store/fork.ts';
import { mergeForks } from '../../store/merge/merge.ts';
import type { Tape } from '../../store/types.ts';
import { tempFolder } from '../../testing/files.ts';
import { assistant, call, MERGE, nativeHome, result, user } from '../../testing/native.ts';
import { assemble } from '../../views/assemble.ts';
import { viewMethods } from '../../views/methods.ts';
import { createRim } from '../../views/rim.ts';

/** The tape as a window sees it now. */
const look = (tape: Tape) => {
  const store = openCatalog(tempFolder());
  onTestFinished(() => store.close());
  const { id } = bringSource(store.db, tape.folder).source;
  const rim = createRim(store.catalog);
  return {
    catalog: store.catalog,
    id,
    steps: store.catalog.tape(id).steps,
    view: (step: number, policy = 'as-recorded') => assemble(rim, id, step, parsePolicy(policy)),
    messages: (step: number) => viewMethods({ catalog: store.catalog })['views.messages']({ tape: id, step, policy: 'as-recorded' }, NEVER),
  };
};

const NEVER = { signal: new AbortController().signal };

const brief = ({ blocks, omissions }: Awaited<ReturnType<ReturnType<typeof look>['view']>>) => ({
  blocks: blocks.map(({ entries: [seq], kind, why }) => [seq, kind, ...(why === undefined ? [] : [why])].join(' ')),
  omitted: omissions.map(({ entries, reason }) => `${reason} ${entries.map((range) => range.join('-')).join(' ')}`),
});

describe('what is in front of a model', () => {
  it('begins with the last anchor and what was handed over', async () => {
    const { main } = nativeHome();
    main.append([user('map the errors'), assistant('mapped')]);
    main.handoff({ name: 'phase-1', summary: 'The map is agreed.', sourceIds: [2] });
    main.append([
      user('write it down'),
      call('c1', 'write'),
      result('c1', 'written'),
      assistant('done', { meta: { usage: { input: 90, output: 4 } } }),
    ]);
    const tape = look(main);
    expect(tape.steps).toBe(3);
    expect(brief(await tape.view(3))).toEqual({
      blocks: ['4 anchor', '5 message', '6 tool_call', '7 tool_result'],
      omitted: ['before-anchor 1-3'],
    });
    expect((await tape.view(3)).blocks[0]).toMatchObject({ tone: 'anchor', label: 'phase-1' });
    expect((await tape.view(3)).blocks[3]).toMatchObject({ label: 'write' });
    expect((await tape.view(3)).tokens.recorded).toBe(90);
    expect((await tape.messages(3)).messages).toEqual([
      { role: 'assistant', content: expect.stringContaining('The map is agreed.') },
      { role: 'user', content: 'write it down' },
      { role: 'assistant', content: '', tool_calls: [expect.objectContaining({ id: 'c1' })] },
      { role: 'tool', content: 'written', tool_call_id: 'c1', name: 'write' },
    ]);
    expect(brief(await tape.view(3, 'full')).blocks).toHaveLength(7);
    expect(brief(await tape.view(3, 'from-anchor:session/start')).omitted).toEqual([]);
  });

  it('begins with the anchor that won a merge, and says of the other that it lost', async () => {
    const { main, open } = nativeHome();
    main.append([user('map the errors')]);
    forkTape(main, { name: 'try', at: 2 });
    open('main', 'try').handoff({ name: 'plan', summary: 'of the fork' });
    main.handoff({ name: 'plan', summary: 'of the session' });
    await mergeForks(main, { ...MERGE, names: ['try'], onConflict: 'prefer-parent' });
    main.append([user('go on'), assistant('done')]);
    const tape = look(main);
    expect(brief(await tape.view(1, 'last-anchor'))).toMatchObject({
      blocks: ['4 anchor', '5 anchor', '7 message'],
      omitted: ['before-anchor 1-3', 'not-selected 6-6'],
    });
    expect((await tape.messages(1)).messages).toMatchObject([
      { content: expect.stringMatching(/^\[Anchor created: plan\].*of the session/) },
      { content: expect.stringMatching(/^\[Anchor superseded: plan\].*of the fork/) },
      { content: 'go on' },
    ]);
  });

  it('keeps corrected entries and their corrections, and says so', async () => {
    const { main } = nativeHome();
    main.append([user('it is blue'), user('it is red', { corrects: 2 }), user('an aside', { meta: { context: false } })]);
    main.append([{ kind: 'event', payload: { name: 'tide' } }, assistant('red, then')]);
    expect(brief(await look(main).view(1))).toEqual({
      blocks: ['1 anchor', '2 message corrected by entry 3', '3 message corrects entry 2, which stays as it is'],
      omitted: ['excluded-by-writer 4-4', 'not-selected 5-5'],
    });
  });

  it('is the prompt and the system prompt of its run, where entries name one', async () => {
    const { main } = nativeHome();
    const run = (id: string): AppendInput[] => [
      { kind: 'system', payload: { content: 'Be brief.' }, meta: { run_id: id } },
      user(`go ${id}`, { meta: { run_id: id } }),
      assistant(`gone ${id}`, { meta: { run_id: id } }),
    ];
    main.append([...run('r1'), ...run('r2')]);
    const tape = look(main);
    expect(tape.steps).toBe(2);
    expect(brief(await tape.view(1)).blocks).toEqual(['2 system', '1 anchor', '3 message the prompt of this step']);
  });

  it('of a fork is what it shares and what it has of its own', async () => {
    const { main, open } = nativeHome();
    main.append([user('shared'), assistant('shared too'), user('of the session alone')]);
    forkTape(main, { name: 'try', at: 3 });
    const fork = open('main', 'try');
    fork.append([user('of the fork'), assistant('yes')]);
    const tape = look(fork);
    expect(brief(await tape.view(2)).blocks).toEqual(['1 anchor', '2 message', '3 message', '4 message']);
    const { messages } = await tape.messages(2);
    expect(messages.map((message) => (message as { content: string }).content)).toEqual([
      expect.stringContaining('session/start'),
      'shared',
      'shared too',
      'of the fork',
    ]);
  });
});

const deeds = fc.array(
  fc.constantFrom<AppendInput | 'handoff' | 'fork'>(
    user('a'),
    user('b', { meta: { run_id: 'r' } }),
    user('c', { corrects: 1 }),
    user('d', { meta: { context: false } }),
    user('e', { anchor: 'session/start' }),
    assistant('f'),
    assistant('g', { meta: { run_id: 'r' } }),
    call('c1', 'bash'),
    result('c1', 'out'),
    { kind: 'system', payload: 'be' },
    { kind: 'error', payload: { text: 'oops' } },
    { kind: 'dream', payload: null },
    'handoff',
  ),
  { minLength: 1, maxLength: 20 },
);

it('every entry before a step is in one block or one omission, in sessions and forks, under every policy', async () => {
  await fc.assert(
    fc.asyncProperty(deeds, deeds, async (before, behind) => {
      const { main, open } = nativeHome();
      const play = (tape: Tape, script: typeof before) => {
        const entries = script.filter((deed) => typeof deed !== 'string');
        tape.append([...entries, assistant('so')]);
        if (script.includes('handoff')) tape.handoff({ name: 'next', summary: 's' });
        tape.append([user('and'), assistant('then')]);
      };
      play(main, before);
      forkTape(main, { name: 'try', at: Math.ceil(main.head() / 2) });
      const fork = open('main', 'try');
      play(fork, behind);
      for (const tape of [look(main), look(fork)]) {
        for (let step = 1; step <= tape.steps; step++) {
          for (const policy of ['as-recorded', 'full', 'from-anchor:session/start']) {
            const { blocks, omissions, before: first } = await tape.view(step, policy);
            const shown = blocks.flatMap(({ entries }) => entries).filter((seq) => seq < first);
            const left = omissions.flatMap(({ entries, reason }) =>
              entries.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => ({ seq: from + at, reason }))),
            );
            const told = [...shown, ...left.flatMap(({ seq }) => (seq < first ? [seq] : []))];
            expect(told.sort((a, b) => a - b)).toEqual(Array.from({ length: first - 1 }, (_, at) => at + 1));
            expect(left.filter(({ seq, reason }) => seq >= first !== (reason === 'written-later'))).toEqual([]);
          }
        }
      }
    }),
    { numRuns: 6 },
  );
});
