import { expect, test } from 'vitest';
import { formatView } from '../commands/view.ts';
import type { Begins } from '../previews.ts';
import { block, layout, omission, tapeRow, view } from '../testing/rows.ts';
import { displayWidth } from './width.ts';

const beginnings = new Map([
  [1, 'Please mend\nthe parser'],
  [1150, 'Bash npm test'],
]);
const previews: Begins = ({ entries: [seq = 0] }) => beginnings.get(seq) ?? '';

test('blocks are in order with the omissions between them, and each figure has its basis', () => {
  expect(formatView(tapeRow(), view(), previews, layout(100))).toEqual([
    'Mend the parser',
    'claude-code  /logs/one.jsonl',
    'step 3 of 3 · as-recorded · claude-x · +4 −0 since step 2',
    '182,340 tokens recorded · 91 % of 200,000 · 180,000 from cache · ~352 estimated · 181,988 unaccounted',
    '',
    'ROLE       WHAT     TOKENS    ENTRY  BEGINS',
    'user       message     ~12        1  Please mend the parser',
    '⋯ 1,148 entries left out (compacted, 2–1,149): Replaced by the summary below.',
    'assistant  Bash       =340  1,150+1  npm test',
  ]);
});

test('a request that nobody made is estimated from the last one whose size is recorded', () => {
  const tokens = { ...view().tokens, recorded: null, cached: null, unaccounted: null, base: 1200, events: 0, unexplained: null };
  const next = { ...view(), step: null, next: true as const, tokens, expected: { tokens: 1552, last: { step: 3, recorded: 1500 } } };
  const [, , where, size] = formatView(tapeRow(), next, previews, layout(140));
  expect(where).toMatch(/^next request, after 3 steps/);
  expect(size).toBe('~1,552 tokens estimated · 1 % of 200,000 · 1,500 recorded at step 3, +52 since · 1,200 base · ~352 in blocks');
});

test('omissions at either end have their place too', () => {
  const omissions = [
    omission({ after: 0, note: 'first' }),
    omission({ after: 2, note: 'last' }),
    omission({
      after: 9,
      note: 'beyond',
      entries: [
        [1, 2],
        [5, 5],
      ],
      tokens: { value: 9, basis: 'estimated' },
    }),
  ];
  const lines = formatView(tapeRow(), view({ omissions }), previews, layout(120)).slice(5);
  expect(lines.map((line) => /first|last|beyond|message|Bash/.exec(line)?.[0])).toEqual([
    undefined,
    'first',
    'message',
    'Bash',
    'last',
    'beyond',
  ]);
});

test('a context that cannot be derived says so, and why', () => {
  const evidence = { ...view().evidence, state: 'unknown' as const, rule: 'This history begins in another file.' };
  expect(formatView(tapeRow(), view({ evidence }), previews, layout(100))).toContain('! Unknown: This history begins in another file.');
  expect(formatView(tapeRow(), view(), previews, layout(100)).join('\n')).not.toContain('Unknown');
});

test('no usage is said, not shown as nothing', () => {
  const tokens = {
    recorded: null,
    counted: 10,
    estimated: 0,
    unaccounted: null,
    base: null,
    events: null,
    unexplained: null,
    tokenizer: 'o200k_base',
    cached: null,
  };
  expect(formatView(tapeRow(), view({ tokens }), previews, layout(100))[3]).toBe('no usage recorded · 10 counted (o200k_base)');
});

test('not in any entry is a base with events, each in a line of its own', () => {
  const tokens = { ...view({}).tokens, base: 180_000, events: 2000, unexplained: -12 };
  const event = { type: 'tools-loaded', step: 3, tokens: 2000, basis: 'inferred' as const, note: 'schemas of loaded tools' };
  const lines = formatView(tapeRow(), view({ tokens, events: [event] }), previews, layout(200));
  expect(lines[3]).toMatch(/180,000 base · \+2,000 by events · −12 not explained$/);
  expect(lines[4]).toBe('  step 3: tools loaded, +2,000 tokens: schemas of loaded tools');
  expect(formatView(tapeRow(), view({ tokens, policy: 'full' }), previews, layout(200))[3]).toContain('182,000 base remains');
});

test('warnings, a cleared block and the reason it is there are in words', () => {
  const blocks = [block({ cleared: true, why: 'kept by the compaction' })];
  const lines = formatView(tapeRow(), view({ blocks, omissions: [], warnings: ['The state was left out.'] }), previews, layout(100));
  expect(lines).toContain('! The state was left out.');
  expect(lines.at(-1)).toContain('[cleared] [kept by the compaction] Please mend the parser');
});

test('a view before everything says so', () => {
  expect(formatView(tapeRow(), view({ blocks: [], omissions: [] }), previews, layout()).at(-1)).toBe('Nothing comes before this request.');
});

test('the table fits the terminal, whatever the log holds', () => {
  const hostile: Begins = () => `\u001b[31m${'日本語'.repeat(80)}`;
  const note = '\u009b2J'.repeat(60);
  const lines = formatView(tapeRow({ title: '長'.repeat(90) }), view({ omissions: [omission({ note })] }), hostile, layout(80));
  const table = lines.slice(lines.indexOf('') + 1);
  expect(Math.max(...[...lines.slice(0, 2), ...table].map(displayWidth))).toBe(80);
  expect(lines.join('')).not.toMatch(/\p{Cc}/u);
});

test('a block from another tape is named by its address there', () => {
  const blocks = [
    block({ entries: [], from: { tape: 'a1b2c3d4e5f6a7b8', title: 'An older session', entry: 12 }, why: 'recalled: hit 1 of 2' }),
  ];
  const lines = formatView(tapeRow(), view({ blocks, omissions: [] }), ({ from }) => (from ? 'Use tabs' : ''), layout(100));
  expect(lines.at(-1)).toMatch(/ a1b2c3d4#12 +\[recalled: hit 1 of 2\] Use tabs$/);
});

test('the verdict of the captured request is next to the figures, and no estimate is blamed where something else was sent', () => {
  const recorded = view({ evidence: { state: 'recorded', rule: '' } });
  const shown = (state: 'verified' | 'differs') => {
    const proof = { state, source: 'claude-trace', equal: 34, differs: 0, onlySent: 2, onlyDerived: 0, blocks: 36, joined: 'id' as const };
    return formatView(tapeRow(), recorded, previews, layout(200), { ...proof, differences: [] }).slice(3, 5);
  };
  expect(shown('verified')).toEqual([
    expect.stringContaining('estimates 181,988 too low'),
    'Verified, by claude-trace: 34 blocks equal, 2 only sent',
  ]);
  expect(shown('differs')).toEqual([
    expect.stringContaining('181,988 unaccounted'),
    'Differs, by claude-trace: 34 blocks equal, 2 only sent',
  ]);
});
