import { expect, it } from 'vitest';
import type { ToolCalls } from '../catalog/tool-calls.ts';
import { toolSumsOf } from './tool-sums.ts';

const calls = (name: string, took: number[]): ToolCalls => ({
  ...{ name, took, seq: took.map((_, at) => at + 1), at: took.map(() => 0), failed: took.map(() => false) },
});

it('adds up spellings of one tool that differ in case alone, under the one that most calls have', () => {
  const parts = [
    { tape: 'a', format: 'claude-code', calls: [calls('Read', [10, 20]), calls('Bash', [5])] },
    { tape: 'b', format: 'pi', calls: [calls('read', [100])] },
  ];
  const sums = toolSumsOf(parts, () => true);
  expect(sums.map(({ name, calls: many, sessions, total, agents }) => [name, many, sessions, total, agents])).toEqual([
    ['Read', 3, 2, 130, ['claude-code', 'pi']],
    ['Bash', 1, 1, 5, ['claude-code']],
  ]);
});
