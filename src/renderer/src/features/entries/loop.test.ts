import { expect, it } from 'vitest';
import type { EntryRow } from '../../../../shared/model/index.ts';
import { Flag } from '../../../../shared/model/vocabulary.ts';
import { loopOf } from './EntryLine.tsx';

const row = (part: Partial<EntryRow>) => loopOf({ id: null, kind: 'event', step: null, label: '', flags: 0, ...part } as EntryRow);

it('indents the end of a request as its beginning, and what it holds further', () => {
  expect(row({ label: 'loop.start', flags: Flag.Turn })).toBe('turn');
  expect(row({ label: 'loop.step.start', flags: Flag.Request, step: 3 })).toBe('request');
  expect(row({ label: 'run', step: 3 })).toBe('part');
  for (const label of ['loop.step', 'loop.step.finish', 'loop.step.error']) expect(row({ label })).toBe('request');
  expect(row({ label: 'loop.stepped' })).toBeUndefined();
  expect(row({ kind: 'message', label: 'loop.step' })).toBeUndefined();
  expect(row({ id: 'a1', kind: 'message', step: 3 })).toBeUndefined();
});
