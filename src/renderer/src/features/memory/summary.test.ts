import { expect, it } from 'vitest';
import type { MemoryHit } from '../../../../shared/model/index.ts';
import { MOST, noteOn, summary } from './summary.ts';

const hits = (many: number): MemoryHit[] =>
  Array.from({ length: many }, (_, at) => ({
    tape: 't',
    seq: at + 1,
    kind: 'message',
    role: 'user',
    time: null,
    step: null,
    phase: 'session/start',
    score: 1,
    snippet: 'lamp',
    matches: [[0, 4]],
    digest: '',
  }));

it('says how many, and nothing of entries where the index could not be asked', () => {
  expect(summary({ hits: hits(1), index: 'whole' })).toBe('1 entry, the most relevant first · read from the source, digest checked');
  expect(summary({ hits: hits(MOST), index: 'partial' })).toContain('The 50 most relevant entries');
  expect(summary({ hits: [], index: 'whole' })).toBe('No hits');
  expect(summary({ hits: [], index: 'broken' })).toBe('The index does not answer');
});

it('says which hits the step looked at could not have recalled, and the phase of those in other tapes', () => {
  const [first, second] = hits(2);
  if (!first || !second) throw new Error('no hits');
  const at = { tape: 't', step: 1200, before: 2 };
  expect([noteOn(first, at), noteOn(second, at)]).toEqual(['', 'not before step 1,200']);
  expect(noteOn(second, { ...at, before: null })).toBe('');
  expect(noteOn({ ...second, tape: 'other' }, at)).toBe('session/start');
});
