import { z } from 'zod';

/** What most calls take in. */

/** Id of a tape. */
export const tape = z.string().min(1).max(200);
/** Number of an entry or a step, from 1. */
export const seq = z.number().int().min(1);
/** Of a file or folder of this machine. */
export const path = z.string().min(1).max(4096);
export const empty = z.object({});

/** A place to ask from: a step, the next request, or the request that would follow an entry. Exactly one of them. */
export const place = { step: seq.optional(), next: z.literal(true).optional(), after: seq.optional() };
export const onePlace = ({
  step,
  next,
  after,
}: {
  step?: number | undefined;
  next?: true | undefined;
  after?: number | undefined;
}): boolean => [step, next, after].filter((one) => one !== undefined).length === 1;
export const ONE_PLACE = 'Say exactly one of step, next and after.';
