import type { Memory, TapeRow } from '../../../shared/model/index.ts';
import { createCatalog } from '../catalog/read.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Db } from '../database/schema.ts';
import { isDamage } from '../disk/disk.ts';
import { createGraphReader, type GraphReader } from '../families/material.ts';
import { createShardReaders, isCurrent, SHARDS } from '../search/shards.ts';
import { type Term, termsOf } from '../text/terms.ts';
import { type Candidates, candidatesOf } from './candidates.ts';
import { createHits } from './hit.ts';
import { type Loaded, openLoader } from './load.ts';
import { type Ranked, rankedOf } from './ranking.ts';
import { createScopes, type MemoryAsked, type Scope, type Siblings } from './scope.ts';

type IndexState = Memory['index'];

/** What the shards and the catalog say of the index, before anything is asked of it. */
function stateOf(shards: readonly Db[], { indexed, of }: Pick<Memory, 'indexed' | 'of'>): IndexState {
  if (of === 0) return 'whole';
  if (shards.length < SHARDS) return 'missing';
  if (!shards.every(isReadable)) return 'broken';
  return indexed < of ? 'partial' : 'whole';
}

const isReadable = (shard: Db): boolean => {
  try {
    return isCurrent(shard);
  } catch (failure) {
    if (isDamage(failure)) return false;
    throw failure;
  }
};

const count = (value: number): string => value.toLocaleString('en-US');

/** A sentence for people about an index that is not whole, and what becomes of it. */
function noteOn(state: IndexState, { indexed, of }: Pick<Memory, 'indexed' | 'of'>): string[] {
  switch (state) {
    case 'whole':
      return [];
    case 'partial':
      return [`The index is not complete yet: it has ${count(indexed)} of ${count(of)} entries. Ask again later for the rest.`];
    case 'missing':
      return ['There is no index yet, so there are no hits. It is being built from the sources; ask again in a moment.'];
    case 'broken':
      return [
        'The index is damaged or of another version, so there are no hits. It is being rebuilt from the sources; ask again in a moment.',
      ];
  }
}

/** Different words of one question that are asked for. */
const MOST = 32;
/** Letters from which on a word may continue: FTS5 gathers all entries of all words that begin so before it answers. */
const OPEN = 3;

const keyOf = ({ words, open }: Term): string => `${words.join(' ').toLowerCase()}${open ? '*' : ''}`;

/** The terms of a question, each once, and sentences about what of it is not asked. The rules of a search, but as a bag of words. */
function askedTerms(query: string): { terms: Term[]; notes: string[] } {
  const short = new Set<string>();
  const bounded = termsOf(query).map((term): Term => {
    const last = term.words.at(-1) ?? '';
    if (!term.open || last.length >= OPEN) return term;
    short.add(last);
    return { ...term, open: false };
  });
  const terms = [...new Map(bounded.map((term) => [keyOf(term), term])).values()];
  const notes = [...short].map((word) => `“${word}*” begins too many words, so only the word itself was searched for.`);
  if (terms.length > MOST) notes.push(`Only the first ${MOST} different words were searched for.`);
  if (terms.length === 0) notes.push('There is no word to search for.');
  return { terms: terms.slice(0, MOST), notes };
}

export interface Recollection extends Omit<Memory, 'hits'> {
  /** The best first. */
  ranked: Ranked[];
  /** What each term of the query is worth. */
  idfs: readonly number[];
}

/**
 * Asks the memory index of `home`: places from the index, text and digest from the sources. A missing or broken index has no
 * hits and a note; nothing here makes it again. Throws TapeError('not-found') for an unknown tape.
 */
export function createMemory(home: string, db: Db) {
  const catalog = createCatalog(db);
  const shardsOf = createShardReaders(home);
  let reader: GraphReader | null = null;
  const scopeOf = createScopes(
    db,
    () => {
      reader ??= createGraphReader(db);
      return reader;
    },
    siblingsIn(catalog),
  );

  /** Two people may say the same words; a copy of an entry has its id and time as well. */
  const identity = ({ tape, seq, digest }: Loaded): string => {
    const [row] = catalog.entriesAt(tape.id, [seq]);
    return [digest(), row?.id, row?.time].join(' ');
  };

  /** Null where the index is not what was written. */
  const soundShards = (): Db[] | null => {
    try {
      return shardsOf();
    } catch (failure) {
      if (isDamage(failure)) return null;
      throw failure;
    }
  };

  const search = (shards: readonly Db[], scope: Scope, terms: readonly Term[], { tape, limit }: MemoryAsked) => {
    const candidates = candidatesOf(shards, scope, terms);
    const loader = openLoader(db, shards, scope.tapes);
    try {
      const { ranked, read, changed } = rankedOf(candidates, terms, { load: loader.load, identity, limit, own: tape });
      return { ranked, changed, idfs: candidates.idfs, notes: [...boundNote(candidates, read + changed), ...changedNote(changed)] };
    } finally {
      loader.close();
    }
  };

  const recollect = (question: MemoryAsked): Recollection => {
    const asked = { ...question, tape: catalog.tape(question.tape).id };
    const scope = scopeOf(asked);
    const { indexed, of } = scope;
    const { terms, notes } = askedTerms(asked.query);
    const shards = soundShards();
    const index = shards === null ? 'broken' : stateOf(shards, scope);
    const nothing = { ranked: [], idfs: [], indexed, of, changed: 0 };
    const said = [...noteOn(index, scope), ...notes, ...scope.notes];
    if (shards === null || index === 'missing' || index === 'broken' || terms.length === 0) return { ...nothing, index, notes: said };
    try {
      const found = search(shards, scope, terms, asked);
      return { ...found, index, indexed, of, notes: [...said, ...found.notes] };
    } catch (failure) {
      if (!isDamage(failure)) throw failure;
      return { ...nothing, index: 'broken', notes: [...noteOn('broken', scope), ...notes] };
    }
  };

  return {
    recollect,
    query: (asked: MemoryAsked): Memory => {
      const { ranked, idfs, ...rest } = recollect(asked);
      return { hits: ranked.map(createHits(catalog, idfs)), ...rest };
    },
  };
}

/** Sessions of one workspace belong together, whether or not they share entries; other tapes are filed by project. */
const siblingsIn =
  (catalog: Catalog): Siblings =>
  (id, scope) => {
    const { native, project } = catalog.tape(id);
    if (native === null && scope === 'family') return [];
    const near = (row: TapeRow): boolean =>
      native ? row.native?.workspace === native.workspace : project !== '' && row.project === project;
    return catalog
      .tapes()
      .filter(near)
      .map((row) => row.id);
  };

const boundNote = ({ common, rows }: Candidates, looked: number): string[] => {
  if (looked >= rows.length && common.length === 0) return [];
  const many = `${common.length > 0 ? 'more than ' : ''}${rows.length.toLocaleString('en-US')}`;
  return [`Ranked ${looked.toLocaleString('en-US')} of ${many} entries with such words: those with more and rarer ones, then the newest.`];
};

const changedNote = (changed: number): string[] => {
  if (changed === 0) return [];
  const what = changed === 1 ? 'One entry is left out: its bytes are' : `${changed} entries are left out: their bytes are`;
  return [`${what} no longer what was indexed. Open the log again to reload it.`];
};
