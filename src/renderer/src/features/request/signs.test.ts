import { describe, expect, it } from 'vitest';
import type { BlockDifference, Proof } from '../../../../shared/model/index.ts';
import { partsOf } from '../../../../shared/model/sent-parts.ts';
import { foldedRows, partFates } from './Sections.tsx';
import { isUnlike, reasonOf, signsOf } from './signs.ts';

const PARTS = partsOf({
  model: 'm',
  system: 'You grind.',
  messages: ['Grind.', 'Ground.', 'And sieve.'].map((content) => ({ role: 'user', content })),
});

const differing = (more: Partial<BlockDifference>): BlockDifference => ({
  ...{ where: 'differs', at: 0, kind: 'text', role: 'user', name: null, sent: 'a', derived: 'b', chars: 1, expected: false },
  ...more,
});

const proof = (differences: BlockDifference[], more: Partial<Proof> = {}): Proof => {
  const count = (where: string) => differences.filter((one) => one.where === where).length;
  return {
    ...{ state: 'differs', source: 'a proxy', captured: null, joined: 'id', equal: 2, blocks: 4, differences },
    ...{ differs: count('differs'), onlySent: count('only-sent'), onlyDerived: count('only-derived') },
    ...more,
  };
};

const drawn = (...given: Parameters<typeof proof>) => {
  const signs = signsOf(PARTS, proof(...given));
  return [PARTS.map((_, at) => signs.of.get(at)?.sign ?? ' ').join(''), signs.rest.length];
};

describe('the parts of a request that was held against its view', () => {
  it('are signed in the order of sending, parameters not', () => {
    expect(drawn([differing({ where: 'only-sent', expected: true }), differing({ at: 2 })])).toEqual([' +=≠=', 0]);
  });

  it('are not signed where nobody knows which is which, and what is no fault is left out', () => {
    const told = [differing({ at: 2 }), differing({ where: 'only-sent', at: 0, expected: true })];
    expect(drawn(told, { blocks: 9 })).toEqual(['     ', 1]);
    expect(drawn(told, { differs: 700 })).toEqual(['     ', 1]);
  });

  it('are not signed where the view is the request, or nothing was compared', () => {
    expect(drawn([differing({})], { state: 'recorded' })).toEqual(['     ', 0]);
    expect(signsOf(PARTS, undefined).of.size).toBe(0);
  });

  it('leave apart what was derived and not sent', () => {
    expect(drawn([differing({ where: 'only-derived', at: null })])).toEqual([' ====', 1]);
  });

  it('differ only where a log could have held what was sent', () => {
    const signs = signsOf(PARTS, proof([differing({ at: 1, expected: true }), differing({ at: 2 })]));
    expect(PARTS.flatMap((_, at) => (isUnlike(signs.of.get(at)) ? [at] : []))).toEqual([3]);
  });
});

it('a difference has its reason where that can be seen', () => {
  const said = (more: Partial<BlockDifference>) => reasonOf(differing(more));
  expect(said({ kind: 'result', sent: '[Old tool result content cleared]' })).toMatch(/^Cleared before it was sent/);
  expect(said({ sent: 'Grind it. Now.', derived: 'Grind it.' })).toBe('More was sent than the log has.');
  expect(said({})).toBeNull();
});

it('runs of quiet rows are one line, and short ones are not', () => {
  const rows = [...'aaaaaBaaBaaaa'];
  expect(foldedRows(rows, (row) => row === 'a').map((one) => (Array.isArray(one) ? one.length : one))).toEqual([5, 'B', 'a', 'a', 'B', 4]);
});

it('parts are read, sent again and new in the order of sending', () => {
  expect(partFates([10, 10, 10, 10], { read: 10, again: 18 })).toEqual(['read', 'again', 'again', 'new']);
  expect(partFates([10], undefined)).toEqual([]);
});
