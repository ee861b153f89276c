import { expect, it, onTestFinished } from 'vitest';
import type { EntryRow } from '../../../shared/model/index.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import type { Catalog } from '../catalog/types.ts';
import type { JsonObject } from '../formats/format.ts';
import { claudeTree } from '../testing/tree.ts';
import { assemble, decide } from './assemble.ts';
import { createToolNames, toolNames } from './blocks.ts';
import { changesBetween } from './changes-of.ts';
import { entriesOf } from './entries-of.ts';
import { chooseFrom } from './material.ts';
import { createRim } from './rim.ts';
import { importRecords } from './testing/imported.ts';

/** Questions to the catalog, by method. */
const counted = (catalog: Catalog, asked: Map<string, number>): Catalog =>
  new Proxy(catalog, {
    get(target, name: keyof Catalog) {
      asked.set(name, (asked.get(name) ?? 0) + 1);
      return target[name];
    },
  });

const opened = (records: readonly JsonObject[]) => {
  const { store, tape } = importRecords(records);
  onTestFinished(() => store.close());
  const asked = new Map<string, number>();
  const rim = createRim(counted(store.catalog, asked));
  const choice = parsePolicy('as-recorded');
  const view = (step: number) => assemble(rim, tape, step, choice);
  const diff = (step: number, against: number) => changesBetween(rim, { tape, place: { step }, against, choice });
  /** What is asked of the catalog for an answer. */
  const during = async (work: () => Promise<unknown>): Promise<Map<string, number>> => {
    asked.clear();
    await work();
    return asked;
  };
  return { view, diff, during };
};

/** The newest request of a session. */
const decidedIn = (records: readonly JsonObject[]) => {
  const { store, rim, tape } = importRecords(records);
  onTestFinished(() => store.close());
  return decide(rim, tape, store.catalog.tape(tape).steps, parsePolicy('as-recorded'));
};

const turns = (count: number, usage: string): string =>
  Array.from({ length: count }, (_, at) => `u${at} "on" > a${at} call Read t${at} <- step m${at} ${usage} > r${at} t${at} "text"`).join(
    ' > ',
  );

/** A session with a compaction, whose sizes are recorded. */
const sized = (): JsonObject[] =>
  claudeTree(`${turns(6, 'usage 900 40 0 0')} > b1 boundary auto 900 > c1 summary "so far" > u9 "on" > a9 "ok" <- step m9 usage 300 5 0 0`);

it('of a difference are none but for its tape and places, once both contexts are decided', async () => {
  const { view, diff, during } = opened(sized());
  for (const step of [6, 7]) await view(step);
  const asked = await during(() => diff(7, 6));
  const found = await diff(7, 6);
  expect(found.gone).toHaveLength(16);
  for (const { tokens } of found.gone) expect(tokens.value).toBeGreaterThan(0);
  for (const name of ['entries', 'entriesAt', 'steps', 'related', 'subagents']) expect(asked.get(name) ?? 0, name).toBe(0);
});

it('of a view are no recorded answers where recorded sizes say what each entry weighs', async () => {
  const { view, during } = opened(sized());
  await view(6);
  expect((await during(() => view(6))).get('steps') ?? 0).toBe(0);
});

it('of a view are the recorded answers once, and once all sub-agents, where no sizes are recorded', async () => {
  const { view, during } = opened(claudeTree(turns(6, '')));
  await view(6);
  const asked = await during(() => view(6));
  expect([asked.get('steps'), asked.get('subagents'), asked.get('related')]).toEqual([1, 1, undefined]);
});

it('of the entries of a place are the same for the policy that is shown and for what was recorded, which weighs them', () => {
  const { material, request, source } = decidedIn(sized());
  const again = chooseFrom({ ...request, choice: parsePolicy('last-anchor') }, source);
  expect(again.material.rows).toBe(material.rows);
  // Other places, and the same one with other anchors, have entries of their own.
  expect(chooseFrom({ ...request, step: { ...request.step } }, source).material.rows).not.toBe(material.rows);
  expect(chooseFrom({ ...request, anchors: [] }, source).material.rows).not.toBe(material.rows);
});

const row = (seq: number, change: Partial<EntryRow>): EntryRow => ({
  ...{ seq, kind: 'message', role: 'user', time: null, line: seq, offset: 0, length: 1, id: null, parentSeq: null, danglingParent: null },
  ...{ step: null, origin: null, flags: 0, label: '', chars: 1, calls: [], results: [], ...change },
});

it('finds the names of tools when the first result is shown, once, whatever order the rows come in', () => {
  const rows = [
    row(9, { kind: 'tool_result', results: ['a', 'b'] }),
    row(2, { kind: 'tool_call', label: 'Read', calls: ['a'] }),
    row(3, { kind: 'tool_call', label: 'Write', calls: ['b'] }),
    row(5, { kind: 'tool_result', results: ['b'] }),
    row(6, { kind: 'tool_result', results: ['lost'] }),
  ];
  let looks = 0;
  function* looked(): Generator<EntryRow> {
    looks += 1;
    yield* rows;
  }
  const nameOf = toolNames(looked(), []);
  expect(looks).toBe(0);
  expect([9, 5, 6, 2].map((seq) => nameOf(row(seq, {})))).toEqual(['Read, Write', 'Write', null, null]);
  expect(looks).toBe(1);
});

it('tells a result without an id by the call before it', () => {
  const see = createToolNames();
  see(row(1, { kind: 'tool_call', label: 'Read', calls: ['a'] }));
  expect(see(row(2, { kind: 'tool_result' }))).toBe('Read');
});

it('keeps the entries of a context for as long as its picks, each where it comes first, and none of other tapes', () => {
  const picks = [{ seq: 4 }, { seq: 0 }, { seq: 2, why: 'pinned' }, { seq: 4, why: 'again' }];
  expect([...entriesOf(picks)]).toEqual([
    [4, { seq: 4 }],
    [2, { seq: 2, why: 'pinned' }],
  ]);
  expect(entriesOf(picks)).toBe(entriesOf(picks));
});
