import { expect, it } from 'vitest';
import { checkTape } from '../../graph/check-tape.ts';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { formatById } from '../index.ts';
import type { JsonObject } from '../values.ts';
import { call, event, meta, output, said, tokens, turn, uuid } from './testing/draw.ts';

const fileOf = (id: number): string => `rollout-2026-11-03T09-00-00-${uuid(id)}.jsonl`;
const lines = (records: readonly JsonObject[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** The verdict on each rule that says anything of the thread, and what breaks it. */
async function verdictsOn(records: JsonObject[], others: JsonObject[] = []): Promise<Record<string, string>> {
  const { ingest, store } = openEngineRoom();
  const folder = tempFolder();
  await ingest.open(
    [writeFile(folder, fileOf(1), lines(records)), writeFile(folder, fileOf(50), lines(others))].slice(0, others.length > 0 ? 2 : 1),
  );
  const tape = store.catalog.tapes().find(({ session }) => session === uuid(1));
  const { rules } = await checkTape(store.catalog, formatById, tape?.id ?? '');
  const said = rules.filter(({ verdict }) => verdict !== 'none');
  return Object.fromEntries(said.map(({ rule, verdict, offenders }) => [rule, [verdict, ...offenders.map(({ text }) => text)].join(': ')]));
}

const start = [
  meta(1),
  ...turn(10),
  said('user', 'Grind.'),
  call('c1'),
  tokens([90, 9], [90, 9]),
  output('c1'),
  said('assistant', 'Ground.'),
];

it('two answers in a row break nothing, since the API takes items in any order', async () => {
  const again = [tokens([180, 18], [90, 9]), ...turn(11), said('assistant', 'And sifted.'), tokens([270, 27], [90, 9])];
  expect(await verdictsOn([...start, ...again])).toEqual({ tools: 'kept', lines: 'kept', totals: 'kept' });
});

it('a call without an output is found, and so is an output without a call', async () => {
  const found = await verdictsOn([...start, call('c2'), output('c9')]);
  expect(found.tools).toMatch(
    /^broken: the call exec_command \(c2\) of entry \d+ has no result: entry \d+ answers the call c9, which was never made$/,
  );
});

it('counted tokens grow by what each request used; they may be said again, and begin again', async () => {
  const more = [tokens([180, 18], [90, 9]), tokens([180, 18], [90, 9]), tokens([40, 4], [40, 4]), tokens([50, 5], [10, 1])];
  expect((await verdictsOn([...start, ...more])).totals).toBe('kept');
  expect((await verdictsOn([...start, ...more, tokens([99, 9], [10, 1])])).totals).toMatch(
    /^broken: entry \d+ counts 108 tokens after 55, and 11 for the request between$/,
  );
});

it('an event says what an item says, before it or after it', async () => {
  const told = [
    event('agent_message', { message: 'Ground.' }),
    ...turn(12),
    event('user_message', { message: 'More.' }),
    said('user', 'More.'),
  ];
  expect((await verdictsOn([...start, ...told])).twins).toBe('kept');
  expect((await verdictsOn([...start, ...told, ...turn(13), event('user_message', { message: 'Lost.' })])).twins).toMatch(
    /^broken: the user_message of entry \d+ has no matching item$/,
  );
  const review = [event('entered_review_mode'), event('user_message', { message: 'Look.' })];
  expect((await verdictsOn([...start, ...review])).twins).toBeUndefined();
});

it('a review needs no call, any other sub-agent does', async () => {
  const child = (subagent: JsonObject | string): JsonObject[] => [
    ...[meta(50, { source: { subagent }, parent_thread_id: uuid(1) }), ...turn(51), said('user', 'Look.')],
  ];
  expect((await verdictsOn(start, child('review'))).agents).toBeUndefined();
  expect((await verdictsOn(start, child({ thread_spawn: { parent_thread_id: uuid(1) } }))).agents).toMatch(
    /^broken: no call of this session/,
  );
});
