// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawnTape } from '../../../../shared/library/testing.ts';
import { type Answers, show } from '../../testing/window.tsx';
import { CommandLine } from './CommandLine.tsx';

const tape = drawnTape('lock', { native: { workspace: '/boats', session: 'lock', fork: null, open: true } });
const answers: Answers = {
  'native.command': ({ line }) =>
    line.startsWith(',') ? { did: 'command', lines: [`ran ${line}`], ids: [] } : { did: 'appended', lines: [`kept ${line}`], ids: [] },
};
const field = (): HTMLInputElement => screen.getByRole('combobox', { name: 'Message or tape command' });
const type = (value: string): boolean => fireEvent.change(field(), { target: { value } });
const key = (name: string): boolean => fireEvent.keyDown(field(), { key: name });

test('a comma leads to the line and offers tape commands, of which Tab takes one', () => {
  show(<CommandLine tape={tape} />, answers);
  fireEvent.keyDown(document.body, { key: ',' });
  expect(document.activeElement).toBe(field());
  expect(field().value).toBe(',');
  const [first] = screen.getAllByRole('option');
  expect(first?.getAttribute('aria-selected')).toBe('true');
  expect(field().getAttribute('aria-activedescendant')).toBe(first?.id);
  key('ArrowDown');
  const second = screen.getAllByRole('option')[1]?.textContent?.match(/^,\S+/)?.[0];
  key('Tab');
  expect(field().value.trim()).toBe(second);
});

test('Enter sends what is typed in its order, shows what came of it, and the arrow up brings it back', async () => {
  const { asked } = show(<CommandLine tape={tape} />, answers);
  fireEvent.focus(field());
  for (const line of ['The gate is open.', ',tape.info']) {
    type(line);
    key('Escape');
    key('Enter');
  }
  await screen.findByText('kept The gate is open.');
  await screen.findByText('ran ,tape.info');
  expect(asked.map(({ input }) => input)).toEqual([
    { tape: 'lock', line: 'The gate is open.' },
    { tape: 'lock', line: ',tape.info' },
  ]);
  expect(field().value).toBe('');
  key('ArrowUp');
  await waitFor(() => expect(field().value).toBe(',tape.info'));
  key('ArrowUp');
  await waitFor(() => expect(field().value).toBe('The gate is open.'));
});

test('nothing is sent of a line that holds nothing, or a comma alone', () => {
  const { asked } = show(<CommandLine tape={tape} />, answers);
  for (const line of ['', '   ', ',']) {
    type(line);
    key('Enter');
  }
  expect(asked).toEqual([]);
});
