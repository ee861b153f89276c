import { handed } from '../bub/states.ts';
import { PLAIN_STATES, type StateRules } from '../context/states.ts';

/** A piece of a tape that lies about as a file numbers the entries of the whole tape. */
export const nativeStates: StateRules = {
  ...PLAIN_STATES,
  numbered: true,
  noLines: 'a native tape has no lines of its own',
  isPiece: (file) => file.endsWith('.jsonl'),
  handed,
};
