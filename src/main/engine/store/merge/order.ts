import type { MergeOrder } from '../../../../shared/model/native.ts';
import type { Fact, ForkFacts } from './facts.ts';

/** An entry of a fork in the order of the merge. */
export interface Placed {
  fork: ForkFacts;
  fact: Fact;
}

/**
 * `append`: fork after fork, as they were named. `time`: the forks are interleaved by the times of their entries. Order within a
 * fork is a fact and times are not (clocks run backwards), so an entry counts as made no earlier than those before it.
 */
export function inOrder(forks: readonly ForkFacts[], order: MergeOrder): Placed[] {
  const placed = forks.flatMap((fork) => {
    let latest = Number.NEGATIVE_INFINITY;
    return fork.facts.map((fact) => {
      const time = Date.parse(fact.at);
      if (time > latest) latest = time;
      return { fork, fact, latest };
    });
  });
  // The sort is stable: at equal times the fork named first goes first.
  if (order === 'time') placed.sort((a, b) => (a.latest < b.latest ? -1 : a.latest > b.latest ? 1 : 0));
  return placed.map(({ fork, fact }) => ({ fork, fact }));
}
