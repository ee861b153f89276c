import type { Memory } from '../../../shared/model/index.ts';
import type { MemoryScope } from '../../../shared/model/policy.ts';
import type { Db } from '../database/schema.ts';
import { findFamily } from '../families/family.ts';
import type { GraphReader } from '../families/material.ts';
import { rowId } from '../search/shards.ts';

export interface MemoryAsked {
  /** Id of the tape, whole. */
  tape: string;
  /** A bag of words: entries with some of them qualify. */
  query: string;
  scope: MemoryScope;
  /** Entries of the tape from this one on are left out. */
  before?: number | undefined;
  limit: number;
}

export interface ScopeTape {
  tape: number;
  id: string;
  path: string;
  format: string;
  /** Entries that may be found, and how many of them are in the index. */
  of: number;
  indexed: number;
  /** `before` leaves out its end. */
  cut: boolean;
}

/** Where a query may look. */
export interface Scope extends Pick<Memory, 'indexed' | 'of' | 'notes'> {
  tapes: ReadonlyMap<number, ScopeTape>;
  /** Rows of the index, inclusive, the newest first. Tapes that follow one another are one span: all of them cost no more than one. */
  spans: readonly (readonly [from: bigint, to: bigint])[];
  /** Indexed entries of the scope from a row on. */
  from(tape: number, seq: number): number;
}

interface Source extends Pick<ScopeTape, 'tape' | 'id' | 'path' | 'format'> {
  textTo: number;
  entries: number;
}

/** The tapes near one: sessions of its workspace for the family of a native tape; all of its workspace, or else of its project. */
export type Siblings = (tape: string, scope: 'workspace' | 'family') => string[];

const NOBODY = { members: [], notes: [] };

const SOURCES = `SELECT s.tape, s.id, s.path, s.format, s.text_to AS textTo, t.entries FROM sources s JOIN tapes t USING (tape)`;

/** Makes scopes, over one connection to the catalog. `reader` is asked for families only. */
export function createScopes(db: Db, reader: () => GraphReader, siblings: Siblings): (asked: MemoryAsked) => Scope {
  const all = db.prepare<[], Source>(`${SOURCES} ORDER BY s.tape DESC`);
  const one = db.prepare<[string], Source>(`${SOURCES} WHERE s.id = ?`);

  const sourcesOf = ({ scope, tape }: MemoryAsked): { sources: Source[]; notes: string[] } => {
    if (scope === 'tape') return { sources: one.all(tape), notes: [] };
    if (scope === 'all') return { sources: all.all(), notes: [] };
    const near = siblings(tape, scope);
    const { members, notes } = scope === 'family' ? findFamily(reader(), tape, { family: true, agents: 'nested' }) : NOBODY;
    const ids = new Set([tape, ...near, ...members.map(({ row }) => row.id)]);
    const sources = [...ids].flatMap((id) => one.all(id)).sort((a, b) => b.tape - a.tape);
    return { sources, notes: notes.length === 0 ? [] : ['The family is very large: not all of its tapes were searched.'] };
  };

  return (asked) => {
    const { sources, notes } = sourcesOf(asked);
    const tapes = sources.map(({ textTo, entries, ...source }): ScopeTape => {
      const last = source.id === asked.tape && asked.before !== undefined ? Math.min(entries, asked.before - 1) : entries;
      return { ...source, of: last, indexed: Math.min(textTo, last), cut: last < entries };
    });
    return {
      tapes: new Map(tapes.map((tape) => [tape.tape, tape])),
      spans: spansOf(tapes, asked.scope === 'all'),
      notes,
      ...sumsOf(tapes),
    };
  };
}

/** `tapes` by number, the highest first. */
const sumsOf = (tapes: readonly ScopeTape[]): Pick<Scope, 'indexed' | 'of' | 'from'> => {
  const above = new Map<number, number>();
  let indexed = 0;
  let of = 0;
  for (const tape of tapes) {
    above.set(tape.tape, indexed);
    indexed += tape.indexed;
    of += tape.of;
  }
  const own = new Map(tapes.map((tape) => [tape.tape, tape.indexed]));
  return { indexed, of, from: (tape, seq) => (above.get(tape) ?? 0) + Math.max(1, (own.get(tape) ?? 0) - seq + 1) };
};

/** `whole`: no tape of the index is left out, so that what is between two of them does not matter. */
const spansOf = (tapes: readonly ScopeTape[], whole: boolean): [bigint, bigint][] => {
  const spans: [bigint, bigint][] = [];
  let below = -1;
  for (const { tape, of, cut } of tapes) {
    const last = spans.at(-1);
    if (last && !cut && (whole || tape === below)) last[0] = rowId(tape, 0);
    else spans.push([rowId(tape, 0), rowId(tape, of)]);
    below = tape - 1;
  }
  return spans;
};
