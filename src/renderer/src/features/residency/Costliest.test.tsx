// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draw } from '../../testing/desk.tsx';
import { Costliest } from './Costliest.tsx';
import type { Answer } from './rows.ts';

const group = (name: string, cost: number) => ({
  ...{ name, cost, rest: false, written: false, entries: 2, tokens: 10, exact: true, steps: 3 },
});

const answer = {
  ...{ costly: [{ seq: 1, cost: 60 }], cost: 100, tokenizer: null, every: 1, exact: new Uint8Array() },
  groups: { by: 'file', rows: [group('gate.py', 30), group('clock.py', 60), group('never.py', 0)] },
} as unknown as Answer;

test('what cost most is of the rows that are shown, and leads to them', async () => {
  const onGroup = vi.fn();
  const { hand } = draw(<Costliest answer={answer} tape="t" group={0} onGroup={onGroup} />);
  const rows = screen.getAllByRole('button');
  expect(rows.map(({ textContent }) => /\w+\.py/.exec(textContent ?? '')?.[0])).toEqual(['clock.py', 'gate.py']);
  expect(rows.map((row) => row.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
  expect(screen.getByText(/these 2: 90 %/)).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: /clock\.py/ }));
  expect(onGroup).toHaveBeenCalledWith(1);
});
