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

interface Sums {
  lines: number;
  entries: number;
  bytes: number;
}

const total = (sources: number, sums: Sums): string =>
  `${plural(sources, 'source')}, ${plural(sums.lines, 'line')}, ${plural(sums.entries, 'entry', 'entries')}, ${bytes(sums.bytes)}`;

/** Beyond this many sources, those that were read without remark are only counted. */
const MANY = 20;

const isPlain = (one: Receipt): boolean => rest(one).length === 0 && one.notes.length === 0;

/** A receipt per source, two lines and whatever is out of the ordinary; a sum where there are several. */
export const formatReceipts = (receipts: Iterable<Receipt>, tapes: readonly string[], layout: Layout): string[] => {
  const short = shortIds(tapes);
  const lines: string[] = [];
  const sums: Sums = { lines: 0, entries: 0, bytes: 0 };
  let plain = 0;
  for (const one of receipts) {
    sums.lines += one.lines.total;
    sums.entries += one.entries;
    sums.bytes += one.bytes;
    if (tapes.length > MANY && isPlain(one)) plain += 1;
    else lines.push(...receipt(one, clean(short.get(one.tape) ?? one.tape), layout));
  }
  if (plain > 0) lines.push(`${layout.style.assistant('✓')} ${plural(plain, 'source')} without remarks`);
  return tapes.length > 1 ? [...lines, '', layout.style.bold(total(tapes.length, sums))] : lines;
};
