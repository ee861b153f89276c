import { join } from 'node:path';
import Database from 'better-sqlite3';
import { abouts } from '../src/main/engine/formats/abouts.ts';
import type { JsonObject } from '../src/main/engine/formats/values.ts';
import { type Drawing, nameOf, type Turn } from '../src/main/engine/testing/laws/drawing.ts';
import { DRAWINGS } from '../src/main/engine/testing/laws/drawings.ts';

/** Native tapes are folders, which other specs open, and a mapping is not a kind by itself. */
const APART: ReadonlySet<string> = new Set(['native', 'mapped']);

const drawings: Readonly<Record<string, Drawing>> = DRAWINGS;

/** Every kind of session: its id, and what the window calls it. */
export const KINDS = abouts.filter(({ id }) => !APART.has(id)).map(({ id, name }) => ({ id, name }));

/** Those whose program writes sessions in another way too. */
export const OTHERWISE = KINDS.filter(({ id }) => drawings[id]?.also !== undefined);

export const PROMPT = 'Grind the rye.';
const CALLED = 'look into the mill';
export const OUTPUT = 'There are nine sacks of it.';
export const LAST = 'And what of the oats?';
export const LATER = 'Then sweep the floor.';
export const ANSWER = 'The oats are still wet.';

const used = (input: number) => ({ input, output: 20 });

/** The same short work for all: three requests, a call with its output among them. `longer` has one request more. */
function work(longer = false): Turn[] {
  const plain = { calls: [], summary: null, strange: null };
  return [
    {
      ...plain,
      ...{ prompt: PROMPT, answer: 'It is ground.', used: used(2300) },
      calls: [{ id: 'c1', input: CALLED, output: OUTPUT, used: used(2000) }],
    },
    { ...plain, prompt: LAST, answer: ANSWER, used: used(2500) },
    ...(longer ? [{ ...plain, prompt: LATER, answer: 'The floor is swept.', used: used(2700) }] : []),
  ];
}

/** The records of that work, as a kind has them. */
export function recordsOf(id: string, longer = false): JsonObject[] {
  return drawings[id]?.write(work(longer)) ?? [];
}

/** Sessions of all kinds as files below a folder: path → lines. */
export function filesBelow(folder: string): Record<string, string[]> {
  return Object.fromEntries(KINDS.map(({ id }) => fileOf(folder, id, drawings[id])));
}

/** The same of those that are written in another way too, in that way. */
export function filesOtherwise(folder: string): Record<string, string[]> {
  return Object.fromEntries(OTHERWISE.map(({ id }) => fileOf(folder, id, drawings[id]?.also)));
}

const fileOf = (folder: string, id: string, drawing: Drawing | undefined): [path: string, lines: string[]] => {
  const records = drawing?.write(work()) ?? [];
  const lines = drawing?.document ? [drawing.document(records)] : records.map((record) => JSON.stringify(record));
  return [join(folder, id, nameOf(drawing ?? {})), lines];
};

/** The rows of a saver in an SQLite database, which the application of the kind keeps open. */
export function saverDatabase(path: string): { db: Database.Database; add(records: readonly JsonObject[]): void } {
  const db = new Database(path);
  db.pragma('journal_mode = wal');
  db.exec(`CREATE TABLE checkpoints (thread_id TEXT, checkpoint_ns TEXT, checkpoint_id TEXT, parent_checkpoint_id TEXT, type TEXT, checkpoint BLOB,
    metadata BLOB, PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id))`);
  const insert = db.prepare('INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?, ?, ?)');
  const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
  const add = (records: readonly JsonObject[]): void => {
    for (const { thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id = null, checkpoint, metadata } of records)
      insert.run(thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, 'json', bytes(checkpoint), bytes(metadata));
  };
  return { db, add };
}

/** The document that versions of a kind write which have one, and the work in it. */
export function documentOf(id: string, longer = false): string[] {
  const drawing = drawings[id]?.also ?? drawings[id];
  return [drawing?.document?.(drawing.write(work(longer))) ?? ''];
}
