import type { Departure, TapeRow } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Context, Declaration } from '../command.ts';
import { json, POINTS, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { heading } from '../format/heading.ts';
import { count, plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { type Column, table } from '../format/table.ts';
import { truncate } from '../format/width.ts';
import { wrap } from '../format/wrap.ts';
import { namedAt } from '../points.ts';
import { beginnings } from '../previews.ts';
import type { Session } from '../session.ts';

export const command: Declaration = {
  flags: [...WHICH, json],
  notes: [
    `${POINTS} Without it, the newest anchor or compaction; the same with @next or @after:ENTRY, which compare with that request.`,
    'Similar wording is a lexical measure: rare words in common, without judgement.',
  ],
  example: ['tape left session.jsonl#80', 'what the request before entry 80 had in context and the one after it lacks'],
  run,
};

/** The newest anchor or compaction of a tape, or of it up to an entry, but for its beginning. */
export async function newestOf({ call }: Session, row: TapeRow, command: string, upTo = row.entries): Promise<number> {
  const { anchors } = await call('tapes.get', { tape: row.id });
  const newest = anchors.findLast(({ type, seq }) => (type === 'anchor' || type === 'compaction') && seq > 1 && seq <= upTo);
  if (newest) return newest.seq;
  throw new TapeError('bad-input', `This tape has no anchor and no compaction: add #ENTRY for tape ${command}.`);
}

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
  const open = await session();
  const { row, point } = await namedAt(open, given);
  const seq = point !== null && !point.asked ? point.seq : await newestOf(open, row, 'left', point?.seq);
  const departure = await open.call('handoffs.left', { tape: row.id, seq, ...point?.asked });
  if (json) {
    terminal.json(departure);
    return undefined;
  }
  const told = [...departure.back, ...(departure.summary?.alike ?? []), ...lostOf(departure.entries)];
  const seqs = told.map((one) => one.seq);
  terminal.print(formatLeft(row, departure, await beginnings(open, row.id, [...new Set(seqs)], terminal.layout.width), terminal.layout));
  return undefined;
}

const KINDS: readonly Column[] = [
  { head: 'KIND', max: 24 },
  { head: 'LEFT', align: 'right' },
  { head: 'TOKENS', align: 'right' },
  { head: 'KEPT', align: 'right' },
  { head: 'TOKENS', align: 'right' },
];

/** Entries that a summary is worded like; JSON has more. */
const SHOWN = 12;

const HOW = { 'in-context': 'in context again at', 'read-again': 'read again at', repeated: 'said again at' } as const;

const kinds = ({ left, kept }: Departure, layout: Layout): string[] => {
  const names = [...new Set([...Object.keys(left.byKind), ...Object.keys(kept.byKind)])];
  const cells = (sum: { count: number; tokens: number } | undefined) => [
    { text: sum ? count(sum.count) : '·' },
    { text: sum ? `~${count(sum.tokens)}` : '·' },
  ];
  const rows = names.map((name) => [{ text: clean(name) }, ...cells(left.byKind[name]), ...cells(kept.byKind[name])]);
  return names.length === 0 ? [] : table(rows, KINDS, layout);
};

const between = ({ before, after, next, behind }: Departure): string => {
  if (before === null) return 'there is no request before it, so no context';
  const ahead = next
    ? 'the next request after it'
    : behind === undefined
      ? 'no request after it'
      : `the request after entry ${count(behind)}`;
  return `step ${count(before)} before it, ${after === null ? ahead : `step ${count(after)} after it`}`;
};

const backLines = ({ back, moreBack }: Departure, { width, style }: Layout): string[] => [
  style.bold(`Returned (${count(back.length + moreBack)})`),
  ...back.map((one) => truncate(`  #${one.seq} ${HOW[one.how]} #${one.by} · ${clean(one.what)}`, width)),
  ...(moreBack > 0 ? [style.dim(`  … and ${count(moreBack)} more`)] : []),
];

const summaryLines = ({ summary }: Departure, previews: ReadonlyMap<number, string>, { width, style }: Layout): string[] => {
  if (summary === null) return [];
  const { worded, cites, alike, chars, seq } = summary;
  return [
    '',
    style.bold(`Its summary: entry ${count(seq)}, ${count(chars)} characters`),
    `  cites ${plural(cites.length, 'entry', 'entries')} that left; similar wording to ${count(worded.like)} of the ${count(worded.of)} that say something`,
    ...alike
      .slice(0, SHOWN)
      .map((one) =>
        truncate(
          `  ${Math.round(one.score * 100)} % #${one.seq} ${clean(previews.get(one.seq) ?? '')} · ${clean(one.words.join(', '))}`,
          width,
        ),
      ),
  ];
};

/** What was lost, a person's own words first: as many as one reads. */
const lostLines = ({ entries, fates }: Departure, previews: ReadonlyMap<number, string>, { width, style }: Layout): string[] => {
  const lost = lostOf(entries);
  if (lost.length === 0) return [];
  const rest = fates.lost - lost.length;
  return [
    '',
    style.bold(`Lost here (${count(fates.lost)})`),
    ...lost.map((one) => truncate(`  #${one.seq} ${one.group} · ${clean(previews.get(one.seq) ?? '')}`, width)),
    ...(rest > 0 ? [style.dim(`  … and ${count(rest)} more`)] : []),
  ];
};

/** The lost entries that are shown. */
const lostOf = (entries: Departure['entries']): Departure['entries'] => entries.filter(({ fate }) => fate === 'lost').slice(0, SHOWN);

/** What left at an anchor or compaction, what was lost of it, what came back, what the summary is worded like. All weights are estimates. */
const formatLeft = (tape: TapeRow, departure: Departure, previews: ReadonlyMap<number, string>, layout: Layout): string[] => {
  const { left, kept } = departure;
  return [
    ...heading(tape, layout),
    `${layout.style.accent(`#${departure.seq}`)} ${clean(departure.name)} · ${between(departure)}`,
    `${plural(left.count, 'entry', 'entries')} left (~${plural(left.tokens, 'token')}) · ${count(kept.count)} kept (~${count(kept.tokens)})`,
    '',
    ...kinds(departure, layout),
    '',
    ...backLines(departure, layout),
    ...lostLines(departure, previews, layout),
    ...summaryLines(departure, previews, layout),
    ...departure.notes.flatMap((note) => wrap(note, layout.width).map((line) => layout.style.dim(line))),
  ];
};
