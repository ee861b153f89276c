import type { Policy } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';

/** A policy taken apart: what decides where a context begins, and what of it is kept. */
export type PolicyChoice =
  | { type: 'as-recorded' }
  | { type: 'last-anchor' }
  | { type: 'full' }
  | { type: 'from-anchor'; name: string }
  /** `budget` in tokens. */
  | { type: 'compact'; budget: number }
  | { type: 'summary' }
  | { type: 'memory'; query: string };

const PLAIN = ['as-recorded', 'last-anchor', 'full', 'summary'] as const;
const KNOWN = 'Known policies are as-recorded, last-anchor, from-anchor:NAME, full, compact:BUDGET, summary and memory:QUERY.';

/** Longest query of the memory, as in the contract. */
const LONGEST_QUERY = 500;

/** Those that take something behind a colon. */
const TAKERS: Readonly<Record<string, (rest: string) => PolicyChoice>> = {
  'from-anchor': (name) => {
    if (name !== '') return { type: 'from-anchor', name };
    throw new TapeError('bad-input', 'The policy from-anchor needs the name of an anchor, as in from-anchor:session/start.');
  },
  compact: (text) => {
    const budget = Number(text);
    if (/^\d+$/.test(text) && budget >= 1 && Number.isSafeInteger(budget)) return { type: 'compact', budget };
    throw new TapeError(
      'bad-input',
      text === ''
        ? 'The policy compact needs a budget in tokens, as in compact:8000.'
        : `A budget is a whole number of tokens from 1 on, as in compact:8000; ${JSON.stringify(text)} is none.`,
    );
  },
  memory: (query) => {
    if (query.trim() === '') throw new TapeError('bad-input', 'The policy memory needs what to look for, as in memory:rate limit.');
    if (query.length <= LONGEST_QUERY) return { type: 'memory', query };
    throw new TapeError('bad-input', `The memory is asked with at most ${LONGEST_QUERY} characters, not with ${query.length}.`);
  },
};

/** Reads the text form of a policy. Throws TapeError('bad-input') with one sentence where it is none. */
export const parsePolicy = (text: string): PolicyChoice => {
  const plain = PLAIN.find((name) => name === text);
  if (plain !== undefined) return { type: plain };
  const colon = text.indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  const take = Object.hasOwn(TAKERS, name) ? TAKERS[name] : undefined;
  if (take) return take(colon < 0 ? '' : text.slice(colon + 1));
  throw new TapeError('bad-input', `There is no policy called ${JSON.stringify(text)}. ${KNOWN}`);
};

/** The text form that `parsePolicy` reads. */
export const formatPolicy = (choice: PolicyChoice): Policy => {
  switch (choice.type) {
    case 'from-anchor':
      return `from-anchor:${choice.name}`;
    case 'compact':
      return `compact:${choice.budget}`;
    case 'memory':
      return `memory:${choice.query}`;
    default:
      return choice.type;
  }
};
