import type { MemoryScope } from '../../../shared/model/policy.ts';
import type { Db } from '../database/schema.ts';
import { createMemory } from './find.ts';

export interface RecallDeps {
  /** Tapescope's own folder, where the index is. */
  home: string;
  /** Any connection to the catalog of that home, such as `joinDatabase(home)`. */
  db: Db;
}

export interface RecallAsked {
  /** Id of the tape. */
  tape: string;
  /** A bag of words: entries with some of them qualify. */
  query: string;
  /** Entries from this one on are left out. */
  before: number;
  limit: number;
  /** Which tapes are looked in; only the tape itself without it. */
  scope?: MemoryScope;
}

export interface Recalled {
  /** Numbers of entries of the tape, the most relevant first. Each was read from its source, and its bytes are those that were indexed. */
  seqs: number[];
  /** Entries of other tapes, each with its place in the whole ranking, from 1. */
  others?: { tape: string; seq: number; rank: number }[];
  /** Sentences about what the index could not say. */
  notes: string[];
}

const open = new WeakMap<Db, ReturnType<typeof createMemory>>();

/** What the memory index knows of one tape. Never throws for a missing or broken index: the answer is empty, and a note says so. */
export function recall({ home, db }: RecallDeps, asked: RecallAsked): Recalled {
  const memory = open.get(db) ?? createMemory(home, db);
  open.set(db, memory);
  const { ranked, notes } = memory.recollect({ ...asked, scope: asked.scope ?? 'tape' });
  const hits = ranked.map(({ tape, seq }, at) => ({ tape: tape.id, seq, rank: at + 1 }));
  const seqs = hits.filter(({ tape }) => tape === asked.tape).map(({ seq }) => seq);
  return asked.scope === undefined ? { seqs, notes } : { seqs, notes, others: hits.filter(({ tape }) => tape !== asked.tape) };
}
