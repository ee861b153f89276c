import { createPlainFollower } from './follow-plain.ts';
import { createShrunkFollower } from './follow-shrunk.ts';
import type { Asked, Follower, Rows, Work } from './held.ts';
import { shrinks } from './material.ts';

/**
 * Decides a context again only where it must: where the step before leads to this one by growth alone, only what came is looked at. Whatever is
 * not certain is decided as a whole; that both come to the same is a property test. `growing` off decides each step as a whole.
 */
export function createFollower(asked: Asked, source: Rows, work: Work, growing = true): Follower {
  if (growing && shrinks(asked.choice)) return createShrunkFollower(asked, source, work);
  // Any part may change what another brings in, so each context of a composed policy is decided as a whole.
  const { next } = createPlainFollower(asked, source, work, growing && asked.choice.type !== 'composed');
  return (step, hints) => next(step, { hints });
}
