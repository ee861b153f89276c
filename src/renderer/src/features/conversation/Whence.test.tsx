// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { abilitiesIn } from '../../../dev/formats.ts';
import { tape } from '../../../dev/tapes.ts';
import { useStore } from '../../state/store.ts';
import { draw } from '../../testing/desk.tsx';
import { Whence } from './Whence.tsx';

const notice = () => useStore.getState().notice;

const open = async (callers: readonly number[], shown: string) => {
  const parent = tape({ title: 'The parent', id: 'parent' });
  const agents = callers.map((caller) =>
    tape({ title: `Agent ${caller}`, id: `agent${caller}`, parent: 'parent', relation: 'sub-agent', caller }),
  );
  const family = [parent, ...agents];
  const desk = draw(<Whence tape={shown} />, {
    answers: {
      'tapes.get': ({ tape: id }) => {
        const found = family.find((one) => one.id === id) ?? parent;
        return { tape: found, anchors: [], related: family.filter((one) => one !== found), ...abilitiesIn(found.format) };
      },
    },
  });
  await screen.findByRole('button', { name: 'The parent' });
  return desk;
};

test('the keys to the siblings of a sub-agent lead along them, and say at both ends that there are no more', async () => {
  const { hand } = await open([4, 9], 'agent4');
  await screen.findByText(/1 of 2/);
  await hand.keyboard('<');
  expect(notice()).toBe('This is the first sub-agent of its parent.');
  await hand.keyboard('>');
  expect(useStore.getState().tape).toBe('agent9');
});

test('a last sub-agent says that it is the last', async () => {
  const { hand } = await open([4, 9], 'agent9');
  await screen.findByText(/2 of 2/);
  await hand.keyboard('>');
  expect(notice()).toBe('This is the last sub-agent of its parent.');
});

test('an only sub-agent says that it has no siblings', async () => {
  const { hand } = await open([4], 'agent4');
  await hand.keyboard('>');
  expect(notice()).toBe('Its parent has no other sub-agent.');
});
