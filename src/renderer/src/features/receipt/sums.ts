import type { Receipt } from '../../../../shared/model/index.ts';
import { count, formatNumber } from '../../ui/format.ts';

/** True where every line is accounted for. */
export function isClosed({ lines }: Pick<Receipt, 'lines'>): boolean {
  return lines.total === lines.withEntries + (lines.noted ?? 0) + lines.blank + lines.unreadable;
}

/** The receipt in one line, and in a few words: whether it closes, and what was wrong on the way. */
export function receiptLine(receipt: Receipt): { text: string; short: string; tone: 'plain' | 'warn' | 'error' } {
  const { repaired, unreadable } = receipt.lines;
  const unknown = Object.keys(receipt.unknownTypes).length;
  const whole = unreadable === 0 ? ['all lines read'] : [];
  const parts = !isClosed(receipt) ? ['receipt does not close'] : receipt.toCome > 0 ? ['still being read'] : whole;
  if (unreadable > 0) parts.push(`${count(unreadable, 'line')} unreadable`);
  if (repaired > 0) parts.push(`${count(repaired, 'line')} repaired`);
  if (unknown > 0) parts.push(count(unknown, 'unknown type'));
  const tone = !isClosed(receipt) ? 'error' : unreadable > 0 ? 'warn' : 'plain';
  const short = unreadable > 0 ? `${formatNumber(unreadable)} unreadable` : parts[0];
  return { text: parts.join(' · '), short: short ?? '', tone };
}

/** The lines of a source as a small table: what they became, and how many. The last row is their sum. */
export function sumRows({ lines }: Pick<Receipt, 'lines'>): { name: string; value: string }[] {
  return [
    { name: 'with entries', value: formatNumber(lines.withEntries) },
    ...(lines.noted === undefined ? [] : [{ name: 'without entries', value: formatNumber(lines.noted) }]),
    { name: 'blank', value: formatNumber(lines.blank) },
    { name: 'unreadable', value: formatNumber(lines.unreadable) },
    { name: 'lines read', value: formatNumber(lines.total) },
  ];
}
