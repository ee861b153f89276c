import { expect, test } from 'vitest';
import type { TapeRow } from '../../../shared/model/index.ts';
import { layout, NOW, tapeRow } from '../testing/rows.ts';
import { formatList as listed } from './list.ts';
import type { Layout } from './style.ts';

const formatList = (tapes: readonly TapeRow[], on: Layout) => listed(tapes, on, (format) => format.toUpperCase());

test('derived tapes follow the one they belong to, however deep', () => {
  const tapes = [
    tapeRow(),
    tapeRow({ id: 'cccccccccccc', title: 'Deeper', parent: 'bbbbbbbbbbbb', relation: 'sub-agent' }),
    tapeRow({ id: 'dddddddddddd', title: 'Another', ended: NOW - 86_400_000, usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } }),
    tapeRow({ id: 'bbbbbbbbbbbb', title: 'Look for it', parent: 'aaaaaaaaaaaa', relation: 'sub-agent' }),
    tapeRow({ id: 'eeeeeeeeeeee', title: 'Orphan', parent: 'not here', relation: 'aside' }),
  ];
  expect(formatList(tapes, layout())).toEqual([
    'TAPE      TITLE                     PROJECT  STEPS  TOKENS       LAST',
    'aaaaaaaa  Mend the parser           app          3    1.4k  5 min ago',
    'bbbbbbbb  └ sub-agent: Look for it  app          3    1.4k  5 min ago',
    'cccccccc  └ sub-agent: Deeper       app          3    1.4k  5 min ago',
    'dddddddd  Another                   app          3       –    1 d ago',
    'eeeeeeee  Orphan                    app          3    1.4k  5 min ago',
  ]);
});

test('tapes that name each other as what they came from are listed all the same', () => {
  const tapes = [
    tapeRow({ id: 'aaaaaaaaaaaa', title: 'Egg', parent: 'bbbbbbbbbbbb', relation: 'sub-agent' }),
    tapeRow({ id: 'bbbbbbbbbbbb', title: 'Hen', parent: 'aaaaaaaaaaaa', relation: 'sub-agent' }),
  ];
  expect(
    formatList(tapes, layout())
      .slice(1)
      .map((line) => line.slice(10, 13)),
  ).toEqual(['Egg', 'Hen']);
});

test('a tape that is live, forked or broken shows it; one without a title shows its file', () => {
  const [, line] = formatList([tapeRow({ title: '', live: true, branches: 2, unreadable: 1 })], layout(100));
  expect(line).toContain('one.jsonl  ● live  ⑂ 2  ✗ 1 unreadable line');
});

test('an empty catalog says what to do next', () => {
  expect(formatList([], layout())).toEqual([
    'The catalog is empty. Read some logs first: tape import reads what agents keep on this machine, tape import FOLDER anything else.',
  ]);
});

test('where several agents wrote, each row names its own', () => {
  const tapes = [tapeRow(), tapeRow({ id: 'cccccccccccc', title: 'Other', format: 'other' })];
  expect(formatList(tapes, layout()).map((line) => line.slice(10, 41).trimEnd())).toEqual([
    expect.stringMatching(/^TITLE +AGENT/),
    expect.stringMatching(/^Mend the parser +CLAUDE-CODE/),
    expect.stringMatching(/^Other +OTHER/),
  ]);
});
