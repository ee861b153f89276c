// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { View } from '../../../shared/model/index.ts';
import { draw } from '../testing/desk.tsx';
import { useView } from './hooks.ts';

const block = (entries: number[], folded?: number): View['blocks'][number] => ({
  ...{ role: 'user', kind: 'message', tone: 'user', label: '', entries, tokens: { value: 1, basis: 'estimated' } },
  ...(folded !== undefined && { folded }),
});

const Entries = () => (
  <p>
    {useView('outbox', 412, 'full')
      .data?.blocks.map(({ entries }) => entries.join('+'))
      .join(' ')}
  </p>
);

test('a view has the entries of its folded blocks in them', async () => {
  const blocks = [block([1]), block([], 2), block([], 3), block([9])];
  const inFolds = [Uint32Array.of(2, 4), Uint32Array.of(3, 5, 6)];
  draw(<Entries />, { answers: { 'views.assemble': () => ({ tape: 'outbox', step: 412, blocks, inFolds }) as never } });
  expect(await screen.findByText('1 2+4 3+5+6 9')).toBeDefined();
});
