import { describe, expect, it } from 'vitest';
import { departureOf } from '../../handoffs/departure.ts';
import { edgeLine, handoffRoom, phaseLine } from '../../handoffs/testing.ts';
import { createRim } from '../../views/rim.ts';
import { SUMMARY_WORDS } from './injected.ts';
import { compacted, meta, plainMessage, said, tokens, turn } from './testing/draw.ts';

const FILE = 'rollout-2026-11-03T09-00-00-019e0000-0000-7000-8000-000000000001.jsonl';
const CIPHER = { type: 'compaction', encrypted_content: 'c2VjcmV0'.repeat(200) };
const SUMMARY = plainMessage('user', `${SUMMARY_WORDS}: the stone is sharp.`);

/** The summary was asked for by a request whose answer only the compaction holds. */
const rollout = (summary: typeof CIPHER | typeof SUMMARY) => [
  ...[meta(1), ...turn(2), said('user', 'sharpen the stone'), said('assistant', 'sharp'), tokens([900, 10], [900, 10])],
  ...turn(3),
  compacted([plainMessage('user', 'sharpen the stone'), summary]),
  ...[said('user', 'grind'), said('assistant', 'ground'), tokens([1500, 20], [600, 10])],
];

describe('a compaction of a rollout', () => {
  it('leaves what the request before it had, whoever asked for the summary', async () => {
    const room = await handoffRoom({ [FILE]: rollout(SUMMARY) });
    const { phases, edges } = await room.get(FILE);
    expect(phases.map(phaseLine)).toEqual(['1-9 start session/start: compacted', '10-15 compaction compaction 1: ended']);
    expect(edges.map(edgeLine)).toEqual(['0→1 compaction: summary, 1 kept entry; 2 left']);
    expect(phases.map(({ steps, firstStep, lastStep }) => [steps, firstStep, lastStep])).toEqual([
      [2, 1, 2],
      [1, 3, 3],
    ]);
    expect(phases[1]?.reached).toMatchObject({ status: 'yes' });
    const { left, before, after } = await departureOf(createRim(room.catalog), room.idOf(FILE), 10);
    expect([left.count, before, after]).toEqual([2, 1, 3]);
  });

  it.each([
    ['that can be read', SUMMARY, 'worded'],
    ['that is encrypted', CIPHER, 'lost'],
  ])('with a summary %s keeps to the letter what the new history says again', async (_, summary, answer) => {
    const room = await handoffRoom({ [FILE]: rollout(summary) });
    const { entries, fates } = await departureOf(createRim(room.catalog), room.idOf(FILE), 10);
    expect(entries.map(({ seq, fate }) => [seq, fate])).toEqual([
      [5, 'verbatim'],
      [6, answer],
    ]);
    expect(fates).toMatchObject({ verbatim: 1 });
  });

  it('says that a summary is encrypted', async () => {
    const room = await handoffRoom({ [FILE]: rollout(CIPHER) });
    const { phases, edges } = await room.get(FILE);
    expect(edges.map(edgeLine)).toEqual(['0→1 compaction: encrypted summary, 1 kept entry; 2 left']);
    expect(phases[1]).toMatchObject({ state: { keys: ['encrypted_summary'] }, reached: { status: 'yes' } });
  });
});
