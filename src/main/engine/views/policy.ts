import type { Policy } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';

/** A policy taken apart: what decides where a context begins. */
export type PolicyChoice = { type: 'as-recorded' } | { type: 'last-anchor' } | { type: 'full' } | { type: 'from-anchor'; name: string };

const NAMED = 'from-anchor:';
const KNOWN = 'Known policies are as-recorded, last-anchor, from-anchor:NAME and full.';

/** Reads the text form of a policy. Throws TapeError('bad-input') with one sentence where it is none. */
export const parsePolicy = (text: string): PolicyChoice => {
  if (text === 'as-recorded' || text === 'last-anchor' || text === 'full') return { type: text };
  if (!text.startsWith(NAMED)) throw new TapeError('bad-input', `There is no policy called ${JSON.stringify(text)}. ${KNOWN}`);
  const name = text.slice(NAMED.length);
  if (name === '') throw new TapeError('bad-input', `The policy from-anchor needs the name of an anchor, as in from-anchor:session/start.`);
  return { type: 'from-anchor', name };
};

/** The text form that `parsePolicy` reads. */
export const formatPolicy = (choice: PolicyChoice): Policy =>
  choice.type === 'from-anchor' ? (`from-anchor:${choice.name}` as const) : choice.type;
