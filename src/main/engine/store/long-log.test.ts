import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nativeHome, user } from '../testing/native.ts';
import { filled } from './left.ts';

const MOST = 400;

test('a long log is brought to the index once, and then only when it has grown long again', () => {
  const { main } = nativeHome();
  const say = (): void =>
    void main.append(Array.from({ length: 100 }, (_, at) => user(`the mast of ship ${at} ${'and the harbour '.repeat(9)}`)));
  const left = (): string => readFileSync(`${main.folder}/index.db-left`, 'utf8');
  const log = `${main.folder}/index.db-wal`;
  const made = left();
  for (let at = 0; at < 3; at++) {
    say();
    expect(filled(log)).toBe(statSync(log).size);
  }
  for (let at = 0; at < MOST && left() === made; at++) say();
  const brought = left();
  expect(brought).not.toBe(made);
  for (let at = 0; at < 20; at++) main.append([user('one more')]);
  expect(left()).toBe(brought);
  expect(filled(log)).toBeGreaterThan(0);
  expect(filled(log)).toBeLessThan(4 << 20);
  expect(statSync(log).size).toBeGreaterThan(16 << 20);
  main.close();
});
