import { LIST_FACTS, LIST_SORTS, type ListFact, type Listing } from '../../shared/model/listing.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { abouts } from '../engine/formats/abouts.ts';
import { listIn } from './arguments.ts';
import type { Given } from './command.ts';
import { choiceOf, momentOf, textOf, wholeOf } from './options.ts';

/** The format of an agent by the start of its name or id. Throws TapeError('bad-input'). */
const formatOf = (word: string): string => {
  const asked = word.trim().toLowerCase();
  const named = ({ id, name }: { id: string; name: string }): boolean => id.startsWith(asked) || name.toLowerCase().startsWith(asked);
  const found = abouts.find(({ id }) => id === asked) ?? (asked === '' ? undefined : abouts.find(named));
  if (found) return found.id;
  throw new TapeError('bad-input', `No agent is called "${word}". Known are: ${abouts.map(({ name }) => name).join(', ')}.`);
};

/** What the options of `tape list` ask for. Throws TapeError('bad-input'). */
export function listingOf(given: Given, now: number): Listing {
  const since = momentOf(given, 'since', now);
  const [project, model, agent] = [textOf(given, 'project'), textOf(given, 'model'), textOf(given, 'agent')];
  return {
    sort: choiceOf(given, 'sort', LIST_SORTS),
    with: listIn(given, 'with').map(factOf),
    ...(project !== undefined && { project }),
    ...(model !== undefined && { model }),
    ...(agent !== undefined && { format: formatOf(agent) }),
    ...(since !== undefined && { since: Date.parse(since) }),
    ...(given.options.limit !== undefined && { limit: wholeOf(given, 'limit', 1, [1, 1_000_000]) }),
  };
}

const factOf = (word: string): ListFact => {
  const fact = LIST_FACTS.find((one) => one === word);
  if (fact !== undefined) return fact;
  throw new TapeError('bad-input', `--with takes compaction, fork or error, not "${word}".`);
};
