import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import { nearest } from './nearest.ts';
import type { Word } from './split-line.ts';

/** The arguments given to a command, read by the type that is wanted. Each throws TapeError('bad-input') with one sentence. */
export interface Given {
  text(name: string): string | undefined;
  /** A whole number from 1 on. */
  count(name: string): number | undefined;
  flag(name: string): boolean;
  /** Every value of a repeated argument. */
  all(name: string): string[];
  /** Every value, and each split at its commas. */
  list(name: string): string[];
  ids(name: string): number[];
  choice<T extends string>(name: string, options: readonly T[]): T | undefined;
  object(name: string): Record<string, unknown> | undefined;
  /** A day or a moment as an ISO time; a day alone means its start, or its end. */
  time(name: string, edge: 'start' | 'end'): string | undefined;
}

/** Which arguments a command takes. Words without a key fill `places` in order; the last place takes all that are left. */
export interface Takes {
  keys: readonly string[];
  places: readonly string[];
  /** Arguments that may stand alone: `--archive`. */
  flags?: readonly string[];
  /** Other spellings of a key. */
  also?: Readonly<Record<string, string>>;
}

const bad = (sentence: string): TapeError => new TapeError('bad-input', sentence);

/** Files the words under the arguments that `takes` names. Throws TapeError('bad-input') for one that it does not take. */
export function fileWords(command: string, words: readonly Word[], takes: Takes): Map<string, string[]> {
  const values = new Map<string, string[]>();
  const put = (key: string, value: string): void => void values.set(key, [...(values.get(key) ?? []), value]);
  const loose: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const { key: spelled, value } = words[at] ?? { key: null, value: '' };
    if (spelled === null) {
      loose.push(value ?? '');
      continue;
    }
    const key = keyFor(command, spelled, takes);
    const next = words[at + 1];
    if (value !== null) put(key, value);
    else if (takes.flags?.includes(key)) put(key, 'true');
    else if (next && next.key === null && next.value !== null) {
      put(key, next.value);
      at += 1;
    } else throw bad(`${command} needs a value after --${spelled.replaceAll('_', '-')}.`);
  }
  fillPlaces(command, loose, takes, values);
  return values;
}

const keyFor = (command: string, spelled: string, takes: Takes): string => {
  const also = takes.also ?? {};
  const key = Object.hasOwn(also, spelled) ? also[spelled] : spelled;
  if (key !== undefined && takes.keys.includes(key)) return key;
  if (takes.keys.length === 0) throw bad(`${command} takes no arguments, but was given "${spelled.slice(0, 60)}".`);
  const near = nearest(spelled, takes.keys);
  const hint = near === null ? `It takes ${takes.keys.join(', ')}; a value with "=" in it needs quotes.` : `Did you mean ${near}?`;
  throw bad(`${command} has no argument "${spelled.slice(0, 60)}". ${hint}`);
};

const fillPlaces = (command: string, loose: readonly string[], takes: Takes, values: Map<string, string[]>): void => {
  const free = takes.places.filter((place) => !values.has(place));
  if (loose.length > 0 && free.length === 0) {
    const what = takes.keys.length === 0 ? 'no arguments' : 'no further words';
    throw bad(`${command} takes ${what}, but was given "${(loose[0] ?? '').slice(0, 60)}".`);
  }
  for (const [at, place] of free.entries()) {
    const words = at === free.length - 1 ? loose.slice(at) : loose.slice(at, at + 1);
    if (words.length > 0) values.set(place, [words.join(' ')]);
  }
};

const YES = ['true', 'yes', '1', 'on'];
const NO = ['false', 'no', '0', 'off'];
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Readers over filed words. */
export function createGiven(command: string, values: ReadonlyMap<string, readonly string[]>): Given {
  const all = (name: string): string[] => [...(values.get(name) ?? [])];
  const text = (name: string): string | undefined => {
    const [value, more] = all(name);
    if (more !== undefined) throw bad(`${command} takes one ${name}, but was given several.`);
    return value;
  };
  const list = (name: string): string[] =>
    all(name).flatMap((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    );
  const whole = (name: string, value: string): number => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : 0;
    if (number < 1) throw bad(`${name} of ${command} is a whole number above 0, not "${value.slice(0, 60)}".`);
    return number;
  };
  return {
    text,
    all,
    list,
    count: (name) => {
      const value = text(name);
      return value === undefined ? undefined : whole(name, value);
    },
    flag: (name) => {
      const value = text(name)?.toLowerCase() ?? 'false';
      if (!YES.includes(value) && !NO.includes(value)) throw bad(`${name} of ${command} is true or false, not "${value.slice(0, 60)}".`);
      return YES.includes(value);
    },
    ids: (name) => list(name).map((value) => whole(name, value)),
    choice: (name, options) => {
      const value = text(name);
      const found = options.find((option) => option === value?.toLowerCase().replaceAll('_', '-'));
      if (value !== undefined && found === undefined) {
        throw bad(`${name} of ${command} is one of ${options.join(', ')}, not "${value.slice(0, 60)}".`);
      }
      return found;
    },
    object: (name) => {
      const value = text(name);
      return value === undefined ? undefined : objectOf(command, name, value);
    },
    time: (name, edge) => {
      const value = text(name);
      return value === undefined ? undefined : timeOf(command, name, value, edge);
    },
  };
}

const objectOf = (command: string, name: string, value: string): Record<string, unknown> => {
  try {
    const parsed: unknown = JSON.parse(value);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return Object.fromEntries(Object.entries(parsed));
  } catch {
    // The sentence below says it for both.
  }
  throw bad(`${name} of ${command} is a JSON object, as in ${name}='{"branch":"main"}'.`);
};

const timeOf = (command: string, name: string, value: string, edge: 'start' | 'end'): string => {
  const moment = new Date(DAY.test(value) && edge === 'end' ? `${value}T23:59:59.999Z` : value);
  if (!Number.isNaN(moment.getTime())) return moment.toISOString();
  throw bad(`${name} of ${command} is a day or a moment, as in 2026-11-21 or 2026-11-21T10:30:00Z, not "${value.slice(0, 60)}".`);
};
