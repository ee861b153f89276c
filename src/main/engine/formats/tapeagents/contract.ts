import type { Contract } from '../contract.ts';

/** Real tapes have steps without an id of their own: they carry that of a step before. */
export const contract: Contract = { sharesIds: true };
