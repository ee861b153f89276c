import type { CompareBlock, CompareRun, CompareSide, Comparison, TextDiff, TokenCount } from '../../../shared/model/index.ts';
import { clean } from './clean.ts';
import { compact, count, plural } from './number.ts';

export const SIDES = ['A', 'B'] as const;

const SIGNS = { counted: '', recorded: '=', estimated: '~' } as const;
const tokens = ({ value, basis }: TokenCount): string => `${SIGNS[basis]}${count(value)}`;

const name = (block: CompareBlock): string => clean(block.label) || clean(block.kind);

/** `tool Read ~120`: who, what and how heavy. */
export const blockName = (block: CompareBlock): string => `${block.role} ${name(block)} ${tokens(block.tokens)}`;

/** What equal blocks are about: "Read, message, Bash, …". */
const about = (blocks: readonly CompareBlock[]): string => {
  const names = [...new Set(blocks.map(name))];
  return `${names.slice(0, 4).join(', ')}${names.length > 4 ? ', …' : ''}`;
};

export const alike = (run: CompareRun, blocks: readonly CompareBlock[]): string => {
  const weight = [
    run.tokens.counted > 0 ? count(run.tokens.counted) : '',
    run.tokens.estimated > 0 ? `~${count(run.tokens.estimated)}` : '',
  ];
  const where = run.shared ? 'before the fork point' : 'on both sides';
  return `${plural(run.count, 'block')} alike ${where} (${about(blocks)}) · ${weight.filter((part) => part !== '').join(' and ') || '0'} tokens`;
};

/** Where they part, in one line. */
export const forkLine = ({ pair }: Comparison): string => {
  if (!pair.fork) return 'They share nothing: every entry of each side is its own.';
  const { at, by, steps, entries } = pair.fork;
  const places = at.map(({ seq }) => seq);
  const [a = 0, b = 0] = places;
  const where = a === b ? `entry ${count(a)}` : `entry ${count(a)} of A, ${count(b)} of B`;
  const how = by === 'entry' ? '' : by === 'id' ? ', by the ids in both files' : ', by what stands in them';
  const step = at[0]?.step ?? null;
  return `fork point: ${where}${step === null ? '' : `, step ${count(step)}`}${how} · ${plural(steps, 'step')} and ${plural(entries, 'entry', 'entries')} shared`;
};

const short = (digest: string): string => `${digest.slice(0, 4)} ${digest.slice(4, 8)}`;

/** The two witnesses: `ids 9f3c 1a77 = 9f3c 1a77 · text …`. */
export const witnessLine = ({ pair }: Comparison): string | null => {
  if (!pair.prefix) return null;
  const [a, b] = pair.prefix.witnesses;
  const pairOf = (what: string, left: string, right: string, same: boolean) => `${what} ${short(left)} ${same ? '=' : '≠'} ${short(right)}`;
  return [pairOf('ids', a.ids, b.ids, pair.prefix.sameIds), pairOf('text', a.text, b.text, pair.prefix.sameText)].join(' · ');
};

const duration = ({ started, ended }: CompareSide['own']): string => {
  if (started === null || ended === null) return '–';
  const seconds = Math.round((ended - started) / 1000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
};

/** What was recorded belongs to the context that was sent, and to that alone. */
const context = ({ tokens: sum, policy }: CompareSide): string =>
  sum.recorded === null || policy !== 'as-recorded' ? `~${compact(sum.counted + sum.estimated)}` : `=${compact(sum.recorded)}`;

export const HEADS = ['', 'STEP', 'SINCE', 'CONTEXT', 'CALLS', 'ERRORS', 'FILES', 'TIME', 'MODEL'] as const;

/** One row of figures per side: what it did behind the fork point, and what it read at its step. */
export const figures = (side: CompareSide, at: number): string[] => [
  SIDES[at] ?? String(at + 1),
  count(side.step),
  plural(side.own.steps, 'step'),
  context(side),
  count(side.own.toolCalls),
  count(side.own.errors),
  `${count(side.own.files.filter(({ written }) => written).length)} of ${count(side.own.files.length)}`,
  duration(side.own),
  clean(side.model ?? '–'),
];

/** A text diff in one line: what is alike is shortened, `[-…-]` stands in A only, `{+…+}` in B only. */
export const oneLineDiff = ({ segments }: TextDiff, paint: { a: (text: string) => string; b: (text: string) => string }): string =>
  segments
    .map(({ op, text }, at) => {
      const flat = text.replace(/\s+/g, ' ');
      if (op === 'a') return paint.a(`[-${cleanKeeping(shorten(flat, 80, false, false))}-]`);
      if (op === 'b') return paint.b(`{+${cleanKeeping(shorten(flat, 80, false, false))}+}`);
      return cleanKeeping(shorten(flat, 40, at === 0, at === segments.length - 1));
    })
    .join('');

/** `clean` trims; blanks at the ends matter here. */
const cleanKeeping = (text: string): string =>
  `${text.startsWith(' ') ? ' ' : ''}${clean(text)}${text.length > 1 && text.endsWith(' ') ? ' ' : ''}`;

const shorten = (text: string, most: number, first: boolean, last: boolean): string => {
  if (text.length <= most) return text;
  if (first) return `…${text.slice(-most)}`;
  return last ? `${text.slice(0, most)}…` : `${text.slice(0, most / 2)}…${text.slice(-most / 2)}`;
};
