import { appendFileSync, closeSync, fsyncSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPlain, replaceFile, sizeOf, writeAll } from '../disk/disk.ts';
import { makePath } from '../disk/make-path.ts';
import { digest } from '../formats/digest.ts';
import type { JsonObject } from '../formats/values.ts';
import { fileOf } from '../receive/spool.ts';
import type { Backend, Wanted } from './backend.ts';
import { merge, type Tally } from './merge.ts';

/** How far a pull is. `at` is where its next request begins. */
interface State {
  version: 1;
  wanted: Wanted;
  at: string | null;
  requests: number;
  records: number;
  /** All was asked for. */
  whole: boolean;
}

/** What a pull wrote. */
export interface Placing extends Tally {
  files: string[];
}

/** The pages of a pull, on disk until all of them are there. */
export interface Pages {
  readonly state: Readonly<State>;
  keep(records: readonly JsonObject[], next: string | null): void;
  /** Forgets what was kept: the next request is the first one again. */
  begin(): void;
  /** Puts each record into the file of its conversation, and forgets the pages. */
  place(backend: Pick<Backend, 'placed'>): Placing;
}

/** Below the folder of what was pulled; nothing in it is named as a log is. */
export const ROOM = '.pulls';

/** Opens the pages of the pull of that name: those of an earlier one that ended early, else none. */
export function openPages(folder: string, name: string, wanted: Wanted): Pages {
  const room = join(folder, ROOM, digest(name).slice(0, 16));
  makePath(room);
  const beginning: State = { version: 1, wanted, at: null, requests: 0, records: 0, whole: false };
  let state = stateIn(room) ?? beginning;
  const pageAt = (number: number): string => join(room, `${number}.page`);
  return {
    get state() {
      return state;
    },
    keep(records, next) {
      writeFileSync(pageAt(state.requests), linesOf(records.map((record) => JSON.stringify(record))), { flush: true });
      const { requests, records: before } = state;
      state = { ...state, at: next, requests: requests + 1, records: before + records.length, whole: next === null };
      replaceFile(join(room, STATE), JSON.stringify(state));
    },
    begin() {
      state = beginning;
    },
    place(backend) {
      const read = (number: number): string[] => linesIn(readFileSync(pageAt(number), 'utf8'));
      const names = sort(room, { pages: state.requests, read, backend });
      const placing: Placing = { files: [], added: 0, changed: 0, known: 0 };
      for (const one of names) {
        const tally = write(join(folder, one), linesIn(readFileSync(join(room, one), 'utf8')), backend);
        placing.files.push(join(folder, one));
        for (const key of ['added', 'changed', 'known'] as const) placing[key] += tally[key];
      }
      rmSync(room, { recursive: true, force: true });
      return placing;
    },
  };
}

const STATE = 'state.json';

/** A state that was not written whole is none: nothing after it was asked for. */
function stateIn(room: string): State | null {
  try {
    const state = JSON.parse(readFileSync(join(room, STATE), 'utf8')) as State;
    return state.version === 1 ? state : null;
  } catch {
    return null;
  }
}

const linesOf = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');

const linesIn = (text: string): string[] => text.split('\n').filter((line) => line !== '');

interface Sorting {
  pages: number;
  read(page: number): string[];
  backend: Pick<Backend, 'placed'>;
}

/** Puts the lines of all pages next to those of their conversation, a page in memory at a time. Answers the names of these files. */
function sort(room: string, { pages, read, backend }: Sorting): string[] {
  const numbers = Array.from({ length: pages }, (_, at) => at);
  const placed = (line: string) => backend.placed(JSON.parse(line) as JsonObject);
  // Some spans of a trace name their conversation, and all are in it.
  const sessions = new Map<string | null, string>();
  for (const page of numbers)
    for (const { trace, session } of read(page).map(placed)) if (trace !== null && session !== null) sessions.set(trace, session);
  const names = new Set<string>();
  for (const page of numbers) {
    const groups = Map.groupBy(read(page), (line) => {
      const { trace, session } = placed(line);
      return fileOf(trace, session ?? sessions.get(trace) ?? null);
    });
    for (const [name, lines] of groups) {
      if (!names.has(name)) rmSync(join(room, name), { force: true });
      names.add(name);
      appendFileSync(join(room, name), linesOf(lines));
    }
  }
  return [...names].sort();
}

/** A file whose lines stay as they are only grows: what was read of it holds. */
function write(path: string, came: readonly string[], { placed }: Pick<Backend, 'placed'>): Tally {
  const before = sizeOf(path) === null ? '' : readFileSync(path, 'utf8');
  const { text, tally } = merge(before, came, placed);
  if (before !== '' && !text.startsWith(before)) replaceFile(path, text);
  else if (text.length > before.length) append(path, text.slice(before.length));
  return tally;
}

function append(path: string, text: string): void {
  const file = openPlain(path, 'append');
  try {
    writeAll(file, Buffer.from(text));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
