import type { Policy } from '../../shared/model/index.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import type { Given } from './arguments.ts';
import { count } from './format/number.ts';

const text = (given: Given, name: string): string | undefined => {
  const value = given.options[name];
  return typeof value === 'string' ? value : undefined;
};

const isPolicy = (value: string): value is Policy =>
  value === 'as-recorded' ||
  value === 'last-anchor' ||
  value === 'full' ||
  (value.startsWith('from-anchor:') && value.length > 'from-anchor:'.length);

export const policyOf = (given: Given): Policy => {
  const value = text(given, 'policy') ?? 'as-recorded';
  if (isPolicy(value)) return value;
  throw new TapeError('bad-input', `There is no policy "${value}". There are as-recorded, last-anchor, full and from-anchor:NAME.`);
};

/** A whole number within bounds, or the default where the option is absent. */
export const wholeOf = (given: Given, name: string, fallback: number, [least, most]: readonly [number, number]): number => {
  const value = text(given, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= least && number <= most) return number;
  throw new TapeError('bad-input', `--${name} takes a whole number from ${count(least)} to ${count(most)}, not "${value}".`);
};

/** The step meant by `--step`: 1 … steps, "last", or -1 … -steps from the end. */
export const stepOf = (given: Given, steps: number): number => {
  const value = text(given, 'step') ?? 'last';
  if (value !== 'last' && !/^-?\d+$/.test(value)) {
    throw new TapeError('bad-input', `--step takes a number or "last", not "${value}".`);
  }
  if (steps === 0) throw new TapeError('bad-input', 'This tape has no steps: no request to a model is recorded in it.');
  const number = value === 'last' ? steps : Number(value);
  const step = number < 0 ? steps + 1 + number : number;
  if (step >= 1 && step <= steps) return step;
  throw new TapeError(
    'bad-input',
    `There is no step ${value}: this tape has ${steps === 1 ? 'step 1 only' : `steps 1 to ${count(steps)}`}.`,
  );
};

export const textOf = text;
