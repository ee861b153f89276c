import { expect, it } from 'vitest';
import { defaultPair, NOW, pairWith } from './BuildsLook.tsx';
import { isDate, tagsOf, today } from './DecideDialog.tsx';
import { cutReason, lastName, someOf, wouldWords } from './labels.ts';
import { isRoot } from './place.ts';

it('names as many folders as a line has room for', () => {
  expect(someOf(['/', '/src'])).toBe('/ and /src');
  expect(someOf(['/a', '/b', '/c', '/d', '/e'])).toBe('/a, /b, /c, /d and /e');
  expect(someOf(['/a', '/b', '/c', '/d', '/e', '/f'])).toBe('/a, /b, /c, /d and 2 more');
  expect(wouldWords(['/'])).toBe('Makes 1 context stale: /.');
  expect(lastName('/')).toBe('/');
  expect(lastName('/src/auth')).toBe('auth');
});

it('says why something is not in a file', () => {
  expect(cutReason({ reason: 'budget', shortened: false }, 'standard')).toBe('left out: no room within 2,000 tokens');
  expect(cutReason({ reason: 'window', shortened: true }, 'full')).toBe('shortened: beyond the last few');
});

it('reads dates and tags as people type them', () => {
  expect(today(new Date(2026, 0, 5))).toBe('2026-01-05');
  expect(isDate('2026-02-30')).toBe(false);
  expect(isDate('2026-02-28')).toBe(true);
  expect(isDate('28 Feb')).toBe(false);
  expect(tagsOf(' Architectural, api;api ')).toEqual(['architectural', 'api']);
});

it('compares the two newest builds until somebody chooses', () => {
  const builds = [{ digest: 'c' }, { digest: 'b' }, { digest: 'a' }];
  expect(defaultPair(builds, false)).toEqual(['b', 'c']);
  expect(defaultPair(builds, true)).toEqual(['c', NOW]);
  expect(defaultPair([{ digest: 'a' }], false)).toBeNull();
  expect(pairWith(['b', 'c'], 0, 'a')).toEqual(['a', 'c']);
});

it('knows which project is a folder of a disk', () => {
  expect(['/home/me/harbour', 'C:\\harbour'].every(isRoot)).toBe(true);
  expect(['', 'workspace cd87fcfa'].some(isRoot)).toBe(false);
});
