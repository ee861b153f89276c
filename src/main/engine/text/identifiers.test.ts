import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findIdentifiers, identifiersOf } from './identifiers.ts';

it.each([
  ['retryNow', 'call retry_now()', ['retry_now']],
  ['retry_now', 'RETRY_NOW and retryNow and RetryNow', ['RETRY_NOW', 'retryNow', 'RetryNow']],
  ['lock', 'withLock unlock block', ['Lock']],
  ['ledgerLock', 'withLedgerLock2', ['LedgerLock']],
  ['HTTPServer', 'new HttpServer(httpServer)', ['HttpServer', 'httpServer']],
  ['研究', '我们研究生命', ['研究']],
  ['retry budget', 'retryBudget, budget', ['retry', 'Budget', 'budget']],
])('%s in %s', (query, text, expected) => {
  expect(findIdentifiers(text, identifiersOf(query))?.map(({ from, to }) => text.slice(from, to))).toEqual(expected);
});

it('is not found across words that a blank parts, nor where a part is missing', () => {
  expect(findIdentifiers('retry  now', identifiersOf('retryNow'))).toBeNull();
  expect(findIdentifiers('retry', identifiersOf('retry budget'))).toBeNull();
});

it('finds a name in every style of writing it', () => {
  const parts = fc.array(fc.stringMatching(/^[a-z]{2,6}$/), { minLength: 1, maxLength: 4 });
  const styles = [
    (all: string[]) => all.join('_'),
    (all: string[]) => all.join('-').toUpperCase(),
    (all: string[]) => all.map((part, at) => (at === 0 ? part : `${part[0]?.toUpperCase()}${part.slice(1)}`)).join(''),
  ];
  fc.assert(
    fc.property(parts, fc.constantFrom(...styles), fc.constantFrom(...styles), (all, asked, written) => {
      expect(findIdentifiers(`x(${written(all)})`, identifiersOf(asked(all)))).toHaveLength(1);
    }),
  );
});
