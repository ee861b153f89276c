import type { PriceBook } from '../../../shared/model/prices.ts';
import type { Caching } from '../../../shared/model/what-if.ts';
import type { Ask } from '../runs/api.ts';
import type { Endpoint } from '../runs/endpoint.ts';

interface Compared {
  /** The unedited request. */
  before: Ask;
  ask: Ask;
  /** Tokens of both. */
  weights: { unedited: number; edited: number };
  endpoint: Pick<Endpoint, 'name' | 'model'>;
  prices: PriceBook;
}

/** Providers keep no beginning that is shorter, in tokens. */
const LEAST = 1024;

/** What a cache that holds the unedited request would spare of the edited one: all before the first change is read, all from there on is written. Pure. */
export function cachingOf({ before, ask, weights, endpoint, prices }: Compared): Caching {
  const alike = weights.edited * shareOf(before, ask);
  const read = alike < LEAST ? 0 : Math.round(alike);
  const written = Math.max(0, weights.edited - read);
  const cost = (cacheRead: number, rest: number): number | null =>
    prices.cost(endpoint.model, null, rest >= LEAST ? use(cacheRead, rest, 0) : use(cacheRead, 0, rest));
  const kept = weights.unedited >= LEAST;
  return {
    ...{ read, written },
    cost: { unedited: kept ? cost(weights.unedited, 0) : cost(0, weights.unedited), edited: cost(read, written) },
    assumed: `Assumed: the unedited request was sent to this model just before, and all of it is in the cache. ${habitOf(endpoint.name)}`,
  };
}

const use = (cacheRead: number, cacheWrite: number, input: number) => ({ input, output: 0, cacheRead, cacheWrite });

/** How much of a request another one begins with, from 0 to 1: a cache reads tools first, then the system prompt, then messages, and stops at the first that differs. */
function shareOf(before: Ask, ask: Ask): number {
  const [old, own] = [piecesOf(before), piecesOf(ask)];
  const first = own.findIndex((piece, at) => piece !== old[at]);
  const chars = (pieces: readonly string[]): number => pieces.reduce((all, { length }) => all + length, 0);
  return first < 0 ? 1 : chars(own.slice(0, first)) / chars(own);
}

const piecesOf = ({ tools, system, turns }: Ask): string[] => [JSON.stringify(tools), system, ...turns.map((turn) => JSON.stringify(turn))];

const habitOf = (name: string): string => {
  if (name.startsWith('anthropic:')) return 'What is sent from here asks for no cache, so Anthropic charges each request in full.';
  if (name.startsWith('openai:')) return 'OpenAI decides itself which part of a request it reads from its cache, and guarantees nothing.';
  return 'Whether this server has a cache is not known.';
};
