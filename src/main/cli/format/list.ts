import type { NameOf } from '../../../shared/library/names.ts';
import type { TapeRow, Usage } from '../../../shared/model/index.ts';
import { contextSize } from '../../../shared/model/vocabulary.ts';
import { clean } from './clean.ts';
import { shortIds } from './ids.ts';
import { compact, count, plural } from './number.ts';
import type { Layout } from './style.ts';
import { type Cell, type Column, table } from './table.ts';
import { relative } from './time.ts';

const COLUMNS: readonly Column[] = [
  { head: 'TAPE' },
  { head: 'TITLE', grows: true },
  { head: 'PROJECT', max: 16 },
  { head: 'STEPS', align: 'right' },
  { head: 'TOKENS', align: 'right' },
  { head: 'LAST', align: 'right' },
];

/** Each tape, followed by what was made from or for it, one level in. */
const nested = (tapes: readonly TapeRow[]): { tape: TapeRow; inside: boolean }[] => {
  const here = new Set(tapes.map(({ id }) => id));
  const children = Map.groupBy(tapes, ({ parent }) => (parent !== null && here.has(parent) ? parent : ''));
  const top = (children.get('') ?? []).map((tape) => ({ tape, inside: false }));
  const below = (id: string): TapeRow[] => (children.get(id) ?? []).flatMap((tape) => [tape, ...below(tape.id)]);
  const rows = top.flatMap((row) => [row, ...below(row.tape.id).map((tape) => ({ tape, inside: true }))]);
  // Hostile logs can name each other as what they came from. Nobody is above them then, and they are listed all the same.
  const listed = new Set(rows.map(({ tape }) => tape.id));
  return [...rows, ...tapes.filter(({ id }) => !listed.has(id)).map((tape) => ({ tape, inside: false }))];
};

const all = (usage: Usage): number => contextSize(usage) + usage.output;

const lastPart = (path: string): string => clean(path).split(/[/\\]/).filter(Boolean).at(-1) ?? '';

/** Marks a copy ahead of its title, which it shares with its source. */
const copyName = ({ op }: NonNullable<TapeRow['copy']>): string => (op === 'fork-session' ? 'fork' : clean(op));

const title = (tape: TapeRow): string => {
  const broken = tape.unreadable > 0 ? `  ✗ ${plural(tape.unreadable, 'unreadable line')}` : '';
  const forks = tape.branches > 0 ? `  ⑂ ${count(tape.branches)}` : '';
  const copied = tape.copy === null || tape.relation !== null ? '' : `⧉ ${copyName(tape.copy)}: `;
  const tags = (tape.own?.tags ?? []).map((tag) => `  #${clean(tag)}`).join('');
  const alike = tape.relation === null && tape.inferred !== undefined ? `  ? of one of ${count(tape.inferred.tapes.length)} sessions` : '';
  const named = clean(tape.own?.title ?? tape.title) || lastPart(tape.file);
  return `${tape.own?.favourite ? '★ ' : ''}${copied}${named}${tags}${tape.live ? '  ● live' : ''}${alike}${forks}${broken}`;
};

/** What a tape is to the one above it. */
const relationOf = ({ relation, inferred }: TapeRow): string =>
  relation === null ? '└ ' : `└ ${relation}${inferred === undefined ? '' : ' (inferred)'}: `;

/** What to do where there is no tape at all. */
export const EMPTY =
  'The catalog is empty. Read some logs first: tape import reads what agents keep on this machine, tape import FOLDER anything else.';

/** Where several agents wrote, each row names its own. */
const AGENT: Column = { head: 'AGENT', max: 12 };

/** The catalog as a table: sub-agents and other derived tapes follow the tape they belong to. */
export function formatList(tapes: readonly TapeRow[], layout: Layout, nameOf: NameOf): string[] {
  const { style, now } = layout;
  if (tapes.length === 0) return [EMPTY];
  const short = shortIds(tapes.map(({ id }) => id));
  const several = new Set(tapes.map(({ format }) => format)).size > 1;
  const rows = nested(tapes).map(({ tape, inside }): Cell[] => [
    { text: clean(short.get(tape.id) ?? tape.id), paint: style.accent },
    { text: `${inside ? relationOf(tape) : ''}${title(tape)}`, ...(inside && { paint: style.dim }) },
    ...(several ? [{ text: nameOf(tape.format), paint: style.dim }] : []),
    { text: lastPart(tape.project), paint: style.dim },
    { text: count(tape.steps) },
    { text: all(tape.usage) > 0 ? compact(all(tape.usage)) : '–' },
    { text: relative(tape.ended, now), paint: style.dim },
  ]);
  return table(rows, several ? COLUMNS.toSpliced(2, 0, AGENT) : COLUMNS, layout);
}
