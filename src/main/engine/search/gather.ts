import { createHash } from 'node:crypto';
import { without } from '../../../shared/library/asked.ts';
import type { EntryRow, SearchFilters, SearchMode, TapeRow } from '../../../shared/model/index.ts';
import type { Waiting } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { createCatalog } from '../catalog/read.ts';
import { plucked } from '../database/prepared.ts';
import { type Db, joinDatabase } from '../database/schema.ts';
import { isDamage } from '../disk/disk.ts';
import { formatById } from '../formats/index.ts';
import type { Found } from '../text/terms.ts';
import { createCalled, recordOf, whatOf } from './facts.ts';
import { createFiles } from './files.ts';
import { createPlaces, type Listed, MissingShard } from './find.ts';
import { fits, type Gathered, tapeFits } from './narrow.ts';
import { createShardReaders, SHARDS } from './shards.ts';
import { type Sought, soughtOf } from './sought.ts';

/** Milliseconds that reading the words of one shard may take. */
const READING = 400;
/** Words of the index that one identifier may be in. */
const MOST_WORDS = 300;

/** The words of an index in which letters are, as far as they could be read in time. They are kept until the index is another. */
function createVocabulary(): (shards: readonly Db[], letters: string) => string[] {
  const kept = new WeakMap<Db, { version: unknown; words: string }>();
  const wordsOf = (shard: Db): string => {
    const version = shard.pragma('data_version', { simple: true });
    const held = kept.get(shard);
    if (held !== undefined && held.version === version) return held.words;
    if (held === undefined) shard.exec('CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, text, row)');
    const words = readWords(shard);
    kept.set(shard, { version, words });
    return words;
  };
  return (shards, letters) => [...new Set(shards.flatMap((shard) => holding(wordsOf(shard), letters)))].slice(0, MOST_WORDS);
}

/** All words, each on a line. */
function readWords(shard: Db): string {
  const until = performance.now() + READING;
  const words: string[] = [''];
  for (const word of plucked<[], string>(shard, 'SELECT term FROM temp.vocabulary').iterate()) {
    words.push(word);
    if (performance.now() > until) break;
  }
  return [...words, ''].join('\n');
}

function holding(words: string, letters: string): string[] {
  const found: string[] = [];
  for (let at = words.indexOf(letters); at >= 0 && found.length < MOST_WORDS; ) {
    const end = words.indexOf('\n', at);
    found.push(words.slice(words.lastIndexOf('\n', at) + 1, end));
    at = words.indexOf(letters, end);
  }
  return found;
}

export interface GatherQuery {
  query: string;
  mode: SearchMode;
  /** Conditions that hits must fit to be gathered at all. */
  filters: SearchFilters;
  /** Milliseconds after which what is found by then is the answer. */
  limit: number;
}

/** Hits that are read for one answer; and those that are enough once `SOON` milliseconds are over, since nobody reads more while typing. */
const MOST = 2000;
const ENOUGH = 200;
const SOON = 1000;
/** Places of one hit that are kept: the window marks no more. */
const KEPT = 40;

/** What was found so far. */
export interface Gathering {
  hits: Gathered[];
  /** Tapes that were gone through. */
  searched: number;
}

export interface GatheredAll extends Gathering {
  /** False where there are more hits than were read. */
  complete: boolean;
  /** Tapes that time did not suffice for. */
  left: number;
  indexed: number;
  of: number;
  note: string | null;
}

/** A tape that is searched, as the list and as its row have it. */
interface Tape extends Listed {
  project: string;
  entries: number;
}

/** A place to look at, by the number of its tape in the order of the list. */
interface Place {
  rank: number;
  seq: number;
}

/** Who asked, as the search sees them. */
interface Watch {
  signal?: Waiting;
  /** Receives what was found since it last did. */
  told?: (more: Gathering) => void;
}

/** Hits after which whoever asked is notified of them. */
const TOLD = 32;

/** Gathers the hits of a query over the catalog of `home`, newest session first, with all that they are narrowed by. Each text is read. */
export function createGatherer(home: string, db: Db) {
  const catalog = createCatalog(db);
  const shards = createShardReaders(home);
  const vocabulary = createVocabulary();

  const tapesFor = (filters: SearchFilters): Tape[] => {
    const numbers = new Map(
      db
        .prepare<[], { id: string; tape: number }>('SELECT id, tape FROM sources')
        .all()
        .map(({ id, tape }) => [id, tape]),
    );
    return catalog
      .tapes()
      .filter((row) => tapeFits(row, filters))
      .map((row: TapeRow) => ({
        ...{ tape: numbers.get(row.id) ?? -1, id: row.id, path: row.file },
        format: row.format,
        project: row.project,
        entries: row.entries,
      }));
  };

  const coverage = (filters: SearchFilters) => {
    const sum = { indexed: 0, of: 0 };
    for (const row of catalog.tapes()) {
      if (!tapeFits(row, filters)) continue;
      sum.indexed += Math.min(row.textTo, row.entries);
      sum.of += row.entries;
    }
    return sum;
  };

  /** The entries of all tapes, those that a look at their row rules out left out; the newest first. */
  function* everyPlace(tapes: readonly Tape[]): Generator<Place> {
    for (const [rank, { entries }] of tapes.entries()) for (let seq = entries; seq > 0; seq--) yield { rank, seq };
  }

  const placesIn = (sought: Sought, tapes: readonly Tape[], indexed: number): Iterable<Place> => {
    if (sought.match === null) return everyPlace(tapes);
    const found = shards();
    if (indexed > 0 && found.length < SHARDS) throw new MissingShard();
    return createPlaces(found, sought.match, tapes, null).each();
  };

  return ({ query, mode, filters, limit }: GatherQuery, { signal, told }: Watch = {}): GatheredAll => {
    const begun = performance.now();
    const tapes = tapesFor(filters);
    const sum = coverage(filters);
    const sought = soughtOf(query, mode, (letters) => vocabulary(shards(), letters));
    const none = { hits: [], searched: tapes.length, complete: true, left: 0, ...sum, note: sought.note };
    if (sought.note !== null) return none;
    const files = createFiles();
    const calledOf = createCalled(catalog, files.read);
    const ofRow = without(without(filters, 'tool'), 'file');
    const hits: Gathered[] = [];
    let unsaid = 0;
    let searched = 0;

    const hitAt = (tape: Tape, row: EntryRow): Gathered | null => {
      const about = aboutOf(tape, row);
      if (!fits(about, ofRow)) return null;
      const record = recordOf(tape, row, files.read);
      const text = record === null ? '' : formatById(tape.format).text(record);
      const places = text === '' ? null : sought.find(text);
      if (record === null || places === null) return null;
      const hit = { ...about, ...calledOf(tape, row, record), ...seen(text, places, query) };
      return fits(hit, filters) ? hit : null;
    };
    const tell = (): void => {
      told?.({ hits: hits.slice(unsaid), searched });
      unsaid = hits.length;
    };
    const ended = (complete: boolean, left: number): GatheredAll => ({ ...none, hits, searched: tapes.length - left, complete, left });

    try {
      for (const { rank, seq } of placesIn(sought, tapes, sum.indexed)) {
        if (signal?.aborted) throw new TapeError('cancelled', 'The search was cancelled.');
        const tape = tapes[rank];
        const passed = performance.now() - begun;
        if (hits.length === MOST || (hits.length >= ENOUGH && passed > SOON && sought.match !== null))
          return { ...ended(false, 0), searched: rank + 1 };
        if (passed > limit) return ended(true, tapes.length - rank);
        if (rank !== searched || hits.length - unsaid >= TOLD) {
          searched = rank;
          tell();
        }
        const [row] = tape ? catalog.entriesAt(tape.id, [seq]) : [];
        const hit = tape && row ? hitAt(tape, row) : null;
        if (hit) hits.push(hit);
      }
      return ended(true, 0);
    } finally {
      files.close();
    }
  };
}

/** As `createGatherer`, over a connection of its own, and with null where the index is damaged. */
export function gatherUnlessDamaged(home: string): (query: GatherQuery, watch?: Watch) => GatheredAll | null {
  const gather = createGatherer(home, joinDatabase(home));
  return (query, watch) => {
    try {
      return gather(query, watch);
    } catch (failure) {
      if (!isDamage(failure)) throw failure;
      return null;
    }
  };
}

const aboutOf = (tape: Tape, row: EntryRow) => {
  const what = whatOf(row);
  return {
    ...{ tape: tape.id, agent: tape.format, project: tape.project, tool: null, file: null },
    ...{ seq: row.seq, kind: row.kind, what, role: row.role, time: row.time, step: row.step, failed: what === 'error', reached: null },
  };
};

/** Characters of a text of usual length: a match in a shorter one is worth more. */
const USUAL = 2000;

/** What is kept of a text: enough to tell equal ones, and how well it fits. */
function seen(text: string, places: readonly Found[], query: string): Pick<Gathered, 'text' | 'places' | 'found' | 'score'> {
  const weight = places.length / (places.length + 1.2 * (0.25 + (0.75 * text.length) / USUAL));
  const whole = query !== '' && text.toLowerCase().includes(query.replaceAll('"', '').toLowerCase()) ? 1 : 0;
  return {
    text: createHash('sha1').update(text).digest('base64'),
    places: places.slice(0, KEPT),
    found: places.length,
    score: weight + whole,
  };
}
