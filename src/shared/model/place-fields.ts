import { z } from 'zod';

const seq = z.number().int().min(1);

/** A place to ask from: a step, the next request, or the request that would follow an entry. Exactly one of them. */
export const place = { step: seq.optional(), next: z.literal(true).optional(), after: seq.optional() };
export function onePlace({
  step,
  next,
  after,
}: {
  step?: number | undefined;
  next?: true | undefined;
  after?: number | undefined;
}): boolean {
  return [step, next, after].filter((one) => one !== undefined).length === 1;
}
export const ONE_PLACE = 'Give exactly one of step, next and after.';
