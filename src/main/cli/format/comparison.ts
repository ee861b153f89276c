import type { CompareBlock, CompareRun, CompareSide, Comparison, TextDiff, TokenCount } from '../../../shared/model/index.ts';
import { isOnePlace, placeOf, placeText } from '../../../shared/model/place.ts';
import { wholeSize } from '../../../shared/model/tokens.ts';
import { clean } from './clean.ts';
import { compact, count, plural } from './number.ts';

export const SIDES = ['A', 'B'] as const;

const SIGNS = { counted: '', recorded: '=', estimated: '~' } as const;
const tokens = ({ value, basis }: TokenCount): string => `${SIGNS[basis]}${count(value)}`;

const name = (block: CompareBlock): string => clean(block.label) || clean(block.kind);

/** `tool Read ~120`: who, what and how heavy. */
export function blockName(block: CompareBlock): string {
  return `${block.role} ${name(block)} ${tokens(block.tokens)}`;
}

/** What equal blocks are about: "Read, message, Bash, …". */
const about = (blocks: readonly CompareBlock[]): string => {
  const names = [...new Set(blocks.map(name))];
  return `${names.slice(0, 4).join(', ')}${names.length > 4 ? ', …' : ''}`;
};

/** One step under two policies: there is no fork between them, and neither did anything of its own. */
export function isOneStep({ sides, pair }: Comparison): boolean {
  const [a, b] = pair.sides.map((at) => sides[at]);
  return a !== undefined && b !== undefined && isOnePlace(a, b);
}

export function alike(run: CompareRun, blocks: readonly CompareBlock[], { oneStep }: { oneStep: boolean }): string {
  const weight = [
    run.tokens.counted > 0 ? count(run.tokens.counted) : '',
    run.tokens.estimated > 0 ? `~${count(run.tokens.estimated)}` : '',
  ];
  const where = run.shared && !oneStep ? 'before the fork point' : 'on both sides';
  return `${plural(run.count, 'block')} alike ${where} (${about(blocks)}) · ${weight.filter((part) => part !== '').join(' and ') || '0'} tokens`;
}

/** "8 parts of the request of A (Read, Bash, …): nothing to compare them with, the other request is not recorded". */
export function unmatchedWords(run: CompareRun, { sides, pair }: Comparison): string {
  const { blocks } = pair;
  const at = run.type === 'b' ? 1 : 0;
  const parts = blocks[at].slice(at === 0 ? run.a : run.b).slice(0, run.count);
  const who = `${plural(run.count, 'part')} of the request of ${SIDES[at]} (${about(parts)})`;
  const other = sides[pair.sides[1 - at] ?? 0]?.evidence.state === 'recorded';
  return other ? `${who}, elsewhere in the other` : `${who}: the other request is not recorded`;
}

/** Where they part, in one line. */
export function forkLine(comparison: Comparison): string {
  const { pair } = comparison;
  const [one, other] = pair.sides.map((side) => comparison.sides[side]?.policy);
  if (isOneStep(comparison)) return one === other ? 'One and the same context on both sides.' : 'One step under two policies.';
  if (!pair.fork) return 'They share no entries; blocks are aligned by their text.';
  const { at, by, steps, entries } = pair.fork;
  const places = at.map(({ seq }) => seq);
  const [a = 0, b = 0] = places;
  const where = a === b ? `entry ${count(a)}` : `entry ${count(a)} of A, ${count(b)} of B`;
  const how = by === 'entry' ? '' : by === 'id' ? ', by the ids in both files' : ', by their text';
  const step = at[0]?.step ?? null;
  return `fork point: ${where}${step === null ? '' : `, step ${count(step)}`}${how} · ${plural(steps, 'step')} and ${plural(entries, 'entry', 'entries')} shared`;
}

const short = (digest: string): string => `${digest.slice(0, 4)} ${digest.slice(4, 8)}`;

/** What one of the two has to be read with, and the other not. */
export function warningLines({ sides, pair }: Comparison): string[] {
  return pair.sides.flatMap((at, place) => {
    const other = sides[pair.sides[1 - place] ?? 0]?.warnings ?? [];
    return (sides[at]?.warnings ?? []).filter((warning) => !other.includes(warning)).map((warning) => `${SIDES[place]}: ${clean(warning)}`);
  });
}

/** The two witnesses: `ids 9f3c 1a77 = 9f3c 1a77 · text …`; null where nothing is shared, and for one step, which is its own prefix. */
export function witnessLine(comparison: Comparison): string | null {
  const { pair } = comparison;
  if (!pair.prefix || isOneStep(comparison)) return null;
  const [a, b] = pair.prefix.witnesses;
  const pairOf = (what: string, left: string, right: string, same: boolean) => `${what} ${short(left)} ${same ? '=' : '≠'} ${short(right)}`;
  return [pairOf('ids', a.ids, b.ids, pair.prefix.sameIds), pairOf('text', a.text, b.text, pair.prefix.sameText)].join(' · ');
}

const duration = ({ started, ended }: CompareSide['own']): string => {
  if (started === null || ended === null) return '–';
  const seconds = Math.round((ended - started) / 1000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
};

/** What was recorded belongs to the context that was sent, and to that alone. */
const context = ({ tokens: sum, policy }: CompareSide): string =>
  sum.recorded === null || policy !== 'as-recorded' ? `~${compact(wholeSize(sum))}` : `=${compact(sum.recorded)}`;

/** What the requests after the fork point took, cache and answers included, as the log records it. */
const used = ({ usage }: CompareSide['own']): string =>
  usage === null ? '–' : `=${compact(usage.input + usage.output + usage.cacheRead + usage.cacheWrite)}`;

const HEADS = ['', 'STEP', 'SINCE', 'CONTEXT', 'USED', 'CALLS', 'ERRORS', 'FILES', 'TIME', 'MODEL'] as const;

/** One row of figures per side: what it did after the fork point, and what it read at its step. */
const figures = (side: CompareSide, at: number): string[] => [
  SIDES[at] ?? String(at + 1),
  placeText(placeOf(side)),
  plural(side.own.steps, 'step'),
  context(side),
  used(side.own),
  count(side.own.toolCalls),
  count(side.own.errors),
  `${count(side.own.files.filter(({ written }) => written).length)} of ${count(side.own.files.length)}`,
  duration(side.own),
  clean(side.model ?? '–'),
];

const CONTEXT_HEADS = ['', 'RECORDED', 'COUNTED', 'ESTIMATED', 'BLOCKS', 'LEFT OUT'] as const;

/** What a policy makes of a step, each basis by itself; what the step itself wrote is next to the blocks and is none. */
const contextFigures = ({ tokens: sum, policy, omitted }: CompareSide, at: number, blocks: readonly CompareBlock[]): string[] => [
  SIDES[at] ?? String(at + 1),
  sum.recorded === null || policy !== 'as-recorded' ? '–' : `=${count(sum.recorded)}`,
  sum.counted === 0 ? '–' : count(sum.counted),
  sum.estimated === 0 ? '–' : `~${count(sum.estimated)}`,
  count(blocks.filter(({ answer }) => !answer).length),
  count(omitted),
];

/** The figures of all sides under their heads: two contexts of one step have others than two steps. */
export function figureTable(comparison: Comparison): { heads: readonly string[]; rows: string[][] } {
  const { sides, pair } = comparison;
  if (!isOneStep(comparison)) return { heads: HEADS, rows: sides.map(figures) };
  return { heads: CONTEXT_HEADS, rows: sides.map((side, at) => contextFigures(side, at, pair.blocks[at] ?? [])) };
}

/** "25 alike, 0 changed, 58 only in A, 1 only in B", in blocks; what one step wrote is in neither of its contexts. */
export function countsLine(comparison: Comparison): string {
  const { counts, blocks } = comparison.pair;
  const answers = isOneStep(comparison) ? blocks[0].filter(({ answer }) => answer).length : 0;
  const rest = counts.unmatched === 0 ? '' : `, ${plural(counts.unmatched, 'part')} of a request with nothing to compare`;
  return `${counts.same - answers} alike, ${counts.changed} changed, ${counts.a} only in A, ${counts.b} only in B${rest}`;
}

/** A text diff in one line: what is alike is shortened, `[-…-]` is in A only, `{+…+}` in B only. */
export function oneLineDiff({ segments }: TextDiff, paint: { a: (text: string) => string; b: (text: string) => string }): string {
  return segments
    .map(({ op, text }, at) => {
      const flat = text.replace(/\s+/g, ' ');
      if (op === 'a') return paint.a(`[-${cleanKeeping(shorten(flat, 80, false, false))}-]`);
      if (op === 'b') return paint.b(`{+${cleanKeeping(shorten(flat, 80, false, false))}+}`);
      return cleanKeeping(shorten(flat, 40, at === 0, at === segments.length - 1));
    })
    .join('');
}

/** `clean` trims; blanks at the ends matter here. */
const cleanKeeping = (text: string): string =>
  `${text.startsWith(' ') ? ' ' : ''}${clean(text)}${text.length > 1 && text.endsWith(' ') ? ' ' : ''}`;

const shorten = (text: string, most: number, first: boolean, last: boolean): string => {
  if (text.length <= most) return text;
  if (first) return `…${text.slice(-most)}`;
  return last ? `${text.slice(0, most)}…` : `${text.slice(0, most / 2)}…${text.slice(-most / 2)}`;
};
