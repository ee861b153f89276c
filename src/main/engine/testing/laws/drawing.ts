import { join } from 'node:path';
import fc from 'fast-check';
import type { Usage } from '../../../../shared/model/index.ts';
import type { Json, JsonObject } from '../../formats/format.ts';
import { isObject } from '../../formats/json.ts';

/** What a request comes to, as the log records it. */
export type Used = Pick<Usage, 'input' | 'output'>;

/** A request in which the model calls a tool. */
export interface Called {
  id: string;
  input: string;
  output: string;
  used: Used;
}

/** A prompt, the tools that are called for it, one request each, and the answer. Each text holds a word that nothing else in the session has. */
export interface Turn {
  prompt: string;
  calls: readonly Called[];
  answer: string;
  used: Used;
  /** After the turn the history is handed over or compacted into this; null for none. */
  summary: string | null;
  /** After it comes a record of a type that nobody knows, with this word in it. */
  strange: string | null;
}

/** How the records of one agent look: the laws hold a session of it to what was drawn. */
export interface Drawing {
  write(turns: readonly Turn[]): JsonObject[];
  /** Of one that is a JSON document: the text with these records in it, each on the line of its number. Absent for a record per line. */
  document?: (records: readonly Json[]) => string;
  /** How its sessions look where they are written in another way too. */
  also?: Drawing;
  /** The name of the type that strange records have. */
  strange: string;
  /** Where the corpus has its logs, and at least how many; absent where it has none. */
  corpus?: { globs: readonly string[]; least: number };
  /** A folder that its sessions are in, where that tells what their first record does not. */
  folder?: string;
  /** What the file of a session is called, where its name tells what it is. */
  file?: string;
  /** A summary is asked for in a request of its own, whose size is not recorded. */
  asksForSummary?: true;
  /** No size of a request is recorded. */
  sizeless?: true;
}

/** What was drawn before words and sizes are given out. */
const SHAPES = fc.array(
  fc.record({
    calls: fc.nat(2),
    filler: fc.constantFrom('', ' of the mill', ' “grün” 猫 \\n "x"', ' '.repeat(40), ' word'.repeat(60)),
    summary: fc.boolean(),
    strange: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
);

/** Sessions of any agent. Sizes only grow, and are larger than all that was said, so that no context can be larger than what is recorded. */
export const stories: fc.Arbitrary<Turn[]> = SHAPES.map((shapes) => {
  let words = 0;
  let size = 2000;
  const text = (filler: string): string => {
    words += 1;
    size += 100 + filler.length;
    return `zq${words}x${filler}`;
  };
  const used = (): Used => ({ input: size, output: 50 + words });
  return shapes.map(({ calls, filler, summary, strange }) => ({
    prompt: text(filler),
    calls: Array.from({ length: calls }, () => ({ input: text(filler), output: text(filler), used: used(), id: `call${words}` })),
    answer: text(filler),
    used: used(),
    summary: summary ? text(filler) : null,
    strange: strange ? text('') : null,
  }));
});

/** The words that a story gave to its texts, wherever they are found. */
export function wordsIn(value: unknown): Set<string> {
  return new Set(JSON.stringify(value ?? null).match(/zq\d+x/g) ?? []);
}

export function requestsIn(turns: readonly Turn[]): Used[] {
  return turns.flatMap(({ calls, used }) => [...calls.map((call) => call.used), used]);
}

/** Times a second apart, from the same start. */
export function clock(): () => string {
  let at = 0;
  return () => new Date(Date.UTC(2026, 0, 5, 9, 0, at++)).toISOString();
}

/** A document of which the first record is the header, and the others are the list of that key. */
export function headed(key: string): NonNullable<Drawing['document']> {
  return ([header = null, ...items]) => {
    const members = isObject(header) ? JSON.stringify(header).slice(1, -1) : '';
    return `{${members}${members === '' ? '' : ','}${JSON.stringify(key)}:[\n${items.map((item) => JSON.stringify(item)).join(',\n')}]}`;
  };
}

/** A document that is a list of its records. */
export function listed(records: readonly Json[]): string {
  return `[${records.map((record) => JSON.stringify(record)).join(',\n')}]`;
}

/** Where a session of an agent is, below any folder. */
export function nameOf({ document, folder = '', file }: Pick<Drawing, 'document' | 'folder' | 'file'>): string {
  return join(folder, file ?? (document ? 'session-1.json' : 'session-1.jsonl'));
}
