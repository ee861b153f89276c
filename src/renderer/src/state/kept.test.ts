import { expect, it } from 'vitest';
import { changedOnly } from './kept.ts';

it('writes a text that changed, and none that did not', () => {
  const written: string[] = [];
  const items = new Map<string, string>();
  const storage = changedOnly({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      written.push(value);
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
  });
  for (const value of ['a', 'a', 'b', 'a']) storage.setItem('layout', value);
  expect(written).toEqual(['a', 'b', 'a']);
  storage.removeItem('layout');
  storage.setItem('layout', 'a');
  expect(storage.getItem('layout')).toBe('a');
});
