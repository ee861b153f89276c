import { expect, it } from 'vitest';
import type { MemoryHit } from '../../../../shared/model/index.ts';
import { MOST, summary } from './words.ts';

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
  expect(summary({ hits: [], index: 'whole' })).toBe('Nothing is recalled');
  expect(summary({ hits: [], index: 'broken' })).toBe('The index cannot be asked');
});
