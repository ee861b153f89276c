import type { Contract } from '../contract.ts';

/** A message is appended again with its id when its calls are done, with their results. */
export const contract: Contract = { sharesIds: true };
