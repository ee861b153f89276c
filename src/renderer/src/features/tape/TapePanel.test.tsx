// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useStore } from '../../state/store.ts';
import { draw } from '../../testing/desk.tsx';
import { TapePanel } from './TapePanel.tsx';

const open = async () => {
  const desk = draw(<TapePanel folds={false} />);
  act(() => useStore.getState().openTape('outbox'));
  const slider = await screen.findByRole('slider', { name: 'Tape timeline' });
  act(() => slider.focus());
  return { ...desk, slider };
};

const at = (): number | null => useStore.getState().step;

test('the playhead goes by the keys of a slider, and says where it is', async () => {
  const { hand, slider } = await open();
  expect(slider.getAttribute('aria-valuetext')).toMatch(/412 of 412/);
  await hand.keyboard('{ArrowLeft}');
  expect(at()).toBe(411);
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toMatch(/411 of 412/));
  await hand.keyboard('{PageDown}');
  expect(at()).toBe(401);
  await hand.keyboard('{Home}{ArrowRight}');
  expect(at()).toBe(2);
});

test('at the newest step the playhead follows the tape; End once more is the next request', async () => {
  const { hand, slider } = await open();
  await hand.keyboard('{ArrowLeft}{End}');
  expect(at()).toBeNull();
  expect(useStore.getState().next).toBe(false);
  await hand.keyboard('{End}');
  expect(useStore.getState().next).toBe(true);
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toMatch(/^next request/));
  await hand.keyboard('{ArrowLeft}');
  expect(useStore.getState().next).toBe(false);
});

test('Shift with an arrow selects steps, which Escape gives back', async () => {
  const { hand } = await open();
  act(() => useStore.getState().moveTo(100));
  await hand.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
  expect(useStore.getState().span).toEqual({ from: 100, to: 102 });
  expect(screen.getByText(/steps 100 – 102/)).toBeDefined();
  await hand.click(screen.getByRole('button', { name: 'show all' }));
  expect(useStore.getState().span).toBeNull();
});

test('the tape is laid out by entry, by step or by time', async () => {
  const { hand } = await open();
  await hand.click(screen.getByRole('button', { name: 'step' }));
  expect(screen.getByRole('button', { name: 'step' }).getAttribute('aria-pressed')).toBe('true');
  expect(useStore.getState().axis).toBe('step');
});
