import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { entry } from '../testing/native.ts';
import { layout } from '../testing/rows.ts';
import { createLog, firstWords } from './log.ts';
import { createStyle } from './style.ts';
import { displayWidth } from './width.ts';

describe('a log', () => {
  test('an entry is a line with id, time, kind and first words; the day is above', () => {
    const log = createLog(layout());
    expect(
      log([entry(), entry({ id: 8, kind: 'anchor', payload: { name: 'build', state: { phase: 'build', summary: 'Agreed.' } } })]),
    ).toEqual([
      '        2026-03-10',
      '     7  11:05:09  message      user: Mend the parser.',
      '     8  11:05:09  anchor       build: Agreed.',
    ]);
    expect(log([entry({ id: 9, at: '2026-03-11T00:00:00.000Z' })])).toEqual([
      '        2026-03-11',
      '     9  00:00:00  message      user: Mend the parser.',
    ]);
    expect(log([entry({ id: 10, at: '2026-03-11T00:00:01.000Z' })])).toHaveLength(1);
  });

  test('sessions have a line of their own', () => {
    const log = createLog(layout());
    const lines = log([entry({ session: 'main' }), entry({ session: 'main' }), entry({ session: 'review' })]);
    expect(lines.filter((line) => line.startsWith('session'))).toEqual(['session main', 'session review']);
    expect(lines).toHaveLength(7);
  });

  test('hostile text is one line that fits, and a time that is none a dash', () => {
    const evil = `\u001b[2J\u202e${'日本語 '.repeat(40)}\nsecond\u0007`;
    const lines = createLog(layout(60))([
      entry({
        kind: evil,
        at: evil,
        payload: { role: evil, content: evil },
        meta: { insight: true, from: { fork: evil, id: 3, mark: evil } },
      }),
      entry({ kind: 'event', payload: { name: evil, data: { [evil]: evil } } }),
      entry({ kind: 'tool_call', payload: { calls: [{ function: { name: evil, arguments: evil } }] } }),
    ]);
    for (const line of lines) {
      expect(displayWidth(line), line).toBeLessThanOrEqual(60);
      expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
    }
    expect(lines[0]).toBe('        –');
  });

  test('a narrow terminal gets the words and not the time', () => {
    const [, line = ''] = createLog(layout(40))([entry()]);
    expect(line).toBe('     7  message      user: Mend the par…');
    expect(displayWidth(line)).toBeLessThanOrEqual(40);
  });

  test('colour paints around the same text', () => {
    const colour = createLog({ ...layout(), style: createStyle(true) })([entry()]).join('\n');
    expect(colour).toContain('\u001b[');
    expect(stripVTControlCharacters(colour)).toBe(createLog(layout())([entry()]).join('\n'));
  });
});

describe('the first words', () => {
  const cases: [string, Parameters<typeof entry>[0], string][] = [
    [
      'a message with parts',
      {
        payload: {
          role: 'assistant',
          content: [
            { type: 'text', text: 'one' },
            { type: 'text', text: 'two' },
          ],
        },
      },
      'assistant: one two',
    ],
    [
      'a message that calls tools',
      { payload: { role: 'assistant', content: null, tool_calls: [{ function: { name: 'Bash', arguments: '{}' } }] } },
      'assistant: Bash {}',
    ],
    ['a system prompt', { kind: 'system', payload: { content: 'Be kind.' } }, 'Be kind.'],
    [
      'calls',
      { kind: 'tool_call', payload: { calls: [{ function: { name: 'A', arguments: '{"x":1}' } }, { name: 'B', arguments: { y: 2 } }] } },
      'A {"x":1} B {"y":2}',
    ],
    ['one call', { kind: 'tool_call', payload: { id: 'c', name: 'A', arguments: 'x' } }, 'A x'],
    ['results', { kind: 'tool_result', payload: { results: ['a', { b: 1 }] } }, 'a {"b":1}'],
    ['an output', { kind: 'tool_result', payload: { tool_call_id: 'c', output: 'done' } }, 'done'],
    ['an error', { kind: 'error', payload: { kind: 'timeout', message: 'too slow' } }, 'timeout: too slow'],
    ['an event', { kind: 'event', payload: { name: 'run', data: { status: 'ok' } } }, 'run: {"status":"ok"}'],
    [
      'a fork',
      { kind: 'event', payload: { name: 'fork', data: { event: 'fork', branch: 'a', parent: 'main@3', note: null } } },
      'fork: a, from main@3',
    ],
    [
      'a merge',
      { kind: 'event', payload: { name: 'merge', data: { event: 'merge', inputs: ['a', 'b'], verdict: 'survives', gate: 'npm test' } } },
      'merge: a, b, survives, by npm test',
    ],
    ['another kind', { kind: 'note', payload: { text: 'remember' } }, 'remember'],
    ['a kind that every object has', { kind: 'constructor', payload: { text: 'x' } }, 'x'],
    ['a bare text', { kind: 'note', payload: 'remember' }, 'remember'],
    ['null', { kind: 'message', payload: null }, ''],
    ['a number', { kind: 'message', payload: 7 }, '7'],
    ['anything', { kind: 'tool_result', payload: { odd: true } }, '{"odd":true}'],
    ['a correction', { corrects: 3 }, '[corrects 3] user: Mend the parser.'],
    ['an insight from a fork', { meta: { insight: true, from: { fork: 'a', id: 4 } } }, '[insight] [from a 4] user: Mend the parser.'],
  ];
  test.each(cases)('of %s', (_, change, words) => {
    expect(firstWords(entry(change))).toBe(words);
  });

  test('of what is nested too deeply', () => {
    let payload: unknown = 'x';
    for (let depth = 0; depth < 200_000; depth++) payload = [payload];
    expect(firstWords(entry({ payload }))).toBe('(nested too deeply to be shown)');
  });
});
