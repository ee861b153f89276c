import { describe, expect, it } from 'vitest';
import type { Claim, HandoffEdge, StateRef } from '../../../../shared/model/index.ts';
import { eachOnce, edgeTo, firstClaim, mergeLine, mergesByPhase, mergeWords, plainWords, sourceWords } from './labels.ts';

const edge = (more: Partial<HandoffEdge>): HandoffEdge => ({
  from: 0,
  to: 1,
  type: 'handoff',
  carried: [],
  left: 0,
  leftTokens: null,
  ...more,
});

describe('edges', () => {
  it('a merge that comes back to a phase is not what the phase continues from', () => {
    const handoff = edge({});
    expect(edgeTo([edge({ type: 'merge', from: 3 }), handoff], 1)).toBe(handoff);
    expect(edgeTo([edge({ type: 'merge', from: 3, to: 0 })], 0)).toBeUndefined();
  });

  it('of a merge say what came back and what stayed in the fork', () => {
    expect(mergeWords(edge({ type: 'merge', carried: ['3 entries', '1 already there'], left: 2 }))).toBe(
      'merged back: 3 entries, 1 already there; 2 entries left in the fork',
    );
    expect(mergeWords(edge({ type: 'merge' }))).toBe('merged back: nothing; nothing left in the fork');
  });
});

it('a card tells of its merges in one line, however many there are', () => {
  const merge = (from: number, to: number) => edge({ type: 'merge', from, to, carried: ['1 entry'] });
  const at = mergesByPhase([
    edge({}),
    merge(4, 1),
    merge(4, 2),
    ...Array.from({ length: 300 }, (_, fork) => merge(fork + 5, 3)),
    merge(7, 4),
  ]);
  const line = (phase: number) => mergeLine(at(phase), (fork) => `fork ${fork}`);
  expect(line(0)).toBe('');
  expect(line(1)).toBe('merged from fork 4');
  expect(line(3)).toBe('merged from 300 forks');
  expect(line(5)).toBe('merged back: 1 entry; nothing left in the fork');
  expect(line(4)).toBe('merged back 2 times · merged from fork 7');
});

describe('a claim in plain words', () => {
  it('loses the marks of Markdown, and nothing else', () => {
    expect(plainWords('- **Fixed** `isClean` in __init__.py')).toBe('Fixed isClean in __init__.py');
    expect(plainWords('> ## Summary of * and #4')).toBe('Summary of * and #4');
    expect(plainWords('2. Varnish is out.')).toBe('2. Varnish is out.');
  });

  it('is never empty where the text is not', () => {
    expect(plainWords('- ')).toBe('- ');
    expect(plainWords('****')).toBe('****');
  });
});

describe('what is read first', () => {
  const claim = (cites: number, alike: number): Claim => ({
    ...{ path: [], text: 'x' },
    cites: Array.from({ length: cites }, () => ({ path: [], kind: 'entry', text: '1', status: 'resolved', tape: 't', seq: 1, label: '' })),
    alike: Array.from({ length: alike }, () => ({ tape: 't', seq: 1, score: 1, words: [] })),
  });

  it('is a claim that cites, else one that is worded like something, else the first', () => {
    expect(firstClaim([claim(0, 0), claim(0, 2), claim(1, 0)])).toBe(2);
    expect(firstClaim([claim(0, 0), claim(0, 2)])).toBe(1);
    expect(firstClaim([claim(0, 0), claim(0, 0)])).toBe(0);
    expect(firstClaim([])).toBe(0);
  });

  it('of a source says what it is', () => {
    expect(sourceWords({ kind: 'message', role: 'user', label: '' })).toBe('user');
    expect(sourceWords({ kind: 'tool_result', role: null, label: 'Read' })).toBe('result · Read');
  });
});

it('a text that names an entry thirty times shows it once, and the same number of another tape next to it', () => {
  const ref = (tape: string, seq: number): StateRef => ({
    ...{ path: ['summary'], kind: 'entry', text: String(seq), status: 'resolved', tape, seq, label: '' },
  });
  expect(eachOnce([...Array.from({ length: 30 }, () => ref('a', 7)), ref('b', 7), ref('a', 8), ref('a', 7)])).toEqual([
    ref('a', 7),
    ref('b', 7),
    ref('a', 8),
  ]);
});
