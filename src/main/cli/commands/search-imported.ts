import { asking, joined, readAsked } from '../../../shared/library/asked.ts';
import type { SearchFilters, SearchMode, TapeRow } from '../../../shared/model/index.ts';
import type { Hit, Output } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { listIn } from '../arguments.ts';
import type { Context, Given } from '../command.ts';
import { clean } from '../format/clean.ts';
import { shortIds } from '../format/ids.ts';
import { EMPTY } from '../format/list.ts';
import { count, plural } from '../format/number.ts';
import { paintSnippet } from '../format/snippet.ts';
import { type Layout, roleStyle } from '../format/style.ts';
import { iso, relative } from '../format/time.ts';
import { displayWidth, pad, truncate } from '../format/width.ts';
import { momentOf, textOf } from '../options.ts';
import type { Session } from '../session.ts';
import type { Terminal } from '../terminal.ts';

/** Indexes the words of those tapes (all) that were only read for their structure so far, and says so. */
export async function indexAll({ engine, read }: Session, terminal: Terminal, tapes = engine.catalog.tapes()): Promise<void> {
  const missing = tapes.filter(({ textTo, entries }) => textTo < entries);
  if (missing.length === 0) return;
  terminal.note(`Indexing the text of ${plural(missing.length, 'tape')} first.`);
  await read(
    missing.map(({ file }) => file),
    { text: true },
  );
}

const indexOne = async ({ tape }: Session, name: string, terminal: Terminal): Promise<TapeRow> => {
  const row = await tape(name);
  if (row.textTo >= row.entries) return row;
  terminal.note('Indexing the text of this tape first.');
  return tape(row.id, { text: true });
};

const MODES = ['phrase', 'code', 'regex'] as const;

const valuesOf = (given: Given, name: string): string[] =>
  [...listIn(given, name), textOf(given, name) ?? ''].flatMap((value) => value.split(',')).filter(Boolean);

/** What the command line asks beyond words; null where it is words alone. */
function askedOf(
  { given, terminal }: Context,
  query: string,
): { query: string; mode: SearchMode; sort: 'newest' | 'best'; filters: SearchFilters } | null {
  const modes = MODES.filter((mode) => given.options[mode] === true);
  if (modes.length > 1) throw new TapeError('bad-input', `--${modes[0]} and --${modes[1]} cannot both be given.`);
  const [mode = 'words'] = modes;
  const typed = mode === 'regex' ? { query, filters: {} } : readAsked(query, terminal.layout.now);
  const lists = ['agent', 'project', 'kind', 'role', 'tool', 'file', 'reached'].map((name) => [name, valuesOf(given, name)] as const);
  const [since, until] = (['since', 'until'] as const).map((name) => momentOf(given, name, terminal.layout.now));
  const flags: SearchFilters = {
    ...Object.fromEntries(lists.filter(([, values]) => values.length > 0)),
    ...(since !== undefined && { since: Date.parse(since) }),
    ...(until !== undefined && { until: Date.parse(until) }),
    ...(given.options.error === true && { error: true }),
  };
  const filters = joined(typed.filters, flags);
  const best = given.options.best === true;
  return mode === 'words' && !best && asking(filters).length === 0
    ? null
    : { query: typed.query, mode, filters, sort: best ? 'best' : 'newest' };
}

/** Searches the catalog: one tape of it, or all. */
export async function searchImported(context: Context, query: string, limit: number): Promise<void> {
  const { given, json, terminal, session } = context;
  const asked = askedOf(context, query);
  const open = await session();
  const name = textOf(given, 'tape');
  const row = name === undefined ? null : await indexOne(open, name, terminal);
  if (!row) await indexAll(open, terminal);
  const tapes = open.engine.catalog.tapes();
  if (asked === null) {
    const { hits, ...rest } = await open.call('search.run', { query, limit, ...(row && { tape: row.id }) });
    if (json) terminal.json({ items: hits.map(itemOf), ...rest });
    else terminal.print(formatHits(query, hits, tapes, rest, terminal.layout));
    return;
  }
  const filters = row ? { ...asked.filters, session: [row.id] } : asked.filters;
  const { hits, next, ...told } = await open.call('search.find', { ...asked, filters, limit, from: 0, around: 1, looks: false });
  const rest = { ...told, next: next === null ? null : String(next) };
  if (json) terminal.json({ items: hits.map(itemOf), ...rest });
  else terminal.print([...formatHits(query, hits, tapes, rest, terminal.layout), ...moreOf(rest)]);
}

const itemOf = <H extends { tape: string; seq: number; time: number | null }>({ tape, seq, time, ...hit }: H) => ({
  tape,
  entry: seq,
  time: iso(time),
  ...hit,
});

/** What else is to be said of an answer: what repeats, what was not searched, and what would be found without one condition. */
const moreOf = ({ repeats, stopped, drops }: Pick<Output<'search.find'>, 'repeats' | 'stopped' | 'drops'>): string[] => [
  ...(repeats > 0 ? [`${count(repeats)} of them repeat the same text.`] : []),
  ...(stopped ? [`Stopped after ${Math.round(stopped.ms / 1000)} s: ${plural(stopped.left, 'session')} not searched.`] : []),
  ...drops.map(({ filter, count: found }) => `Without ${filter} there are ${plural(found, 'hit')}.`),
];

/** Below this width the words of a hit are worth more than its time. */
const WIDE = 100;

const hitLine = (hit: Hit, { width, style, now }: Layout): string => {
  const entry = pad(`#${count(hit.seq)}`, 8, 'right');
  const step = pad(hit.step === null ? '' : `step ${count(hit.step)}`, 10);
  const role = pad(hit.role ?? clean(hit.kind), 9);
  const when = width >= WIDE ? `  ${relative(hit.time, now)}` : '';
  const head = `${entry}  ${step}  `;
  const room = Math.max(20, width - displayWidth(`${head}${role}  ${when}`));
  return `${style.dim(head)}${roleStyle(style, hit.role)(role)}  ${paintSnippet(hit, room, style)}${style.dim(when)}`;
};

/** Hits under the tape they are in, in the order of the answer. */
export function formatHits(
  query: string,
  hits: readonly Hit[],
  tapes: readonly TapeRow[],
  { total, next, note }: { total: number | null; next: string | null; note?: string | null },
  layout: Layout,
): string[] {
  const { style, width } = layout;
  if (tapes.length === 0) return [EMPTY];
  if (note) return [clean(note)];
  if (hits.length === 0) return [`Nothing holds “${truncate(clean(query), 60)}”.`];
  const short = shortIds(tapes.map(({ id }) => id));
  const byId = new Map(tapes.map((tape) => [tape.id, tape]));
  const lines = [...Map.groupBy(hits, ({ tape }) => tape)].flatMap(([id, group]) => {
    const row = byId.get(id);
    const name = clean(short.get(id) ?? id);
    return [
      `${style.accent(name)}  ${style.bold(truncate(clean(row?.title || row?.file || ''), width - name.length - 2))}`,
      ...group.map((hit) => hitLine(hit, layout)),
      '',
    ];
  });
  const of = total === null || total === hits.length ? '' : ` of ${count(total)}`;
  return [...lines, style.dim(`${plural(hits.length, 'hit')}${of}${next === null ? '' : '; more with --limit'}`)];
}
