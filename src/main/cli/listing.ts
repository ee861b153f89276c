import { withoutForgotten } from '../../shared/library/forgotten.ts';
import { reordered } from '../../shared/library/order.ts';
import { asksCost, asksModels, asksPeriod, asksProof, fitting, makesSense, readQuery, takenBy } from '../../shared/library/query.ts';
import type { TapeRow } from '../../shared/model/index.ts';
import { LIST_FACTS, LIST_SORTS, type ListFact, type Listing, type ListSort, PROOF_FACTS } from '../../shared/model/listing.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { createShelf } from '../engine/annotations/shelf.ts';
import type { CatalogStore } from '../engine/catalog/open-catalog.ts';
import { abouts, nameOf } from '../engine/formats/abouts.ts';
import { createJoins } from '../engine/library/joins.ts';
import { sayer } from '../engine/library/shelved.ts';
import { lazyProofs } from '../engine/proofs.ts';
import { listIn } from './arguments.ts';
import type { Given } from './command.ts';
import { clean } from './format/clean.ts';
import { count } from './format/number.ts';
import { choiceOf, momentOf, textOf, wholeOf } from './options.ts';

/** The format of an agent by the start of its name or id. Throws TapeError('bad-input'). */
const formatOf = (word: string): string => {
  const asked = word.trim().toLowerCase();
  const named = ({ id, name }: { id: string; name: string }): boolean => id.startsWith(asked) || name.toLowerCase().startsWith(asked);
  const found = abouts.find(({ id }) => id === asked) ?? (asked === '' ? undefined : abouts.find(named));
  if (found) return found.id;
  throw new TapeError('bad-input', `No agent is called "${word}". Known are: ${abouts.map(({ name }) => name).join(', ')}.`);
};

const isProofFact = (word: string): boolean => (PROOF_FACTS as readonly string[]).includes(word);

/** What the catalog itself says of a tape. */
const factsOf = (words: readonly string[]): ListFact[] =>
  words.flatMap((word) => {
    const fact = LIST_FACTS.find((one) => one === word);
    if (fact !== undefined) return [fact];
    if (isProofFact(word)) return [];
    throw new TapeError('bad-input', `--with takes compaction, fork, error, verified or differs, not "${word}".`);
  });

const sortOf = (given: Given): ListSort => choiceOf(given, 'sort', LIST_SORTS);

/** What the options ask of the catalog, which does not sort by cost. */
const listingOf = (given: Given, now: number): Listing => {
  const since = momentOf(given, 'since', now);
  const sort = sortOf(given);
  const [project, model, agent] = [textOf(given, 'project'), textOf(given, 'model'), textOf(given, 'agent')];
  return {
    sort: sort === 'cost' ? 'newest' : sort,
    with: factsOf(listIn(given, 'with')),
    ...(project !== undefined && { project }),
    ...(model !== undefined && { model }),
    ...(agent !== undefined && { format: formatOf(agent) }),
    ...(since !== undefined && { since: Date.parse(since) }),
    ...(given.options.limit !== undefined && { limit: wholeOf(given, 'limit', 1, [1, 1_000_000]) }),
  };
};

/** What the operands and the options of the shelf ask, as one filter of the library. Throws TapeError('bad-input') for a condition that cannot be read. */
const filterOf = ({ operands, ...given }: Given): string => {
  const tags = listIn({ operands, ...given }, 'tag').map((tag) => `tag:"${tag.replaceAll('"', '')}"`);
  const proofs = listIn({ operands, ...given }, 'with').flatMap((word) => (isProofFact(word) ? [`has:${word}`] : []));
  const filter = [...operands, ...tags, ...proofs, ...(given.options.favourite ? ['has:favourite'] : [])].join(' ').trim();
  for (const term of readQuery(filter)) {
    if (term.name !== null && !makesSense(term))
      throw new TapeError('bad-input', `${clean(term.text)} cannot be read: ${term.name}: takes ${takenBy(term.name)}.`);
  }
  return filter;
};

/** What is found without one of several conditions, so that whoever finds nothing knows which to drop. */
const whyNone = (tapes: readonly TapeRow[], filter: string, now: number): string[] => {
  const terms = readQuery(filter);
  if (tapes.length === 0 || terms.length < 2) return [];
  return terms.flatMap(({ text }) => {
    const others = terms.flatMap((term) => (term.text === text ? [] : [term.text])).join(' ');
    const found = tapes.filter(fitting(others, nameOf, now) ?? (() => true)).length;
    return found === 0 ? [] : [`Without ${clean(text)} there are ${count(found)}.`];
  });
};

/** Whether a list needs contexts compared with captured requests, which reads each session with captures. */
export function listsProof(given: Given): boolean {
  return asksProof(filterOf(given));
}

const NONE_CAPTURED = 'No request of any tape was captured, so no context can be compared. tape record keeps what an agent sends.';

/** How tapes agree with captured requests; null where the filter does not ask. */
const proofsFor = async (filter: string, { catalog, home }: Pick<CatalogStore, 'catalog' | 'home'>, stop: () => void) => {
  if (!asksProof(filter)) return null;
  return (await lazyProofs(catalog, { home, readOnly: false })(catalog.tapes(), { until: Number.POSITIVE_INFINITY, stop })).byTape;
};

/** What tapes cost, which models they used and when they were at work; null for what neither filter nor order nor columns ask. */
const spentFor = async (
  asks: { costs: boolean; models: boolean; busy: boolean },
  { catalog, home }: Pick<CatalogStore, 'catalog' | 'home'>,
  stop: () => void,
) => {
  if (!Object.values(asks).includes(true)) return { costs: null, models: null, busy: null };
  const [{ createTapeCosts }, { createPriceTable }] = await Promise.all([
    import('../engine/prices/tape-cost.ts'),
    import('../engine/prices/table.ts'),
  ]);
  const spent = createTapeCosts(catalog, createPriceTable(home));
  return {
    costs: asks.costs ? await spent.all(stop) : null,
    models: asks.models ? await spent.models(stop) : null,
    busy: asks.busy ? await spent.busy(stop) : null,
  };
};

/**
 * Lists the tapes that the command line asks for, with the titles and tags that readers gave them. `total` counts those that fit without the limit;
 * `why` has lines for an answer without tapes. Throws TapeError('bad-input').
 */
export async function listTapes(
  given: Given,
  { catalog, home }: CatalogStore,
  now: number,
  stop: () => void = () => undefined,
): Promise<{ items: readonly TapeRow[]; total: number; why: string[] | null }> {
  const { limit, ...listing } = listingOf(given, now);
  const sort = sortOf(given);
  const filter = filterOf(given);
  const own = createShelf(home, false).all();
  const { items } = catalog.list(listing);
  const joins = filter === '' ? new Map() : await createJoins()(new Set(items.map(({ project }) => project)));
  const proofs = await proofsFor(filter, { catalog, home }, stop);
  const asks = {
    costs: asksCost(filter) || sort === 'cost' || given.options.csv === true,
    models: asksModels(filter),
    busy: asksPeriod(filter),
  };
  const spent = await spentFor(asks, { catalog, home }, stop);
  const named = withoutForgotten(items.map(sayer({ own, joins, proofs, ...spent })));
  const again = sort === 'cost' || (sort === 'title' && own.size > 0) ? sort : null;
  const tapes = again === null ? named : reordered([], named, again);
  const found = tapes.filter(fitting(filter, nameOf, now) ?? (() => true));
  const isEmpty = catalog.list({ limit: 1 }).total === 0;
  return {
    items: found.slice(0, limit),
    total: found.length,
    why: isEmpty
      ? null
      : [
          ...(proofs?.size === 0 ? [NONE_CAPTURED] : []),
          `${['No tapes match', clean(filter)].filter(Boolean).join(' ')}.`,
          ...whyNone(tapes, filter, now),
        ],
  };
}
