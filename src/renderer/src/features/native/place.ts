import { formatNumber } from '../../ui/format.ts';

/** The number of an entry as somebody typed it, or what is wrong with it. */
export function entryIn(text: string, entries: number): { seq: number | null; wrong: string | undefined } {
  const seq = Number(text.trim().replace(/^#/, ''));
  if (Number.isSafeInteger(seq) && seq >= 1 && seq <= entries) return { seq, wrong: undefined };
  return { seq: null, wrong: entries === 0 ? 'This tape has no entries.' : `A number from 1 to ${formatNumber(entries)}.` };
}
