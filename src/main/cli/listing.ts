import { LIST_FACTS, LIST_SORTS, type ListFact, type Listing } from '../../shared/model/listing.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { listIn } from './arguments.ts';
import type { Given } from './command.ts';
import { choiceOf, momentOf, textOf, wholeOf } from './options.ts';

/** What the options of `tape list` ask for. Throws TapeError('bad-input'). */
export const listingOf = (given: Given, now: number): Listing => {
  const since = momentOf(given, 'since', now);
  const [project, model] = [textOf(given, 'project'), textOf(given, 'model')];
  return {
    sort: choiceOf(given, 'sort', LIST_SORTS),
    with: listIn(given, 'with').map(factOf),
    ...(project !== undefined && { project }),
    ...(model !== undefined && { model }),
    ...(since !== undefined && { since: Date.parse(since) }),
    ...(given.options.limit !== undefined && { limit: wholeOf(given, 'limit', 1, [1, 1_000_000]) }),
  };
};

const factOf = (word: string): ListFact => {
  const fact = LIST_FACTS.find((one) => one === word);
  if (fact !== undefined) return fact;
  throw new TapeError('bad-input', `--with takes compaction, fork or error, not "${word}".`);
};
