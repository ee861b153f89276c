import type { EntryRow } from '../../../shared/model/index.ts';
import type { Hit } from '../../../shared/rpc/contract.ts';
import { entriesIn } from '../bytes/load.ts';
import { createCatalog } from '../catalog/read.ts';
import type { Db } from '../database/schema.ts';
import { isDamage } from '../disk/disk.ts';
import { formatById } from '../formats/index.ts';
import { parseRecord } from '../formats/mend.ts';
import { snippetOf } from '../text/snippet.ts';
import { findTerms, matchOf, type Term, termsOf, whyNothing } from '../text/terms.ts';
import { createFiles, type ReadBytes } from './files.ts';
import { createShardReaders, rowId, SHARDS, seqOf, tapeOf } from './shards.ts';

export interface Query {
  query: string;
  /** Id of the one tape to look in; all of them by default. */
  tape?: string | undefined;
  limit: number;
  /** Cursor of the last answer. */
  before?: string | undefined;
}

export interface Answered {
  hits: Hit[];
  total: number | null;
  next: string | null;
  indexed: number;
  of: number;
  /** Why nothing can be found; null where something could be. */
  note: string | null;
}

/** What the catalog calls searchable is not all there. The same as damage to whoever searches. */
export class MissingShard extends Error {
  readonly code = 'SQLITE_CORRUPT';
  constructor() {
    super('a part of the text index is missing');
  }
}

/** As `find`, but null where the index is damaged or a part of it is missing. */
export function unlessDamaged(find: (query: Query) => Answered) {
  return (query: Query): Answered | null => {
    try {
      return find(query);
    } catch (failure) {
      if (!isDamage(failure)) throw failure;
      return null;
    }
  };
}

/** Hits of a query beyond which their number is not counted. */
const COUNTED = 2000;

export interface Place {
  /** Place of the tape in the order of the list: the newest first. */
  rank: number;
  seq: number;
}

export interface Listed {
  tape: number;
  id: string;
  path: string;
  format: string;
}

/** Looks for words in the full-text index of `home`, newest first, and cuts snippets from the sources themselves. */
export function createFinder(home: string, db: Db) {
  const catalog = createCatalog(db);
  const shards = createShardReaders(home);
  const tapes = db.prepare<[], Listed>(
    'SELECT s.tape, s.id, s.path, s.format FROM sources s JOIN tapes t USING (tape) ORDER BY t.ended DESC, s.path',
  );
  const covered = db.prepare<[number | null, number | null], { indexed: number; of: number }>(
    'SELECT coalesce(sum(text_to), 0) AS indexed, coalesce(sum(entries), 0) AS of FROM sources JOIN tapes USING (tape) WHERE ? IS NULL OR tape = ?',
  );

  const find = ({ query, tape, limit, before }: Query): Answered => {
    const all = tapes.all();
    const listed = tape === undefined ? all : all.filter(({ id }) => id === catalog.tape(tape).id);
    const only = tape === undefined ? null : (listed[0]?.tape ?? null);
    const coverage = covered.get(only, only) ?? { indexed: 0, of: 0 };
    const terms = termsOf(query);
    const found = terms.length === 0 ? [] : shards();
    if (terms.length > 0 && coverage.indexed > 0 && found.length < SHARDS) throw new MissingShard();
    const places = createPlaces(found, matchOf(terms), listed, cursorOf(before, listed));
    return { ...collect(places, listed, terms, limit), ...coverage, note: whyNothing(query) };
  };

  const collect = (places: Places, listed: readonly Listed[], terms: readonly Term[], limit: number) => {
    const hits: Hit[] = [];
    const files = createFiles();
    let dropped = 0;
    let last: Place | null = null;
    try {
      for (const place of places.each()) {
        if (hits.length === limit) {
          const tape = last === null ? undefined : listed[last.rank];
          return { hits, total: places.total, next: tape && last ? `${tape.id}:${last.seq}` : null };
        }
        last = place;
        const hit = hitAt(listed[place.rank], place.seq, terms, files.read);
        if (hit) hits.push(hit);
        else dropped += 1;
      }
    } finally {
      files.close();
    }
    return { hits, total: places.total === null ? null : places.total - dropped, next: null };
  };

  /** A hit with its snippet; null where the bytes in the source are no longer what was indexed. */
  const hitAt = (tape: Listed | undefined, seq: number, terms: readonly Term[], read: ReadBytes): Hit | null => {
    const [row] = tape ? catalog.entriesAt(tape.id, [seq]) : [];
    if (!tape || !row) return null;
    const text = textOf(tape, row, read);
    const found = text === null ? null : findTerms(text, terms);
    if (text === null || found === null) return null;
    const { kind, role, time, step } = row;
    return { tape: tape.id, seq, kind, role, time, step, ...snippetOf(text, found) };
  };

  return find;
}

const textOf = ({ path, format }: Listed, { offset, length, part }: EntryRow, read: ReadBytes): string | null => {
  const bytes = read(path, offset, length);
  const record = bytes && parseRecord(bytes);
  return record ? formatById(format).text(entriesIn(format)(record, part)) : null;
};

const cursorOf = (before: string | undefined, listed: readonly Listed[]): Place | null => {
  const [id, seq] = before?.split(':') ?? [];
  const rank = listed.findIndex((tape) => tape.id === id);
  return rank < 0 || !/^\d{1,15}$/.test(seq ?? '') ? null : { rank, seq: Number(seq) };
};

interface Places {
  /** Number of all hits where it is small enough to be known. */
  total: number | null;
  each(): Generator<Place>;
}

/**
 * Places of the hits, newest tape first and in it the newest entry first. A query with few hits is asked once and sorted;
 * one with many is asked tape by tape, since the first tapes fill the answer.
 */
export function createPlaces(shards: readonly Db[], match: string, listed: readonly Listed[], from: Place | null): Places {
  const [only] = listed;
  const span: [bigint, bigint] = listed.length === 1 && only ? [rowId(only.tape, 0), rowId(only.tape, 0xffffffff)] : [0n, 2n ** 62n];
  const rows = newest(shards, match, span, COUNTED + 1);
  const ranks = new Map(listed.map(({ tape }, rank) => [tape, rank]));
  if (rows.length <= COUNTED) {
    const places = rows
      .map((row) => ({ rank: ranks.get(tapeOf(row)) ?? -1, seq: seqOf(row) }))
      .filter(({ rank }) => rank >= 0)
      .sort((a, b) => a.rank - b.rank || b.seq - a.seq);
    return {
      total: places.length,
      *each() {
        yield* places.filter((place) => isBehind(place, from));
      },
    };
  }
  return {
    total: null,
    *each() {
      for (let rank = from?.rank ?? 0; rank < listed.length; rank++) yield* placesOf(shards, match, listed[rank]?.tape ?? 0, rank, from);
    },
  };
}

const isBehind = (place: Place, from: Place | null): boolean =>
  from === null || place.rank > from.rank || (place.rank === from.rank && place.seq < from.seq);

/** Hits asked for at a time within one tape. */
const AT_ONCE = 200;

function* placesOf(shards: readonly Db[], match: string, tape: number, rank: number, from: Place | null): Generator<Place> {
  let last = from?.rank === rank ? from.seq - 1 : 0xffffffff;
  for (;;) {
    const rows = newest(shards, match, [rowId(tape, 0), rowId(tape, last)], AT_ONCE);
    for (const row of rows) yield { rank, seq: seqOf(row) };
    if (rows.length < AT_ONCE) return;
    last = seqOf(rows.at(-1) ?? 0n) - 1;
  }
}

/** Rows of all shards, the newest first. Sorted by row, which FTS5 does without looking at the others. */
const newest = (shards: readonly Db[], match: string, [from, to]: readonly [bigint, bigint], limit: number): bigint[] => {
  const found = shards.flatMap((shard) =>
    shard
      .prepare<[string, bigint, bigint, number], bigint>(
        'SELECT rowid FROM text WHERE text MATCH ? AND rowid >= ? AND rowid <= ? ORDER BY rowid DESC LIMIT ?',
      )
      .pluck()
      .safeIntegers()
      .all(match, from, to, limit),
  );
  const sorted = [...new Set(found)].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
  return sorted.slice(0, limit);
};
