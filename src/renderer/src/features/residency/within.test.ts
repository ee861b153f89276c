import { describe, expect, it } from 'vitest';
import type { Answer } from './rows.ts';
import { answerWithin, indexesOf } from './within.ts';

const answer = {
  steps: Uint32Array.of(2, 4, 6, 8),
  seq: Uint32Array.of(1, 2, 3),
  from: Uint32Array.of(0, 1, 3),
  to: Uint32Array.of(1, 2, 3),
  left: Uint8Array.of(1, 1, 0),
  tokens: Uint32Array.of(10, 20, 30),
  exact: Uint8Array.of(1, 0, 1),
  costs: Float64Array.of(20, 40, 30),
  earlier: { stay: Uint32Array.of(0, 1), until: Uint32Array.of(1, 2), tokens: Uint32Array.of(9, 19) },
  costly: [{ seq: 1 }, { seq: 2 }, { seq: 3 }],
  groups: null,
} as unknown as Answer;

describe('residency of some steps', () => {
  it('knows which of them made a request', () => {
    expect(indexesOf(answer, { from: 3, to: 6 })).toEqual({ from: 1, to: 3 });
    expect(indexesOf(answer, { from: 5, to: 5 })).toBeNull();
    expect(indexesOf(answer, { from: 9, to: 12 })).toBeNull();
  });

  it('holds what was in context at one of them, with the ends that it has', () => {
    const within = answerWithin(answer, { from: 2, to: 3 });
    expect(within).toMatchObject({ seq: Uint32Array.of(2), from: Uint32Array.of(1), to: Uint32Array.of(2), costly: [{ seq: 2 }] });
    expect(within.earlier).toEqual({ stay: Uint32Array.of(0), until: Uint32Array.of(2), tokens: Uint32Array.of(19) });
    expect(within.steps).toBe(answer.steps);
  });
});
