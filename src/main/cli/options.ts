import type { Policy } from '../../shared/model/index.ts';
import type { Place } from '../../shared/model/place.ts';
import { formatPolicy, isNamedPolicy, parsePolicy } from '../../shared/model/policy.ts';
import { isRecord } from '../../shared/model/record.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { listIn } from './arguments.ts';
import type { Given } from './command.ts';
import { count } from './format/number.ts';

const text = (given: Given, name: string): string | undefined => {
  const value = given.options[name];
  return typeof value === 'string' ? value : undefined;
};

/** The option that says more about a policy, by the policy that takes it. */
const MORE = { compact: 'budget', memory: 'query' } as const;

/**
 * The policy of `--policy`, with what `--budget` and `--query` say after it. `more` is empty for commands whose budget is one of what they send.
 * Throws TapeError('bad-input') with one sentence.
 */
export function policyOf(given: Given, more: Partial<typeof MORE> = MORE): Policy {
  const value = text(given, 'policy') ?? 'as-recorded';
  for (const [name, option] of Object.entries(more)) {
    const said = text(given, option);
    if (said === undefined) continue;
    if (value === name) return formatPolicy(parsePolicy(`${name}:${said}`));
    throw new TapeError(
      'bad-input',
      `--${option} goes with --policy ${name} alone${value.startsWith(`${name}:`) ? `, not with ${value}` : ''}.`,
    );
  }
  return policyLine(value);
}

/** A line as it is spelled; a name in it is left to the engine, which knows the tape. Throws TapeError('bad-input'). */
export function policyLine(text: string): Policy {
  if (isNamedPolicy(text)) return text;
  return formatPolicy(parsePolicy(text));
}

/** A whole number within bounds, or the default where the option is absent. */
export function wholeOf(given: Given, name: string, fallback: number, [least, most]: readonly [number, number]): number {
  const value = text(given, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= least && number <= most) return number;
  throw new TapeError('bad-input', `--${name} takes a whole number from ${count(least)} to ${count(most)}, not "${value}".`);
}

/** The step meant by `--step`: 1 … steps, "last", or -1 … -steps from the end. */
export function stepOf(given: Given, steps: number): number {
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
}

/** The request meant by `--step`, `--next` or `--after`; without them the last step, or the next request of a tape that has none yet. */
export function placeOf(given: Given, { steps, entries }: { steps: number; entries: number }): Place {
  const named = ['step', 'next', 'after'].filter((name) => given.options[name] !== undefined);
  if (named.length > 1) throw new TapeError('bad-input', `Give --${named[0]} or --${named[1]}, not both.`);
  if (given.options.after !== undefined) return { after: wholeOf(given, 'after', 1, [1, entries]) };
  return given.options.next || (steps === 0 && named.length === 0) ? { next: true } : { step: stepOf(given, steps) };
}

export const textOf = text;

/** One of a few words, or the first of them where the option is absent. */
export function choiceOf<Choice extends string>(given: Given, name: string, choices: readonly [Choice, ...Choice[]]): Choice {
  const value = text(given, name) ?? choices[0];
  const choice = choices.find((candidate) => candidate === value);
  if (choice !== undefined) return choice;
  const [last, ...others] = [...choices].reverse();
  throw new TapeError('bad-input', `--${name} takes ${others.reverse().join(', ')} or ${last}, not "${value}".`);
}

/** A JSON object given as text; undefined where the option is absent. */
export function objectOf(given: Given, name: string): Record<string, unknown> | undefined {
  const value = text(given, name);
  if (value === undefined) return undefined;
  const parsed = parsedOrNull(value);
  if (isRecord(parsed)) return parsed;
  throw new TapeError('bad-input', `--${name} takes a JSON object, such as '{"key": "value"}'.`);
}

const parsedOrNull = (value: string): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
};

/** Ids, each a whole number from 1 on; `3,5` counts as two. Undefined where the option is absent. */
export function idsOf(given: Given, name: string): number[] | undefined {
  const values = listIn(given, name);
  if (values.length === 0) return undefined;
  return values
    .flatMap((value) => value.split(','))
    .map((value) => {
      if (/^ *[1-9]\d{0,14} *$/.test(value)) return Number(value);
      throw new TapeError('bad-input', `--${name} takes the id of an entry, not "${value}".`);
    });
}

/** The id of an entry; undefined where the option is absent. */
export function idOf(given: Given, name: string): number | undefined {
  return given.options[name] === undefined ? undefined : wholeOf(given, name, 1, [1, Number.MAX_SAFE_INTEGER]);
}

const UNITS: Record<string, number> = { s: 1000, min: 60_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/**
 * A moment: `30s`, `15min`, `2h`, `3d`, `1w` ago, or a date or time in ISO 8601; UTC unless it says otherwise. As ISO text, in
 * UTC. A date alone is the start of that day for --since, and the end of it for --until.
 */
export function momentOf(given: Given, name: 'since' | 'until' | 'before', now: number): string | undefined {
  const value = text(given, name)?.trim();
  if (value === undefined) return undefined;
  const [, amount, unit = ''] = /^(\d{1,6})(s|min|m|h|d|w)$/.exec(value) ?? [];
  const time =
    amount === undefined ? isoTime(value, name === 'until' ? '23:59:59.999' : '00:00') : now - Number(amount) * (UNITS[unit] ?? 0);
  if (!Number.isNaN(new Date(time).getTime())) return new Date(time).toISOString();
  throw new TapeError('bad-input', `--${name} takes an age such as 2h or 3d, or a time such as 2026-03-01T12:00, not "${value}".`);
}

const isoTime = (value: string, ofDay: string): number => {
  const [, day, time = '', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(value) ?? [];
  return day === undefined ? Number.NaN : Date.parse(`${day}T${time || ofDay}${zone}`);
};

/** The day of `--since` or `--until`, as 2026-11-24: a date is itself in every time zone, a moment is in a day of this one. */
export function dayOf(given: Given, name: 'since' | 'until', zone: string): string | undefined {
  const value = text(given, name)?.trim() ?? '';
  const moment = momentOf(given, name, Date.now());
  if (moment === undefined || /^\d{4}-\d\d-\d\d$/.test(value)) return moment && value;
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(Date.parse(moment));
}
