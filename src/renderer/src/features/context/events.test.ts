import { expect, it } from 'vitest';
import type { Block, View } from '../../../../shared/model/index.ts';
import { eventsIn } from './events.ts';

const event = (type: string, step: number): View['events'][number] => ({ type, step, tokens: 900, basis: 'inferred', note: '' });
const blocks = [2, 3, 5, 6, 9].map((seq) => ({ entries: [seq] }) as Block);

it('places what changed the size before the answer of the request that shows it', () => {
  const stepFirst = Uint32Array.from([3, 6, 10]);
  const after = (...events: View['events']) => eventsIn({ blocks, events }, stepFirst).map((placed) => placed.after);
  expect(after(event('tools-loaded', 1), event('prompt-changed', 2), event('file-not-logged', 3))).toEqual([1, 3, 5]);
  expect(after(event('not-logged', 2), { ...event('not-logged', 3), tokens: -2000 })).toEqual([5]);
  expect(after(event('results-cleared', 2), event('probably-not-sent', 2))).toEqual([]);
  expect(eventsIn({ blocks, events: [event('tools-loaded', 2)] }, undefined)).toEqual([]);
});

it('keeps an event of entries that left at the head of the blocks', () => {
  const kept = blocks.slice(3);
  expect(eventsIn({ blocks: kept, events: [event('tools-loaded', 1)] }, Uint32Array.from([3, 6])).map(({ after }) => after)).toEqual([0]);
});
