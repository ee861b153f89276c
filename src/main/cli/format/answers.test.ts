import { describe, expect, test } from 'vitest';
import type { Receipt, Stats } from '../../../shared/model/index.ts';
import type { Hit } from '../../../shared/rpc/contract.ts';
import { formatReceipts } from '../commands/import.ts';
import { formatHits } from '../commands/search-imported.ts';
import { formatStats } from '../commands/stats.ts';
import { formatSteps } from '../commands/steps.ts';
import { layout, NOW, stepRow, tapeRow } from '../testing/rows.ts';
import { createStyle } from './style.ts';
import { displayWidth } from './width.ts';

const told = (receipts: Receipt[], width?: number): string[] =>
  formatReceipts(
    receipts,
    receipts.map(({ tape }) => tape),
    layout(width),
  );

describe('steps', () => {
  test('a figure that is not recorded is a dash, and what is odd is said', () => {
    const steps = [stepRow(), stepRow({ step: 2, first: 5, usage: null, model: null, time: null, failed: true, sidechain: true })];
    expect(formatSteps(tapeRow(), steps, layout()).slice(3)).toEqual([
      'STEP  ENTRY  TIME (UTC)           CONTEXT  CACHED  OUTPUT  MODEL',
      '   1      2  2026-03-10 12:00:00    1,000    80 %      50  claude-x',
      '   2      5  –                          –       –       –  not recorded · sub-a…',
    ]);
  });

  test('a tape without steps says so', () => {
    expect(formatSteps(tapeRow({ steps: 0 }), [], layout()).at(-1)).toBe('No request to a model is recorded in this tape.');
    expect(formatSteps(tapeRow({ steps: 2 }), [], layout()).at(-1)).toBe('No step differs from what was sent.');
  });
});

const receipt = (change: Partial<Receipt> = {}): Receipt => ({
  file: '/logs/one.jsonl',
  format: 'claude-code',
  bytes: 12_345,
  waiting: 0,
  toCome: 0,
  lines: { total: 12, withEntries: 12, blank: 0, unreadable: 0, repaired: 0 },
  entries: 12,
  unknownTypes: {},
  tape: 'aaaaaaaaaaaa',
  reread: 0,
  notes: [],
  ...change,
});

describe('receipts', () => {
  test('a plain file takes two lines', () => {
    expect(told([receipt()])).toEqual(['✓ /logs/one.jsonl', '  aaaaaaaa  12 lines → 12 entries, 12.3 kB, claude-code']);
  });

  test('nothing out of the ordinary disappears', () => {
    const odd = receipt({
      lines: { total: 12, withEntries: 9, blank: 2, unreadable: 1, repaired: 1 },
      entries: 10,
      unknownTypes: { 'new\u001bthing': 2 },
      reread: 1,
      notes: ['The file was rewritten.'],
    });
    const text = told([odd], 200).join('\n');
    for (const part of ['! ', '2 blank', '1 repaired', '1 unreadable', 'new␛thing × 2', 'read again 1 time', 'The file was rewritten.'])
      expect(text).toContain(part);
  });

  test('of many sources only those with a remark are listed', () => {
    const many = Array.from({ length: 30 }, (_, at) => receipt({ tape: `tape-${at}`, ...(at === 7 && { notes: ['It was rewritten.'] }) }));
    expect(told(many)).toEqual([
      '✓ /logs/one.jsonl',
      '  tape-7  12 lines → 12 entries, 12.3 kB, claude-code',
      '  It was rewritten.',
      '✓ 29 sources without remarks',
      '',
      '30 sources, 360 lines, 360 entries, 370 kB',
    ]);
  });

  test('several sources have a sum', () => {
    expect(told([receipt(), receipt({ tape: 'b', entries: 1 })]).at(-1)).toBe('2 sources, 24 lines, 13 entries, 24.7 kB');
  });
});

test('stats have four sections and leave out the branch classes that do not occur', () => {
  const branchPoints = {
    total: 3,
    rewind: 1,
    parallelTools: 2,
    progress: 0,
    synthetic: 0,
    twoWriters: 0,
    compaction: 0,
    copiedPrefix: 0,
    other: 0,
  };
  const stats: Stats = {
    lines: 1204,
    entries: 1204,
    entriesByKind: { event: 4, message: 1200 },
    nodes: 1200,
    roots: 1,
    leaves: 4,
    branchPoints,
    toolCalls: 3,
    toolResults: 3,
    callsWithoutResult: 0,
    resultsWithoutCall: 0,
    danglingParents: 0,
    steps: 9,
    usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
  };
  const lines = formatStats(tapeRow(), stats, layout());
  expect(lines.filter((line) => /^\S/.test(line)).slice(2)).toEqual([
    'Entries',
    'Tree',
    'Tools',
    'Steps, and the tokens recorded for them',
  ]);
  expect(lines.indexOf('    message                          1,200')).toBeLessThan(
    lines.indexOf('    event                                4'),
  );
  expect(lines.join('\n')).toContain('rewinds (true forks)');
  expect(lines.join('\n')).not.toContain('two writers');
});

const hit = (change: Partial<Hit> = {}): Hit => ({
  tape: 'aaaaaaaaaaaa',
  seq: 17,
  kind: 'message',
  role: 'user',
  time: NOW,
  step: 2,
  snippet: 'mend the parser today',
  matches: [[9, 15]],
  ...change,
});

describe('hits', () => {
  const end = { total: 1, next: null };

  test('a hit is under its tape, and the match is painted', () => {
    const colour = { ...layout(), style: createStyle(true) };
    const text = formatHits('parser', [hit()], [tapeRow()], end, colour).join('\n');
    expect(text).toContain('mend the \u001b[7mparser\u001b[27m today');
    expect(formatHits('parser', [hit()], [tapeRow()], end, layout())).toEqual([
      'aaaaaaaa  Mend the parser',
      '     #17  step 2      user       mend the parser today',
      '',
      '1 hit',
    ]);
  });

  test('a match far into the snippet is in sight, and a wide terminal shows the time', () => {
    const far = hit({ snippet: `${'before '.repeat(20)}parser after`, matches: [[140, 146]] });
    const [, line = ''] = formatHits('parser', [far], [tapeRow()], end, layout(60));
    expect(line).toMatch(/ {2}user {7}…[a-z ]+parser after$/);
    expect(displayWidth(line)).toBeLessThanOrEqual(60);
    expect(formatHits('parser', [far], [tapeRow()], end, layout(120))[1]).toMatch(/parser after {2}now$/);
  });

  test('a long or hostile snippet stays in its line', () => {
    const snippet = `\u001b[2J\n日本語 ${'parser '.repeat(40)}`;
    const lines = formatHits(
      'parser',
      [
        hit({
          snippet,
          matches: [
            [8, 14],
            [4, 6],
            [900, 910],
          ],
        }),
      ],
      [tapeRow()],
      end,
      layout(),
    );
    expect(displayWidth(lines[1] ?? '')).toBeLessThanOrEqual(80);
    expect(lines[1]).toContain('␛[2J 日本語 parser parser');
    expect(lines.join('')).not.toMatch(/\p{Cc}/u);
  });

  test('no hit names what was looked for', () => {
    expect(formatHits('a\u001bb', [], [tapeRow()], { total: 0, next: null }, layout())).toEqual(['Nothing holds “a␛b”.']);
    expect(formatHits('x', [], [], { total: 0, next: null }, layout())[0]).toMatch(/^The catalog is empty/);
  });
});
