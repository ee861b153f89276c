import { existsSync } from 'node:fs';
import type { Receipt } from '../../../shared/model/index.ts';
import type { Settings } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { abouts } from '../../engine/formats/abouts.ts';
import type { Opened } from '../../engine/ingest/ingest.ts';
import type { Context, Declaration, Given } from '../command.ts';
import { Exit } from '../exit.ts';
import { json } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { shortIds } from '../format/ids.ts';
import { bytes, count, plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { truncate, truncateStart } from '../format/width.ts';
import { textOf } from '../options.ts';
import { sentenceOf } from '../session.ts';

/** Ids of all formats, as tape formats lists them. */
const FORMATS = abouts.map(({ id }) => id);

export const command: Declaration = {
  flags: [
    { name: 'again', description: 'first forget what is known of them, after a mapping was changed' },
    { name: 'as', value: 'FORMAT', offers: FORMATS, description: 'read what is new as this format, if several are equally likely' },
    json,
  ],
  notes: [
    'Without PATH it reads what agents keep on this machine; tape formats says where.',
    'Opens sources read-only and never copies them. Refuses a path that is not a log, and still reads the others.',
  ],
  example: ['tape import session.jsonl logs', 'reads a log and all logs in a folder'],
  run,
};

/** A sentence on a terminal stands alone, so it names what it is about. */
const withPath = (one: Opened['refused'][number]) => {
  const reason = sentenceOf(one);
  return { ...one, reason: reason.includes(one.path) ? reason : `${one.path}: ${reason}` };
};

/** What agents keep on this machine. Throws TapeError('not-found') where they keep nothing. */
const kept = async (settings: Settings): Promise<string[]> => {
  const { formatRows, foundIn } = await import('../../engine/formats/rows.ts');
  const looked = foundIn({ settings });
  const found = looked.filter((path) => existsSync(path));
  if (found.length > 0) return found;
  const off = formatRows({ settings }).flatMap(({ name, roots }) => (roots.some(({ on, found }) => found && !on) ? [name] : []));
  const switched = off.length === 0 ? '' : ` Switched off: ${off.join(', ')}; “tape formats on AGENT” looks there again.`;
  throw new TapeError('not-found', `No agent keeps logs in its usual place: ${looked.join(', ')}. Name a file or a folder.${switched}`);
};

const formatOf = (given: Given): string | undefined => {
  const id = textOf(given, 'as');
  if (id === undefined || FORMATS.includes(id)) return id;
  throw new TapeError('bad-input', `--as takes one of ${FORMATS.join(', ')}, not "${id}".`);
};

const PAGE = 256;

function* pagesOf(receipts: Opened['receipts']): Generator<Receipt[]> {
  let page: Receipt[] = [];
  for (const receipt of receipts)
    if (page.push(receipt) === PAGE) {
      yield page;
      page = [];
    }
  yield page;
}

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
  const { read, engine } = await session();
  const {
    receipts,
    tapes,
    refused: all,
  } = await read(given.operands.length > 0 ? given.operands : await kept(engine.settings()), {
    again: given.options.again === true,
    as: formatOf(given),
  });
  const refused = all.map(withPath);
  if (json) await terminal.items(pagesOf(receipts), { refused });
  else if (tapes.length > 0) terminal.print(formatReceipts(receipts, tapes, terminal.layout));
  const [first] = refused;
  if (!first) return Exit.Done;
  if (json) terminal.fail({ code: 'not-a-log', message: first.reason, details: { refused } }, true);
  else for (const { reason } of refused) terminal.fail({ code: 'not-a-log', message: reason }, false);
  return Exit.WrongArgument;
}

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
export function formatReceipts(receipts: Iterable<Receipt>, tapes: readonly string[], layout: Layout): string[] {
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
}
