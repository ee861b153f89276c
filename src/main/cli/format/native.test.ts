import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAnchors } from '../commands/anchors.ts';
import { formatForks } from '../commands/forks.ts';
import { formatInfo } from '../commands/info.ts';
import { formatPreview } from '../commands/merge.ts';
import { formatNativeHits } from '../commands/search-native.ts';
import { formatPhase } from '../commands/show.ts';
import { anchor, entry, forkRow, info, preview } from '../testing/native.ts';
import { layout, NOW } from '../testing/rows.ts';
import { spans } from './ids.ts';
import { createStyle } from './style.ts';
import { displayWidth } from './width.ts';
import { wrap } from './wrap.ts';

test('anchors are a table with the current phase last', () => {
  expect(formatAnchors([anchor({ seq: 1, name: 'session/start', id: 1, state: {} }), anchor()], layout())).toEqual([
    'PHASE  ANCHOR         ENTRY  ENTRIES  TIME (UTC)        SUMMARY',
    '    1  session/start      1        3  2026-03-10 11:05',
    '    2  build              5        3  2026-03-10 11:05  Plan agreed.',
  ]);
  expect(formatAnchors([], layout())).toEqual(['This tape has no anchor.']);
});

test('info tells what is there', () => {
  expect(formatInfo(info(), layout())).toEqual([
    'directory     /home/ann/app',
    'workspace     /home/ann/.tape/workspace-app-0123456789ab',
    'session       main',
    'entries       1,200',
    'anchors       2',
    'last anchor   build (phase 2, entry 5, 54 min ago), 1,195 entries since',
    'size          34.6 kB, ~9,012 estimated tokens',
    'forks         1 open: try-a',
    'sessions      main, review',
    'merge gate    npm test',
    'state         must meet state.schema.json',
    'recovered     1 torn line set aside in recovered/',
  ]);
  const fork = info({
    fork: 'try-a',
    forks: 0,
    openForks: [],
    gate: null,
    stateSchema: false,
    recovered: 0,
    sessions: ['main'],
    lastAnchor: null,
  });
  expect(formatInfo(fork, layout()).map((line) => line.split(/ {2,}/)[0])).toEqual([
    ...['directory', 'workspace', 'session', 'entries', 'anchors', 'last anchor', 'size'],
  ]);
});

test('forks say what they share and what is theirs', () => {
  expect(formatForks([forkRow(), forkRow({ name: 'b', state: 'merged', merged: 77, note: null })], layout())).toEqual([
    'FORK   STATE      SHARES  OWN  WHO       BEGUN  NOTE',
    'try-a  open           41    3  ann  54 min ago  is a cache worth it?',
    'b      merged 77      41    3  ann  54 min ago',
  ]);
  expect(formatForks([], layout())[0]).toMatch(/no forks/);
});

test('a phase in full: its state, then each entry with its own lines', () => {
  const { head, entries } = formatPhase(
    anchor({ state: { phase: 'build', next_steps: ['one', 'two'], source_ids: [2, 3], owner: 'ann' } }),
    layout(40),
  );
  expect(head).toEqual([
    'build',
    'phase 2 · entry 5 · 2026-03-10 11:05:09…',
    '  next_steps',
    '    · one',
    '    · two',
    '  source_ids',
    '    2, 3',
    '  owner',
    '    ann',
  ]);
  const page = [
    entry({ id: 5, kind: 'anchor' }),
    entry({ payload: { role: 'user', content: 'if x:\n    y = 1\n\nand a rather long line of words here' } }),
  ];
  expect(entries(page)).toEqual(['', '#7 message user · 11:05:09', '  if x:', '      y = 1', '', '  and a rather long line of words here']);
});

test('what a tool was called with is laid out', () => {
  const made = entry({
    kind: 'tool_call',
    payload: { calls: [{ id: 'c1', function: { name: 'Bash', arguments: { cmd: 'ls', at: [1] } } }] },
  });
  expect(formatPhase(anchor(), layout(40)).entries([made]).slice(2)).toEqual([
    '  Bash {',
    '    "cmd": "ls",',
    '    "at": [',
    '      1',
    '    ]',
    '  }',
  ]);
});

test('a preview shows the order, what is left out, and both sides of a conflict', () => {
  expect(formatPreview(preview(), ['try-a'], 'main', layout())).toEqual([
    'try-a into main: 1 entry after entry 50, 1 duplicate, 1 left in the fork, 1 con…',
    '',
    'Will be appended',
    'NEW ID  FROM   ID  KIND     MARK        BEGINS',
    '    51  try-a  42  message  superseded  The gate closes at nine.',
    '',
    'Duplicates, left out',
    'FROM   ID  KIND   IS AT    BY      BEGINS',
    'try-a  43  event  main 44  digest  started',
    '',
    'Neither anchors nor insights, left out',
    '  message × 1',
    '',
    'Conflicts',
    '! Both corrected entry 2.',
    '    main 48: ten',
    '    try-a 42: nine',
    '',
    'Gate',
    'refuted npm test ended with 1 after 1,234 ms',
    '    1 failed',
    '',
    'Refused: conflicts. Settle them with --on-conflict keep-both, prefer-parent or prefer-fork.',
  ]);
  const struck = formatPreview(preview(), ['try-a'], 'main', { ...layout(), style: createStyle(true) }).join('\n');
  expect(struck).toContain('\u001b[9mstarted\u001b[29m');
});

test('hits are under their phase', () => {
  const hit = { ...entry(), snippet: 'Mend the parser.', matches: [[9, 15]] as [number, number][] };
  expect(formatNativeHits('parser', [hit, { ...hit, id: 3, anchor: 'build', session: 'review' }], true, layout())).toEqual([
    'session/start',
    '     #7  2026-03-10 11:05  message      Mend the parser.',
    'review · build',
    '     #3  2026-03-10 11:05  message      Mend the parser.',
    '',
    '2 hits; more with --limit',
  ]);
  expect(formatNativeHits('a\u001bb', [], false, layout())).toEqual(['Nothing holds “a␛b”.']);
});

test('whatever a tape holds, no line steers the terminal or is wider than it', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 });
  fc.assert(
    fc.property(text, fc.integer({ min: 80, max: 120 }), (evil, width) => {
      const at = layout(width);
      const value = { [evil]: evil };
      const side = { from: evil, id: 1, value: evil };
      const item = { from: evil, id: 1, newId: 2, mark: null, kind: evil, at: evil, summary: evil };
      const phase = formatPhase(anchor({ name: evil, at: evil, state: value }), at);
      const lines = [
        ...formatAnchors([anchor({ name: evil, at: evil, state: { summary: evil } })], at),
        ...formatInfo(info({ root: evil, workspace: evil, session: evil, openForks: [evil], sessions: [evil, evil], gate: evil }), at),
        ...formatForks([forkRow({ name: evil, who: evil, note: evil, at: evil })], at),
        ...phase.head,
        ...phase.entries([entry({ kind: evil, at: evil, payload: { role: evil, content: evil } }), entry({ payload: value })]),
        ...formatNativeHits(evil, [{ ...entry({ anchor: evil, kind: evil }), snippet: evil, matches: [] }], false, at),
        ...formatPreview(
          preview({
            order: [item],
            conflicts: [{ type: 'state', key: evil, sides: [side, side], sentence: evil }],
            duplicates: [],
            mergeable: true,
          }),
          [evil],
          evil,
          at,
        ),
      ];
      for (const line of lines) {
        expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect(displayWidth(line), line).toBeLessThanOrEqual(width);
      }
    }),
    { numRuns: 150 },
  );
});

describe('wrap', () => {
  test('keeps breaks and indents, and cuts words that are too long', () => {
    expect(wrap('one two three\n  four\r\n\tfive', 8)).toEqual(['one two', 'three', '  four', '  five']);
    expect(wrap('日本語日本語', 5)).toEqual(['日本', '語日', '本語']);
    expect(wrap('', 10)).toEqual(['']);
  });
});

test('ids as spans', () => {
  expect(spans([])).toBe('');
  expect(spans([2, 3, 4, 9, 11, 12])).toBe('2–4, 9, 11–12');
});

test('the fixtures are at the time of the layout', () => {
  expect(Date.parse(entry().at)).toBeLessThan(NOW);
});
