import { describe, expect, it } from 'vitest';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import type { JsonObject } from '../values.ts';
import { call, event, meta, output, said, turn, uuid } from './testing/draw.ts';

const NAME = 'rollout-2026-11-03T09-00-00';
const fileOf = (id: number, segment?: number): string => `${NAME}-${uuid(id)}${segment === undefined ? '' : `_${uuid(segment)}`}.jsonl`;

const lines = (records: readonly JsonObject[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** How each file is tied to the others, whichever of them is read first. */
async function tiesOf(files: Record<string, readonly JsonObject[]>): Promise<Record<string, string>> {
  const found: Record<string, string>[] = [];
  for (const names of [Object.keys(files), Object.keys(files).toReversed()]) {
    const { ingest, store } = openEngineRoom();
    const folder = tempFolder();
    for (const name of names) await ingest.open([writeFile(folder, name, lines(files[name] ?? []))]);
    const tapes = store.catalog.tapes();
    const told = tapes.map(({ file, parent, relation, caller }): [string, string] => {
      const above = tapes.find(({ id }) => id === parent)?.file.slice(folder.length + 1) ?? 'none';
      return [file.slice(folder.length + 1), `${relation} of ${above} at ${caller}`];
    });
    found.push(Object.fromEntries(told.sort(([a], [b]) => (a < b ? -1 : 1))));
  }
  expect(found[1]).toEqual(found[0]);
  return found[0] ?? {};
}

const work = (text: string, id: number): JsonObject[] => [...turn(id), said('user', text), said('assistant', `${text} Done.`)];
const parent: JsonObject[] = [meta(1), ...work('Grind the corn.', 10)];
const spawnedFrom = (id: number, role: JsonObject | string): JsonObject => ({
  source: { subagent: role },
  parent_thread_id: uuid(id),
});

describe('a rollout', () => {
  it('that was forked is a fork of the thread that it names', async () => {
    const ties = await tiesOf({
      [fileOf(1)]: parent,
      [fileOf(20)]: [meta(20, { forked_from_id: uuid(1) }), ...parent, ...work('Finer.', 21)],
    });
    expect(ties).toEqual({ [fileOf(1)]: 'null of none at null', [fileOf(20)]: `fork of ${fileOf(1)} at null` });
  });

  it('that /new began hangs on nothing: it is a file of its own, and holds nothing of the thread before it', async () => {
    const cleared = (id: number): JsonObject[] => [meta(id, { forked_from_id: null }), ...work('Sweep the mill.', id + 1)];
    const ties = await tiesOf({ [fileOf(1)]: parent, [fileOf(20)]: cleared(20), [fileOf(30)]: cleared(30) });
    expect(new Set(Object.values(ties))).toEqual(new Set(['null of none at null']));
  });

  it('that was forked by a writer that does not say so is one of the thread whose lines it copied', async () => {
    const ties = await tiesOf({ [fileOf(1)]: parent, [fileOf(20)]: [meta(20), ...parent, ...work('Finer.', 21)] });
    expect(ties[fileOf(20)]).toBe(`fork of ${fileOf(1)} at null`);
  });

  it('that continues from a place in its own thread is a fork of that file, and so is a fork of it', async () => {
    const base = (id: number): JsonObject => ({ history_base: { thread_id: uuid(id), end_ordinal_exclusive: 3, end_byte_offset: 900 } });
    const ties = await tiesOf({
      [fileOf(1)]: parent,
      [fileOf(1, 5)]: [meta(1, base(1)), ...work('Finer.', 21)],
      [fileOf(1, 6)]: [meta(1, base(5)), ...work('Finest.', 22)],
      [fileOf(30)]: [meta(30, { forked_from_id: uuid(1), ...base(5) }), ...work('Coarser.', 31)],
    });
    expect(ties).toEqual({
      [fileOf(1)]: 'null of none at null',
      [fileOf(1, 5)]: `fork of ${fileOf(1)} at null`,
      [fileOf(1, 6)]: `fork of ${fileOf(1, 5)} at null`,
      [fileOf(30)]: `fork of ${fileOf(1, 5)} at null`,
    });
  });

  it('of its own thread is a fork of no other file than the one that it names', async () => {
    const base = { history_base: { thread_id: uuid(5), end_ordinal_exclusive: 3, end_byte_offset: 900 } };
    const ties = await tiesOf({ [fileOf(1)]: parent, [fileOf(1, 6)]: [meta(1, base), ...work('Finest.', 22)] });
    expect(ties[fileOf(1, 6)]).toBe('fork of none at null');
  });

  it('of a sub-agent hangs on the call that started it, as the output or an event says', async () => {
    const spawn = { thread_spawn: { parent_thread_id: uuid(1), depth: 1, agent_nickname: 'Mill' } };
    const ties = await tiesOf({
      [fileOf(1)]: [
        ...[...parent, call('c1', 'spawn_agent', { message: 'Count.' }), output('c1', JSON.stringify({ agent_id: uuid(40) }))],
        ...[call('c2', 'spawn_agent'), event('collab_agent_spawn_end', { call_id: 'c2', new_thread_id: uuid(41) }), output('c2')],
        call('c3', 'spawn_agent'),
        event('item_completed', { item: { type: 'SubAgentActivity', kind: 'started', id: 'c3', agent_thread_id: uuid(42) } }),
      ],
      [fileOf(40)]: [meta(40, { source: { subagent: spawn } }), ...work('Count.', 43)],
      [fileOf(41)]: [meta(41, spawnedFrom(1, spawn)), ...work('Count.', 44)],
      [fileOf(42)]: [meta(42, { forked_from_id: uuid(1), ...spawnedFrom(1, spawn) }), ...parent, ...work('Count.', 45)],
    });
    const at = (name: string): string => `sub-agent of ${fileOf(1)} at ${name}`;
    expect([ties[fileOf(40)], ties[fileOf(41)], ties[fileOf(42)]]).toEqual([at('7'), at('9'), at('12')]);
  });

  it('of a review, or of a sub-agent of a sub-agent, hangs on the thread that it names', async () => {
    const ties = await tiesOf({
      [fileOf(1)]: parent,
      [fileOf(50)]: [meta(50, spawnedFrom(1, 'review')), ...work('Review.', 51)],
      [fileOf(52)]: [meta(52, spawnedFrom(50, 'review')), ...work('Review again.', 53)],
    });
    expect([ties[fileOf(50)], ties[fileOf(52)]]).toEqual([`sub-agent of ${fileOf(1)} at null`, `sub-agent of ${fileOf(50)} at null`]);
  });

  it('whose meta is written again at each resume, also by another program, is what the first one says', async () => {
    const ties = await tiesOf({
      [fileOf(1)]: [...parent, meta(1), ...work('More.', 60), meta(1, { forked_from_id: uuid(9) })],
      [fileOf(9)]: [meta(9), ...work('Other.', 61)],
    });
    expect(ties[fileOf(1)]).toBe('null of none at null');
  });
});
