import { describe, expect, it } from 'vitest';
import type { Receipt } from '../../../../shared/model/index.ts';
import { isClosed, receiptLine, sumRows } from './sums.ts';

const receipt = (lines: Partial<Receipt['lines']>, unknownTypes = {}): Receipt => ({
  file: '/logs/a.jsonl',
  format: 'bub',
  bytes: 900,
  waiting: 0,
  toCome: 0,
  lines: { total: 10, withEntries: 10, blank: 0, unreadable: 0, repaired: 0, ...lines },
  entries: 10,
  unknownTypes,
  tape: 'a',
  reread: 0,
  notes: [],
});

describe('a receipt in one line', () => {
  it('is calm where all went well', () => {
    expect(receiptLine(receipt({}))).toEqual({ text: 'all lines read', short: 'all lines read', tone: 'plain' });
  });

  it('names what was mended, what could not be read and what is unknown', () => {
    expect(receiptLine(receipt({ withEntries: 8, unreadable: 2, repaired: 1 }, { odd: 4 }))).toEqual({
      text: '2 lines unreadable · 1 line repaired · 1 unknown type',
      short: '2 unreadable',
      tone: 'warn',
    });
  });

  it('is not closed while the rest of a long log is still being read', () => {
    const begun = { ...receipt({ unreadable: 1, withEntries: 9 }), toCome: 5 };
    expect(receiptLine(begun).text).toBe('still being read · 1 line unreadable');
    expect(receiptLine({ ...receipt({}), toCome: 5 }).short).toBe('still being read');
  });

  it('says so where the sums do not close', () => {
    const open = receipt({ withEntries: 9 });
    expect(isClosed(open)).toBe(false);
    expect(receiptLine(open).tone).toBe('error');
  });
});

describe('the table', () => {
  it('ends with its own sum', () => {
    const numbers = sumRows(receipt({ withEntries: 7, blank: 2, unreadable: 1 })).map(({ value }) => Number(value));
    expect(numbers.slice(0, 3).reduce((a, b) => a + b)).toBe(numbers[3]);
  });
});
