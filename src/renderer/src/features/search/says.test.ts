import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAsked } from '../../../../shared/library/asked.ts';
import type { SearchHitOf, SearchPageOf } from '../../data/searchHooks.ts';
import type { SearchPlace } from '../../state/hash.ts';
import { toggled } from './place.ts';
import { along, alongSessions, firstOf, rowsOf } from './rows.ts';
import { asideOf, chipsOf, reachedSentence, reachedWords, terminalLine, totalWords } from './says.ts';

const place = (change: Partial<SearchPlace>): SearchPlace => ({ query: 'retry', mode: 'words', filters: {}, sort: 'newest', ...change });
const nameOf = (id: string) => id.toUpperCase();

describe('a search in words', () => {
  it('is the same on the command line', () => {
    expect(terminalLine(place({}))).toBe('tape search retry --imported');
    expect(terminalLine(place({ query: `it's "so"`, mode: 'phrase', sort: 'best' }))).toBe(
      `tape search 'it'\\''s "so"' --imported --phrase --best`,
    );
    const filters = { kind: ['result', 'error'], project: ['/home/ann/shop'], session: ['abc'], since: Date.UTC(2026, 10, 1), error: true };
    expect(terminalLine(place({ filters }))).toBe(
      'tape search retry --tape abc --project /home/ann/shop --kind result,error --since 2026-11-01 --error',
    );
  });

  it('has its conditions typed where there are no words, and so reads back as it was', () => {
    const line = terminalLine(place({ query: '', filters: { kind: ['error'], tool: ['Bash', 'My Tool'], error: false } }));
    const [, words = ''] = /^tape search '(.*)' --imported$/.exec(line) ?? [];
    expect(readAsked(words, 0)).toEqual({ query: '', filters: { kind: ['error'], tool: ['Bash', 'My Tool'], error: false } });
  });

  it('has a chip for each condition', () => {
    expect(chipsOf({ agent: ['pi'], file: ['/home/ann/shop/src/a.ts'], until: Date.UTC(2026, 10, 1, 12), error: false }, nameOf)).toEqual([
      { name: 'agent', value: 'PI' },
      { name: 'file', value: 'src/a.ts' },
      { name: 'until', value: '1 Nov 2026' },
      { name: 'error', value: 'no' },
    ]);
    expect(toggled(toggled({}, 'kind', 'error'), 'kind', 'error')).toEqual({});
  });

  it('says how much was found and what was not looked at', () => {
    const answer = {
      total: 2000,
      sessions: 9,
      complete: false,
      repeats: 1,
      stopped: { ms: 2012, left: 18 },
      indexed: 76,
      of: 100,
    } as SearchPageOf;
    expect(totalWords(answer).join(' ')).toBe('2,000 or more hits in 9 sessions');
    expect(totalWords({ ...answer, total: 0, sessions: 0 }).join(' ')).toBe('No hits so far');
    expect(asideOf(answer)).toEqual([
      '1 repeats the same text (folded)',
      'stopped after 2 s, 18 sessions not searched',
      '76 % of the text is indexed so far',
    ]);
  });
});

it('says whether the model received an entry', () => {
  const stay = { from: 171, to: 241, left: null };
  const gone = { from: 3, to: 5, left: { step: 6, reason: 'compacted' as const } };
  expect(reachedWords({ stays: [] }).words).toBe('never sent');
  expect(reachedWords({ stays: [stay] }).words).toBe('in 71 steps');
  expect(reachedWords({ stays: [gone] }).words).toBe('left at step 6');
  expect(reachedWords({ stays: [stay], other: true }).words).toBe('other branch');
  expect(reachedSentence({ stays: [gone, stay] })).toBe('In context in steps 3 to 5, then in steps 171 to 241, the last one.');
});

describe('rows of the list', () => {
  const hit = (tape: string, seq: number, same: number[] = []) => ({ tape, seq, same, lines: [] }) as unknown as SearchHitOf;
  const pages = [
    {
      hits: [hit('a', 1, [9]), hit('a', 2), hit('b', 1)],
      groups: [
        { tape: 'a', hits: 6, shown: 4 },
        { tape: 'b', hits: 1, shown: 1 },
      ],
    },
  ] as unknown as SearchPageOf[];

  it('have each session with its hits, and say how many are left and how many of them repeat', () => {
    const rows = rowsOf(pages, new Map());
    expect(rows.map((row) => row.type)).toEqual(['session', 'hit', 'hit', 'more', 'session', 'hit']);
    expect(rows[3]).toEqual({ type: 'more', tape: 'a', hits: 3, same: 1 });
    const all = new Map([['a', [hit('a', 1, [9]), hit('a', 2), hit('a', 3, [8]), hit('a', 4)]]]);
    expect(rowsOf(pages, all).map((row) => row.type)).toEqual(['session', 'hit', 'hit', 'hit', 'hit', 'session', 'hit']);
  });

  it('are gone through by hit and by session, and never end on the row of a session', () => {
    const rows = rowsOf(pages, new Map());
    expect(firstOf(rows)).toBe(1);
    expect(along(rows, 3, 1)).toBe(5);
    expect(along(rows, 5, 1)).toBe(5);
    expect(alongSessions(rows, 1, 1)).toBe(5);
    expect(alongSessions(rows, 5, -1)).toBe(1);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(1 as const, -1 as const)), fc.boolean(), (keys, bySession) => {
        let at = firstOf(rows);
        for (const by of keys) at = bySession ? alongSessions(rows, at, by) : along(rows, at, by);
        expect(rows[at]?.type).not.toBe('session');
      }),
    );
  });
});
