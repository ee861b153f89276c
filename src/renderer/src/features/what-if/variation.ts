import type { Answer, Edits, Policy } from '../../../../shared/model/index.ts';
import type { Input } from '../../../../shared/rpc/contract.ts';
import { MOST_ANSWERS, MOST_BLOCKS, MOST_STEPS } from '../../../../shared/rpc/contract-what-if.ts';
import { placeAt, type Spot } from '../../data/hooks.ts';
import { MOST_SIDES, type Side } from '../../state/hash.ts';
import { formatNumber } from '../../ui/format.ts';
import { policyWords } from '../../ui/policies.ts';
import { splitPolicy } from '../policy/edit.ts';

export type Replaced = Edits['replace'][number];

/** A context and to whom it is sent: what makes one request another. */
export interface Variation {
  /** With the entries that are pinned and left out. */
  policy: Policy;
  replace: readonly Replaced[];
  /** In the place of the one that is known; null leaves that. */
  system: string | null;
  /** PROVIDER:NAME; empty for the recorded one. */
  model: string;
  temperature: number | null;
}

/** What was sent of one variation, and what came back. */
export interface Variant {
  key: string;
  variation: Variation;
  answers: readonly Answer[];
  requests: number;
  usage: { input: number; output: number };
  /** Dollars; null where some of it has no price. */
  cost: number | null;
}

export function keyOf(variation: Variation): string {
  return JSON.stringify(variation);
}

/** As the calls take it. Texts of entries that are not in this context are left out: they change nothing of it. */
export function inputOf(tape: string, spot: Spot, { policy, replace, system, model, temperature }: Variation): Input<'whatIf.plan'> {
  const { policy: rest, pin, without } = splitPolicy(policy);
  return {
    ...{ tape, ...placeAt(spot), policy: rest, temperature },
    edits: { pin, without, replace: [...replace], system },
    ...(model.trim() !== '' && { model: model.trim() }),
  };
}

/**
 * What is compared of variations: each context once, without its model and temperature. Where one has another system prompt, all show theirs, and
 * `known` is that of the others.
 */
export function sidesOf(tape: string, spot: Spot, variations: readonly Variation[], known: string): Side[] {
  const prompts = variations.some(({ system }) => system !== null);
  const sides = variations.map(
    ({ policy, replace, system }): Side => ({
      ...{ tape, ...placeAt(spot), policy },
      ...(replace.length > 0 && { replace: [...replace] }),
      ...(prompts && { system: system ?? known }),
    }),
  );
  return [...new Map(sides.map((side) => [JSON.stringify(side), side])).values()].slice(0, MOST_SIDES);
}

const list = (seqs: readonly number[]): string => {
  const few = seqs.slice(0, 3).map((seq) => `#${formatNumber(seq)}`);
  return [...few, ...(seqs.length > few.length ? [`${formatNumber(seqs.length - few.length)} more`] : [])].join(', ');
};

/** In what a variation differs from the context as it is: "without #12, #31 · #14 replaced"; "unchanged" for nothing. */
export function variationWords(one: Variation, as: Variation): string {
  const [now, then] = [splitPolicy(one.policy), splitPolicy(as.policy)];
  const without = now.without.filter((seq) => !then.without.includes(seq));
  const pinned = now.pin.filter((seq) => !then.pin.includes(seq));
  const words = [
    ...(now.policy === then.policy ? [] : [policyWords(now.policy)]),
    ...(without.length === 0 ? [] : [`without ${list(without)}`]),
    ...(pinned.length === 0 ? [] : [`${list(pinned)} pinned`]),
    ...(one.replace.length === 0 ? [] : [`${list(one.replace.map(({ seq }) => seq))} replaced`]),
    ...(one.system === null ? [] : ['another system prompt']),
    ...(one.model === as.model ? [] : [one.model]),
    ...(one.temperature === as.temperature ? [] : [`temperature ${one.temperature ?? 'as recorded'}`]),
  ];
  return words.length === 0 ? 'unchanged' : words.join(' · ');
}

/** The names of several variations; those that have the same words, as two texts for one entry, are numbered. */
export function variationNames(variations: readonly Variation[], as: Variation): string[] {
  const words = variations.map((one) => variationWords(one, as));
  return words.map((name, at) =>
    words.indexOf(name) === words.lastIndexOf(name) ? name : `${name} (${words.slice(0, at + 1).filter((one) => one === name).length})`,
  );
}

/** What a person set for sending, as it was typed. */
export interface Typed {
  temperature: string;
  /** Answers, and for each block that is left out. */
  n: string;
  blocks: string;
  budget: string;
  /** Requests of a replay. */
  steps: string;
}

export const TYPED: Typed = { temperature: '', n: '6', blocks: '20', budget: '', steps: '20' };

export type Bounds = { n: number; blocks: number; steps: number; budget: string | undefined };

const wholeIn = (text: string, most: number): number | null => {
  const number = Number(text);
  return /^\d+$/.test(text.trim()) && number >= 1 && number <= most ? number : null;
};

/** A temperature; null for that of the request, undefined for what is none. */
export function temperatureIn(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const number = Number(text);
  return number >= 0 && number <= 2 ? number : undefined;
}

/** Reads what was typed, or says in one sentence why it is none. */
export function settle({ temperature, n, blocks, budget, steps }: Typed): Bounds | { why: string } {
  const [answers, most, requests] = [wholeIn(n, MOST_ANSWERS), wholeIn(blocks, MOST_BLOCKS), wholeIn(steps, MOST_STEPS)];
  if (temperatureIn(temperature) === undefined) return { why: 'A temperature is a number from 0 to 2.' };
  if (answers === null) return { why: `Answers are a whole number from 1 to ${MOST_ANSWERS}.` };
  if (most === null) return { why: `Blocks are a whole number from 1 to ${MOST_BLOCKS}.` };
  if (requests === null) return { why: 'Requests are a whole number from 1 to 1,000.' };
  return { n: answers, blocks: most, steps: requests, budget: budget.trim() === '' ? undefined : budget.trim() };
}

/** An answer more for a variation, or its first ones. */
export function withSent(
  variants: readonly Variant[],
  variation: Variation,
  sent: Pick<Variant, 'answers' | 'requests' | 'usage' | 'cost'>,
): Variant[] {
  const key = keyOf(variation);
  const known = variants.find((one) => one.key === key);
  if (known === undefined) return [...variants, { key, variation, ...sent }];
  const more = {
    ...{ answers: [...known.answers, ...sent.answers], requests: known.requests + sent.requests },
    usage: { input: known.usage.input + sent.usage.input, output: known.usage.output + sent.usage.output },
    cost: known.cost === null || sent.cost === null ? null : known.cost + sent.cost,
  };
  return variants.map((one) => (one === known ? { ...one, ...more } : one));
}
