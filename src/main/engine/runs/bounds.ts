import type { Budget } from '../../../shared/model/budget.ts';
import type { Usage } from '../../../shared/model/index.ts';
import type { Ask } from './api.ts';
import type { Stop } from './entries.ts';

/** What a run may use. */
export interface Bounds extends Budget {
  steps: number;
}

/** What was used so far. `unknown` counts answers that did not say what they used: for the budget they are estimated. */
export interface Spent {
  usage: Usage;
  unknown: number;
  /** Tokens for the budget, estimates among them. */
  tokens: number;
  /** Null where a model has no price. */
  dollars: number | null;
}

export function nothingSpent(): Spent {
  return { usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, unknown: 0, tokens: 0, dollars: 0 };
}

/** Characters of a token, at least: an estimate should not be too low. */
const CHARS = 3;

/** Tokens that a request has, about. */
export function weightOf({ system, turns, tools }: Ask): number {
  return Math.ceil((system.length + JSON.stringify(turns).length + JSON.stringify(tools).length) / CHARS);
}

export type Price = (usage: Usage) => number | null;

export function spend(spent: Spent, usage: Usage | null, estimated: Usage, price: Price): Spent {
  const used = usage ?? estimated;
  const dollars = price(used);
  const add = (name: 'input' | 'output' | 'cacheRead' | 'cacheWrite'): number => spent.usage[name] + (usage?.[name] ?? 0);
  return {
    usage: { input: add('input'), output: add('output'), cacheRead: add('cacheRead'), cacheWrite: add('cacheWrite') },
    unknown: spent.unknown + (usage === null ? 1 : 0),
    tokens: spent.tokens + used.input + used.output + used.cacheRead + used.cacheWrite,
    dollars: spent.dollars === null || dollars === null ? null : spent.dollars + dollars,
  };
}

/** Adds what a run within a run used. */
export function plus(spent: Spent, more: Spent): Spent {
  const add = (name: 'input' | 'output' | 'cacheRead' | 'cacheWrite'): number => spent.usage[name] + more.usage[name];
  return {
    usage: { input: add('input'), output: add('output'), cacheRead: add('cacheRead'), cacheWrite: add('cacheWrite') },
    unknown: spent.unknown + more.unknown,
    tokens: spent.tokens + more.tokens,
    dollars: spent.dollars === null || more.dollars === null ? null : spent.dollars + more.dollars,
  };
}

/** What is left of the bounds of a run that has sent this many requests. */
export function leftOf({ steps, tokens, dollars }: Bounds, sent: number, spent: Spent): Bounds {
  return {
    steps: Math.max(0, steps - sent),
    tokens: tokens === null ? null : Math.max(0, tokens - spent.tokens),
    dollars: dollars === null ? null : Math.max(0, dollars - (spent.dollars ?? dollars)),
  };
}

/** Tokens: providers refuse to be asked for more than their model can write. */
const LONGEST_ANSWER = 8192;

const OUTPUT = { input: 0, output: 1, cacheRead: 0, cacheWrite: 0 };

/**
 * What is left for the next request: the longest answer that its budget allows, null for any length. Or why it is not sent: it alone would be
 * more than is left.
 */
export function roomFor(weight: number, { tokens, dollars }: Bounds, spent: Spent, price: Price): { most: number | null } | Stop {
  const rooms: number[] = [];
  if (tokens !== null) {
    const room = tokens - spent.tokens - weight;
    if (room < 1)
      return {
        reason: 'token-budget',
        message: `${spent.tokens} of ${tokens} tokens are used, and the next request needs about ${weight}.`,
      };
    rooms.push(room);
  }
  if (dollars !== null) {
    const next = price({ ...OUTPUT, input: weight, output: 0 });
    const each = price(OUTPUT);
    if (next === null || each === null || spent.dollars === null)
      return { reason: 'money-budget', message: 'The price of this model is not known.' };
    const room = each === 0 ? Number.MAX_SAFE_INTEGER : Math.floor((dollars - spent.dollars - next) / each);
    if (room < 1)
      return {
        reason: 'money-budget',
        message: `$${spent.dollars.toFixed(4)} of $${dollars} are used, and the next request costs about $${next.toFixed(4)}.`,
      };
    rooms.push(room);
  }
  return { most: rooms.length === 0 ? null : Math.min(LONGEST_ANSWER, ...rooms) };
}
