import { expect, test } from 'vitest';
import { shortIds } from './ids.ts';

test('ids are shortened to eight characters, or to what tells them apart', () => {
  const short = shortIds(['aaaaaaaaaaXX1', 'aaaaaaaaaaXX2', 'bbbbbbbbbbbb', 'c', 'c']);
  expect([...short.values()]).toEqual(['aaaaaaaaaaXX1', 'aaaaaaaaaaXX2', 'bbbbbbbb', 'c']);
});
