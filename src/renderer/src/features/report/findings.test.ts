import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../../shared/model/index.ts';
import { footWords, groupsOf, withKept, workWords } from './findings.ts';
import { formatsOf, offersAt, subjectOfPanel } from './subject.ts';

const finding = (id: string, kind: Finding['kind']): Finding => ({
  id,
  kind,
  what: kind,
  text: id,
  becomes: '[redacted]',
  count: 1,
  before: '',
  after: '',
});

test('findings are by kind, the worst first, and kinds without any are left out', () => {
  const groups = groupsOf([finding('a', 'home'), finding('b', 'key'), finding('c', 'home')]);
  expect(groups.map(({ kind, findings }) => [kind, findings.map(({ id }) => id)])).toEqual([
    ['key', ['b']],
    ['home', ['a', 'c']],
  ]);
});

test('the foot says how far a long review is, and then what it came to', () => {
  expect(footWords(undefined, 0, undefined)).toBe('Looking for what may be private…');
  expect(footWords(undefined, 0, { done: 430, total: 1000 })).toBe('Looking for what may be private… 43 %');
  expect(footWords({ findings: [1, 2], chars: 900 }, 1, undefined)).toBe('900 characters reviewed. 1 of 2 findings is removed.');
});

test('the foot says how far a report is that is being written, and then how much of it has arrived', () => {
  expect(workWords(0, undefined)).toBe('Writing the report…');
  expect(workWords(0, { done: 30, total: 40 })).toBe('Writing the report… 75 %');
  expect(workWords(0.5, undefined)).toBe('Fetching the report, 50 %');
});

test('what is kept is a set of its own', () => {
  const some = [finding('a', 'home'), finding('b', 'key')];
  const kept = withKept(new Set(['x']), some, true);
  expect([...kept]).toEqual(['x', 'a', 'b']);
  expect([...withKept(kept, some.slice(0, 1), false)]).toEqual(['x', 'b']);
});

describe('what can be exported', () => {
  const place = { tape: 't', policy: 'full' as const, sides: [] };
  const side = { tape: 't', step: 2, policy: 'as-recorded' as const };

  test('follows the view; views without an export of their own give the context', () => {
    expect(subjectOfPanel('handoffs')).toBe('handoffs');
    expect(subjectOfPanel('compare')).toBe('compare');
    for (const panel of ['context', 'entries', 'graph', 'residency', 'merge'] as const) expect(subjectOfPanel(panel)).toBe('view');
  });

  test('says why something cannot be', () => {
    const [view, compare, handoffs] = offersAt(place, null, { family: false, second: 1, allSides: true });
    expect([view?.subject, compare?.subject]).toEqual([null, null]);
    expect(view?.what).toContain('still loading');
    expect(offersAt(place, 'next', { family: false, second: 1, allSides: true })[0]?.subject).toEqual({
      type: 'view',
      tape: 't',
      next: true,
      policy: 'full',
    });
    expect(handoffs?.subject).toEqual({ type: 'handoffs', tape: 't', family: false });
    const [context, comparison] = offersAt({ ...place, sides: [side, { ...side, step: 3 }] }, 3, {
      family: false,
      second: 1,
      allSides: true,
    });
    expect(context?.subject).toEqual({ type: 'view', tape: 't', step: 3, policy: 'full' });
    expect(comparison?.subject).toMatchObject({ type: 'compare', pairs: [[0, 1]] });
    const three = { ...place, sides: [side, { ...side, step: 3 }, { ...side, step: 4 }] };
    expect(offersAt(three, 3, { family: true, second: 2, allSides: true }).map(({ subject }) => subject)).toMatchObject([
      {},
      {
        pairs: [
          [0, 2],
          [0, 1],
        ],
      },
      { family: true },
    ]);
    expect(offersAt(three, 3, { family: true, second: 2, allSides: false })[1]).toMatchObject({
      what: 'A and C of the comparison, block by block.',
      subject: { pairs: [[0, 2]] },
    });
    expect(offersAt({ ...place, tape: null }, 3, { family: false, second: 1, allSides: true })).toEqual([]);
  });

  test('only the handoffs have pictures', () => {
    expect(formatsOf('view')).toEqual(['html', 'markdown']);
    expect(formatsOf('handoffs')).toContain('png');
  });
});
