import { expect, test } from 'vitest';
import { provenWords, UNPROVEN } from './captured.ts';

const NONE = { ...UNPROVEN, blocks: null, differences: [], joined: null };

test('a view that a request was held against says how it agrees, and one like it is named with its title', () => {
  const held = { ...NONE, source: 'claude-trace', equal: 34, differs: 0, onlySent: 2, onlyDerived: 0 };
  expect(provenWords({ ...held, state: 'verified' })).toEqual(['Verified, by claude-trace: 34 blocks equal, 2 only sent']);
  expect(provenWords({ ...held, state: 'differs', differs: 1 })).toEqual([
    'Differs, by claude-trace: 34 blocks equal, 1 different, 2 only sent',
  ]);
  const base = {
    ...{ tape: 't', step: 12, title: 'Grind\u001b[31m the barley', version: '2.1.285', by: 'claude-trace' },
    ...{ system: { blocks: 3, chars: 12_400 }, tools: [{ name: 'Bash', chars: 1000 }] },
  };
  const [line, ...more] = provenWords({ ...NONE, state: 'derived', base });
  expect(more).toEqual([]);
  expect(line).toMatch(
    /^Probably as captured in “Grind.* the barley”, step 12: a system prompt of 12,400 characters, 1 tool of 1,000 characters$/,
  );
  expect(line).not.toContain('\u001b');
  expect([provenWords({ ...NONE, state: 'derived' }), provenWords(null)]).toEqual([[], []]);
});
