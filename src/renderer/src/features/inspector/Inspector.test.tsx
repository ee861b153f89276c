// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawnTape } from '../../../../shared/library/testing.ts';
import type { Problem } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { type Answers, show } from '../../testing/window.tsx';
import { Inspector } from './Inspector.tsx';

const PROBLEM: Problem = { line: 9, offset: 400, length: 12, outcome: 'unreadable', reason: 'The line ends inside a string.' };

const CAN = { fork: true, dropSpan: true, compact: true, check: true };

const answers: Answers = {
  'tapes.get': () => ({ tape: drawnTape('lock', { steps: 1, entries: 9 }), anchors: [], related: [], can: CAN, cannot: {} }),
  'tapes.rawLine': ({ offset, length }) => ({ text: `{"half": "${offset} ${length}` }),
};

test('shows a line that could not be read: why, where its bytes are, and what is written there', async () => {
  useStore.getState().openTape('lock');
  useStore.getState().inspectProblem(PROBLEM);
  const { asked } = show(<Inspector />, answers);
  await screen.findByText('Line 9, unreadable');
  expect(screen.getByText('The line ends inside a string.')).toBeTruthy();
  await screen.findByText('{"half": "400 12');
  expect(asked.filter(({ method }) => method === 'tapes.rawLine').map(({ input }) => input)).toEqual([
    { tape: 'lock', offset: 400, length: 12 },
  ]);
});

test('says in a sentence what could not be asked, with a way to try again', async () => {
  useStore.getState().openTape('lock');
  useStore.getState().select(3);
  const { asked } = show(<Inspector />, { ...answers });
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toContain('Nothing answers entries.get here.');
  const before = asked.filter(({ method }) => method === 'entries.get').length;
  fireEvent.click(again);
  await waitFor(() => expect(asked.filter(({ method }) => method === 'entries.get').length).toBeGreaterThan(before));
});
