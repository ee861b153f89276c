import type { Receipt } from '../../../shared/model/index.ts';
import { clean } from './clean.ts';
import { shortIds } from './ids.ts';
import type { Layout } from './layout.ts';
import { bytes, count, plural } from './number.ts';
import { truncate, truncateStart } from './width.ts';

/** What else there is to say of the lines, in words; empty for a plain file. */
const rest = ({ lines, unknownTypes, reread }: Receipt): string[] => {
  const unknown = Object.entries(unknownTypes).map(([type, times]) => `${clean(type)} × ${count(times)}`);
  return [
    lines.noted !== undefined ? `${count(lines.noted)} without entries` : '',
    lines.blank > 0 ? `${count(lines.blank)} blank` : '',
    lines.repaired > 0 ? `${count(lines.repaired)} repaired` : '',
    lines.unreadable > 0 ? `${count(lines.unreadable)} unreadable (kept, shown)` : '',
    unknown.length > 0 ? `unknown types, kept: ${unknown.join(', ')}` : '',
    reread > 0 ? `read again ${plural(reread, 'time')}` : '',
  ].filter((part) => part !== '');
};

const receipt = (one: Receipt, short: string, { width, style }: Layout): string[] => {
  const sums = `${plural(one.lines.total, 'line')} → ${plural(one.entries, 'entry', 'entries')}, ${bytes(one.bytes)}, ${one.format}`;
  const broken = one.lines.unreadable > 0;
  const more = [rest(one).join(' · '), ...one.notes.map(clean)].filter((line) => line !== '');
  return [
    `${broken ? style.bad('!') : style.assistant('✓')} ${truncateStart(clean(one.file), width - 2)}`,
    `  ${style.accent(short)}  ${truncate(sums, width - short.length - 4)}`,
    ...more.map((line) => `  ${style.dim(truncate(line, width - 2))}`),
  ];
};

const total = (receipts: readonly Receipt[]): string => {
  const sum = (value: (receipt: Receipt) => number): number => receipts.reduce((all, one) => all + value(one), 0);
  const lines = plural(
    sum(({ lines }) => lines.total),
    'line',
  );
  const entries = plural(
    sum((one) => one.entries),
    'entry',
    'entries',
  );
  return `${plural(receipts.length, 'source')}, ${lines}, ${entries}, ${bytes(sum((one) => one.bytes))}`;
};

/** Beyond this many sources, those that were read without remark are only counted. */
const MANY = 20;

const isPlain = (one: Receipt): boolean => rest(one).length === 0 && one.notes.length === 0;

/** A receipt per source, two lines and whatever is out of the ordinary; a sum where there are several. */
export const formatReceipts = (receipts: readonly Receipt[], layout: Layout): string[] => {
  const short = shortIds(receipts.map(({ tape }) => tape));
  const shown = receipts.length > MANY ? receipts.filter((one) => !isPlain(one)) : receipts;
  const lines = shown.flatMap((one) => receipt(one, clean(short.get(one.tape) ?? one.tape), layout));
  const plain = receipts.length - shown.length;
  if (plain > 0) lines.push(`${layout.style.assistant('✓')} ${plural(plain, 'source')} without remarks`);
  return receipts.length > 1 ? [...lines, '', layout.style.bold(total(receipts))] : lines;
};
