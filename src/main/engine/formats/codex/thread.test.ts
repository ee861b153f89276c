import { describe, expect, it } from 'vitest';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { importRecords } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';
import { call, compacted, event, item, meta, output, plainMessage, said, thinking, tokens, turn, uuid } from './testing/draw.ts';

/** Steps of a drawn rollout as `first-last: tokens`, with the entries that belong to them. */
function stepsOf(records: JsonObject[]) {
  const { store, tape } = importRecords(records);
  try {
    const row = store.catalog.tape(tape);
    const entries = store.catalog.entries(tape, 1, row.entries + 1);
    const steps = store.catalog.steps(tape, 1, 10_000).items;
    return { row, entries, steps, uses: steps.map(({ usage }) => (usage ? usage.input + usage.cacheRead + usage.output : null)) };
  } finally {
    store.close();
  }
}

const start = (id = 1): JsonObject[] => [meta(id), ...turn(10), said('user', 'Grind the corn.')];

describe('a request of Codex', () => {
  it('begins with what the model writes and ends with its tokens, which may follow the output of its tools', () => {
    const { steps, uses, row } = stepsOf([
      ...start(),
      ...[thinking(), said('assistant', 'I look.'), call('c1'), call('c2'), output('c1'), output('c2'), tokens([100, 10], [100, 10])],
      ...[thinking(), said('assistant', 'Ground.'), tokens([300, 30], [200, 20]), tokens([300, 30], [200, 20])],
    ]);
    expect(uses).toEqual([110, 220]);
    expect(steps.map(({ model }) => model)).toEqual(['gpt-5.5', 'gpt-5.5']);
    expect(row.model).toBe('gpt-5.5');
  });

  it('of an old writer has its tokens before its answer, and outputs between its calls', () => {
    const context = turn(10).slice(1);
    const { uses, entries } = stepsOf([
      ...[
        meta(1),
        said('user', 'Grind.'),
        ...context,
        tokens([50, 5], [50, 5]),
        thinking('a'),
        call('c1'),
        output('c1'),
        call('c2'),
        output('c2'),
      ],
      ...[...context, tokens([50, 5], [50, 5]), tokens([120, 10], [70, 5]), said('assistant', 'Done.')],
    ]);
    expect(uses).toEqual([55, 75]);
    expect(entries.filter(({ kind }) => kind === 'tool_call').map(({ step }) => step)).toEqual([1, 1]);
  });

  it('that was interrupted has no tokens, and takes none from the next one', () => {
    const { uses } = stepsOf([
      ...[...start(), thinking(), event('turn_aborted', { turn_id: uuid(10), reason: 'interrupted' })],
      ...[...turn(11), said('user', 'Go on.'), thinking(), said('assistant', 'Ground.'), tokens([90, 9], [90, 9])],
    ]);
    expect(uses).toEqual([null, 99]);
  });

  it('counts from the beginning again where the program was started again', () => {
    const { uses } = stepsOf([
      ...[...start(), said('assistant', 'a'), tokens([90, 9], [90, 9]), ...turn(11), said('user', 'b')],
      ...[said('assistant', 'c'), tokens([40, 4], [40, 4])],
    ]);
    expect(uses).toEqual([99, 44]);
  });

  it('counts from the beginning again also where its first request is larger than all before', () => {
    const { uses, row } = stepsOf([
      ...[...start(), said('assistant', 'a'), tokens([90, 9], [90, 9]), ...turn(11), said('user', 'b')],
      ...[said('assistant', 'c'), tokens([140, 14], [140, 14]), said('user', 'd'), said('assistant', 'e'), tokens([300, 30], [160, 16])],
    ]);
    expect(uses).toEqual([99, 154, 176]);
    expect(row.usage.input + row.usage.cacheRead + row.usage.output).toBe(99 + 330);
  });

  it('for a summary is one, whether its answer is logged or not', () => {
    const history = [
      plainMessage('user', 'Grind the corn.'),
      plainMessage('user', 'Another language model started to solve this problem …'),
    ];
    const logged = [said('assistant', 'SUMMARY'), tokens([300, 30], [200, 20]), compacted(history)];
    const silent = [tokens([300, 30], [200, 20]), compacted(history)];
    const remote = [compacted(history), tokens([100, 10], [9, 9])];
    const found = [logged, silent, remote].map((end) =>
      stepsOf([...start(), said('assistant', 'Ground.'), tokens([100, 10], [100, 10]), ...turn(11), ...end]),
    );
    expect(found.map(({ uses }) => uses)).toEqual([
      [110, 220],
      [110, 220],
      [110, null],
    ]);
    for (const { entries, steps } of found) expect(entries.find(({ label }) => label === 'compaction')?.step).toBe(steps.length);
  });
});

describe('what a fork copied', () => {
  const source = [meta(1), ...turn(10), said('user', 'Grind.'), said('assistant', 'Ground.'), tokens([100, 10], [100, 10])];
  const forked = (id: number, more: JsonObject = {}) => meta(id, { forked_from_id: uuid(1), ...more });

  it('is shared up to its first own turn, and does not count as its own', () => {
    const { entries, steps, row } = stepsOf([
      ...[forked(20), ...source, ...turn(21), said('user', 'Finer.'), said('assistant', 'Finer now.'), tokens([250, 25], [150, 15])],
    ]);
    const shared = entries.filter(({ flags }) => has(flags, Flag.Shared));
    expect([shared.at(0)?.line, shared.at(-1)?.line]).toEqual([2, 7]);
    expect(steps.length).toBe(2);
    expect(row.usage.input + row.usage.cacheRead + row.usage.output).toBe(165);
    expect(row.session).toBe(uuid(20));
  });

  it.each([
    ['at once', 0, 7],
    ['after a pause that no copy makes', 60, 6],
  ])('ends where a turn begins %s, if no ids tell', async (_, pause, last) => {
    const at = (record: JsonObject, ms: number): JsonObject => ({
      ...record,
      timestamp: new Date(Date.UTC(2026, 10, 3, 9) + ms).toISOString(),
    });
    const copied = [meta(1), said('user', 'Grind.'), event('token_count', { info: null }), said('assistant', 'Ground.')];
    const { entries, row } = stepsOf([
      ...[meta(20, { base_instructions: null }), ...copied].map((record) => at(record, 0)),
      ...[said('user', 'Finer.')].map((record) => at(record, pause)),
    ]);
    const shared = entries.filter(({ flags }) => has(flags, Flag.Shared));
    expect([shared.at(0)?.line, (shared.at(-1)?.line ?? 0) + 1]).toEqual([2, last]);
    expect(row.session).toBe(uuid(20));
  });

  it('is not begun by a session that continues', () => {
    const { entries } = stepsOf([...source, meta(1), ...turn(11), said('user', 'Finer.')]);
    expect(entries.some(({ flags }) => has(flags, Flag.Shared))).toBe(false);
  });
});

describe('a twin', () => {
  it('is the event; the item is the entry', () => {
    const { entries } = stepsOf([
      ...[meta(1), ...turn(10), said('user', 'Grind.'), event('user_message', { message: 'Grind.' })],
      ...[event('agent_message', { message: 'Ground.' }), said('assistant', 'Ground.')],
    ]);
    const [user, told, agent, answer] = entries.slice(-4);
    expect([user, told, agent, answer].map((row) => has(row?.flags ?? 0, Flag.Twin))).toEqual([false, true, true, false]);
    expect([told?.twin, agent?.twin]).toEqual([user?.seq, answer?.seq]);
    expect([has(told?.flags ?? 0, Flag.Sent), has(answer?.flags ?? 0, Flag.Sent)]).toEqual([false, true]);
  });
});

describe('twins that say the same words twice', () => {
  it('are each those of the message next to them', () => {
    const told = (): JsonObject => event('agent_message', { message: 'Ground.' });
    const { entries } = stepsOf([
      meta(1),
      ...turn(10),
      told(),
      said('assistant', 'Ground.'),
      ...turn(11),
      told(),
      said('assistant', 'Ground.'),
    ]);
    const twins = entries.filter(({ label }) => label === 'agent_message');
    expect(twins.map(({ twin }) => twin)).toEqual(twins.map(({ seq }) => seq + 1));
  });
});

describe('the result of a review', () => {
  it('is no request, though it is in the name of the model', () => {
    const { steps } = stepsOf([
      ...start(),
      event('exited_review_mode'),
      said('assistant', 'Small.'),
      item({ type: 'message', role: 'user' }),
    ]);
    expect(steps).toEqual([]);
  });
});
