import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Strip } from './Strip.tsx';

const day = (at: number): string => `2026-05-${String(at + 1).padStart(2, '0')}`;

/** Dates below a strip of so many days, with where they begin. */
const datesOf = (days: number): string[] => {
  const bars = Array.from({ length: days }, (_, at) => ({ from: day(at), to: day(at), tokens: 1, dollars: 0 }));
  const drawn = renderToStaticMarkup(<Strip bars={bars} each={1} priced={false} period={{ from: null, to: null }} onPeriod={() => {}} />);
  return [...drawn.matchAll(/style="left:([^"]+)">([^<]+)</g)].map(([, left, words]) => `${words} ${left}`);
};

test('the last date of a strip stays inside of it, and the one before it makes room', () => {
  expect(datesOf(25).at(-1)).toMatch(/^21 May .*min\(80%/);
  expect(datesOf(26).at(-1)).toMatch(/^26 May .*min\(96\.\d+%, 100% - 72px\)/);
  expect(datesOf(26).at(-2)).toMatch(/^16 May/);
});
