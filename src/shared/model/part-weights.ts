import type { Part } from './sent-parts.ts';
import { sizeOf } from './size.ts';
import type { Block, TokenCount, View } from './view.ts';
import { TOOL_DEFINITION } from './vocabulary.ts';

/** What blocks and parts of a request have in common, so that one tells what the other weighs. */
type Class = 'tools' | 'system' | 'thinking' | 'call' | 'result' | 'assistant' | 'user';

const KINDS: Readonly<Record<string, Class>> = { thinking: 'thinking', call: 'call', result: 'result', assistant: 'assistant' };

const classOfPart = ({ section, kind }: Part): Class | null => {
  if (section === 'parameters') return null;
  return section === 'messages' ? (KINDS[kind] ?? 'user') : section;
};

const classOfBlock = ({ role, kind, tone, label }: Block): Class => {
  if (kind === 'tool' || (kind === 'system' && label.startsWith(TOOL_DEFINITION))) return 'tools';
  if (role === 'system' || kind === 'system') return 'system';
  if (role === 'tool' || kind === 'tool_result') return 'result';
  if (tone === 'thinking') return 'thinking';
  if (role !== 'assistant') return 'user';
  return kind === 'tool_call' || tone === 'call' ? 'call' : 'assistant';
};

/** What parts of a request weigh. All figures together are `size`. */
export interface PartWeights {
  size: TokenCount;
  of: readonly TokenCount[];
  /** What is in no part that is at hand. */
  absent: readonly { what: 'not-in-log' | 'thinking'; tokens: number }[];
}

/** What has to be known of the context to weigh its request. */
export type Weighing = Pick<View, 'step' | 'policy' | 'tokens' | 'expected' | 'blocks'>;

const lengthOf = ({ text, label }: Part): number => text.length + label.length;

/** Parts being weighed: numbers of those with content, and the class of each. */
interface Scales {
  parts: readonly Part[];
  weights: number[];
  counted: Set<number>;
}

const sum = (figures: Iterable<number>): number => [...figures].reduce((all, one) => all + one, 0);

/** Adds tokens to parts by their lengths. */
const share = ({ parts, weights }: Scales, tokens: number, among: readonly number[]): void => {
  const lengths = among.map((at) => (parts[at] ? lengthOf(parts[at]) : 0));
  const all = sum(lengths);
  for (const [place, at] of among.entries())
    weights[at] = (weights[at] ?? 0) + tokens * (all > 0 ? (lengths[place] ?? 0) / all : 1 / among.length);
};

/** One by one where there are as many blocks as parts, else together. */
const give = (scales: Scales, blocks: readonly Block[], among: readonly number[]): void => {
  if (among.length !== blocks.length) {
    share(scales, sum(blocks.map(({ tokens }) => tokens.value)), among);
    return;
  }
  for (const [place, at] of among.entries()) {
    const { value, basis } = blocks[place]?.tokens ?? { value: 0, basis: 'estimated' };
    scales.weights[at] = value;
    if (basis === 'counted') scales.counted.add(at);
  }
};

/** Takes from parts as much as they have in excess, each by what it weighs. */
const lessen = ({ weights, counted }: Scales, excess: number, among: readonly number[]): void => {
  const all = sum(among.map((at) => weights[at] ?? 0));
  if (all === 0) return;
  for (const at of among) weights[at] = (weights[at] ?? 0) * (1 - excess / all);
  for (const at of among) counted.delete(at);
};

/**
 * Weighs the parts of a request by the blocks of its context, class by class and in order: one by one where both have as many, else by length. What the
 * size has beyond the blocks, or short of them, is that of parts which no entry says: those in `only`, system prompt and tools. `whole`: all parts are at
 * hand, so that nothing is absent.
 */
export function weighParts(parts: readonly Part[], view: Weighing, { only = new Set<number>(), whole = false } = {}): PartWeights {
  const scales: Scales = { parts, weights: parts.map(() => 0), counted: new Set() };
  const { weights, counted } = scales;
  const classes = parts.map(classOfPart);
  const content = [...parts.keys()].filter((at) => classes[at] !== null);
  const blocks = Map.groupBy(view.blocks, classOfBlock);
  let [thinking, left] = [0, 0];
  for (const [name, own] of blocks) {
    const among = content.filter((at) => classes[at] === name && !only.has(at));
    const tokens = sum(own.map((block) => block.tokens.value));
    if (among.length > 0) give(scales, own, among);
    else if (name === 'thinking') thinking = tokens;
    else left += tokens;
  }
  const said = content.filter((at) => parts[at]?.section === 'messages' && !only.has(at));
  if (said.length > 0) share(scales, left, said);
  const size = sizeOf(view);
  const rest = size.value - thinking - sum(weights);
  const outer = content.filter((at) => only.has(at) || parts[at]?.section !== 'messages');
  const unsaid = outer.filter((at) => only.has(at) || !blocks.has(classes[at] ?? 'tools'));
  const isAtHand = whole || unsaid.some((at) => classes[at] === 'tools');
  const among = [unsaid, outer, content].find(({ length }) => length > 0) ?? [];
  if (rest > 0 && isAtHand) share(scales, rest, among);
  const held = sum(outer.map((at) => weights[at] ?? 0));
  if (rest < 0 && held >= -rest) lessen(scales, -rest, outer);
  else if (rest < 0) {
    const all = sum(weights) + thinking;
    thinking *= size.value / all;
    lessen(scales, sum(weights) * (1 - size.value / all), content);
  }
  const rounded = rounding();
  const of = weights.map((one, at): TokenCount => ({ value: rounded(one), basis: counted.has(at) ? 'counted' : 'estimated' }));
  const absent = [
    { what: 'thinking' as const, tokens: rounded(thinking) },
    { what: 'not-in-log' as const, tokens: rounded(rest > 0 && !(isAtHand && among.length > 0) ? rest : 0) },
  ];
  return { size, of, absent: absent.filter(({ tokens }) => tokens > 0) };
}

/** Rounds figure after figure so that together they stay what they are. */
const rounding = () => {
  let [exact, told] = [0, 0];
  return (figure: number): number => {
    exact += figure;
    const whole = Math.round(exact + 1e-6) - told;
    told += whole;
    return whole;
  };
};
