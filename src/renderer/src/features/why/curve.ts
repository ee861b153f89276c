import type { Residency } from '../../../../shared/model/index.ts';
import { eventWords, signed } from '../context/figures.ts';
import type { CutLine } from './place.ts';

type Sizes = Pick<Residency, 'steps' | 'recorded' | 'counted' | 'estimated' | 'base' | 'added' | 'events'>;

/** The size of a request: as recorded, else what its entries weigh. */
function sizeAt({ recorded, counted, estimated }: Omit<Sizes, 'steps' | 'events' | 'base' | 'added'>, at: number): number {
  const whole = recorded[at] ?? Number.NaN;
  return Number.isNaN(whole) ? (counted[at] ?? 0) + (estimated[at] ?? 0) : whole;
}

const known = (value: number | undefined): number => (value === undefined || Number.isNaN(value) ? 0 : Math.max(0, value));

/** Shapes of the curve as SVG paths, in pixels; every step is a flat piece, so that one step alone is seen too. */
export interface Curve {
  whole: string;
  line: string;
  /** What no entry holds, and what events added to it; empty where nobody measured. */
  base: string;
  added: string;
  /** Tokens at the top, and round ones to write on the axis. */
  top: number;
  ticks: number[];
}

/** Pieces are no thinner than a pixel: of several steps in one, the largest is drawn. */
export function curveOf(sizes: Sizes, width: number, height: number): Curve {
  const count = sizes.steps.length;
  const largest = Math.max(1, ...pieces(count, width).map(([from, to]) => most(from, to, (at) => sizeAt(sizes, at))));
  const top = largest * 1.08;
  const y = (tokens: number): number => Math.round((height - height * (tokens / top)) * 10) / 10;
  const edge = (valueAt: (at: number) => number): string =>
    pieces(count, width)
      .map(([from, to], at) => `${at === 0 ? 'M' : 'L'}${x(from)} ${y(most(from, to, valueAt))}H${x(to)}`)
      .join('');
  const x = (at: number): number => Math.round((at / Math.max(1, count)) * width * 10) / 10;
  const area = (line: string): string => (line === '' ? '' : `${line}V${height}H0Z`);
  const baseAt = (at: number): number => known(sizes.base[at]);
  const line = edge((at) => sizeAt(sizes, at));
  const measured = sizes.base.some((value) => value > 0);
  return {
    line,
    whole: area(line),
    base: measured ? area(edge(baseAt)) : '',
    added: measured && sizes.added.some((value) => value > 0) ? area(edge((at) => baseAt(at) + known(sizes.added[at]))) : '',
    top,
    ticks: ticksUpTo(top),
  };
}

const pieces = (count: number, width: number): [number, number][] => {
  const every = Math.max(1, Math.ceil(count / Math.max(1, width)));
  return Array.from({ length: Math.ceil(count / every) }, (_, at) => [at * every, Math.min(count, (at + 1) * every)]);
};

const most = (from: number, to: number, valueAt: (at: number) => number): number => {
  let value = 0;
  for (let at = from; at < to; at++) value = Math.max(value, valueAt(at));
  return value;
};

const ticksUpTo = (top: number): number[] => {
  const power = 10 ** Math.floor(Math.log10(top));
  const step = [0.2, 0.5, 1, 2, 5].map((part) => part * power).find((one) => top / one <= 4) ?? power * 5;
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, at) => at * step);
};

/** A name at a step of the curve, in a row of its own where others are in the way. */
export interface Flag {
  x: number;
  row: number;
  /** It ends at its step, because there is no room after it. */
  before: boolean;
  words: string;
  tokens: string;
  /** A line through the chart has the step already. */
  cut: boolean;
}

const ROWS = 3;
const LETTER = 6.2;

/** Among this many consecutive events, the one with the most tokens unless it is at a cut: there are not enough pixels for more. */
const weightiest = (events: Sizes['events'], every: number, cut: ReadonlySet<number>): { step: number; type: string; tokens: number }[] => {
  const { step: steps, tokens, kind, kinds } = events;
  const found: { step: number; type: string; tokens: number }[] = [];
  for (let from = 0; from < steps.length; from += every) {
    let best = -1;
    for (let at = from; at < Math.min(steps.length, from + every); at++)
      if (!cut.has(steps[at] ?? 0) && (best < 0 || Math.abs(tokens[at] ?? 0) > Math.abs(tokens[best] ?? 0))) best = at;
    if (best >= 0) found.push({ step: steps[best] ?? 0, type: kinds[kind[best] ?? 0]?.type ?? '', tokens: tokens[best] ?? 0 });
  }
  return found;
};

/** Where the size changed by what is not an entry, and where what was asked about left; the weightiest are named, as many as have room. */
export function flagsOf(sizes: Sizes, cuts: readonly CutLine[], width: number, placeOf: (step: number) => number): Flag[] {
  const change = (step: number): number => {
    const at = sizes.steps.indexOf(step);
    return at < 1 ? 0 : sizeAt(sizes, at) - sizeAt(sizes, at - 1);
  };
  const cut = new Set(cuts.map(({ step }) => step));
  const named = [
    ...cuts.map(({ step, name }) => ({ step, words: name, tokens: change(step), cut: true })),
    ...weightiest(sizes.events, Math.ceil(sizes.events.step.length / Math.max(1, width)), cut)
      .map(({ step, type, tokens }) => ({ step, words: eventWords(type), tokens, cut: false }))
      .sort((a, b) => Math.abs(b.tokens) - Math.abs(a.tokens)),
  ];
  const taken: [number, number][][] = Array.from({ length: ROWS }, () => []);
  const flags: Flag[] = [];
  for (const { step, words, tokens, cut } of named) {
    const x = placeOf(step) * width;
    const text = tokens === 0 ? '' : signed(Math.round(tokens));
    const wide = (words.length + text.length + 1) * LETTER + 10;
    const before = x + wide > width;
    const [from, to] = before ? [x - wide, x] : [x, x + wide];
    const row = taken.findIndex((spans) => spans.every(([start, end]) => to <= start || from >= end));
    if (row < 0 || from < 0) continue;
    taken[row]?.push([from, to]);
    flags.push({ x, row, before, words, tokens: text, cut });
  }
  return flags;
}
