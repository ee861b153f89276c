import { type Bytes, openBytes } from '../bytes/bytes.ts';
import { beginWrite, commitWrite } from '../database/page-sums.ts';
import type { Db } from '../database/schema.ts';
import { formatById } from '../formats/index.ts';
import { createIndexer } from './index-text.ts';
import { setMerging } from './shards.ts';

/** Entries of one tape that are to be made searchable. */
export interface TextSource {
  tape: number;
  path: string;
  format: string;
  from: number;
  to: number;
}

/** A piece of one source that is indexed as a whole, by whichever thread takes it. */
export interface Stretch {
  source: number;
  from: number;
  to: number;
}

/** Entries per stretch, and entries after which a thread stores what it has. */
const STRETCH = 1024;
const STORE = 24 * STRETCH;

/** Stretches from which on the index is not merged while it is filled. */
const MANY = 8;

/** The same list in every thread that works on the same sources. */
export function stretchesOf(sources: readonly TextSource[]): Stretch[] {
  return sources.flatMap(({ from, to }, source) => {
    const stretches: Stretch[] = [];
    for (let at = from; at <= to; at += STRETCH) stretches.push({ source, from: at, to: Math.min(to, at + STRETCH - 1) });
    return stretches;
  });
}

export interface TextRun {
  sources: readonly TextSource[];
  /** Number of the next stretch that nobody has taken; asking for it takes it. */
  claim: () => number;
  stop: () => boolean;
  /** Told how many entries were read. */
  progress: (entries: number) => void;
  /** Told the stretches that are stored from now on. */
  stored: (stretches: number[]) => void;
}

/** Indexes stretches into one shard until none is left, storing now and then. A source that cannot be opened any more has no text. */
export function indexText(db: Db, shard: Db, run: TextRun): void {
  const stretches = stretchesOf(run.sources);
  const indexer = createIndexer(db, shard);
  let open: { source: number; bytes: Bytes; index: (from: number, to: number) => void } | null = null;
  let unstored: number[] = [];
  let entries = 0;
  const close = (): void => {
    open?.bytes.close();
    open = null;
  };
  const begin = (): void => void (shard.inTransaction || beginWrite(shard));
  const store = (): void => {
    if (shard.inTransaction) commitWrite(shard);
    if (unstored.length > 0) run.stored(unstored);
    unstored = [];
    entries = 0;
  };
  const select = (source: number): ((from: number, to: number) => void) => {
    if (open?.source === source) return open.index;
    close();
    const { tape, path, format } = run.sources[source] as TextSource;
    const bytes = openBytes(path);
    const index = indexer(tape, bytes, formatById(format));
    open = { source, bytes, index };
    return index;
  };
  if (stretches.length > MANY) setMerging(shard, false);
  try {
    for (let at = run.claim(); at < stretches.length && !run.stop(); at = run.claim()) {
      const { source, from, to } = stretches[at] as Stretch;
      begin();
      select(source)(from, to);
      unstored.push(at);
      entries += to - from + 1;
      run.progress(to - from + 1);
      if (entries >= STORE) store();
    }
    store();
    if (stretches.length > MANY) setMerging(shard, true);
  } finally {
    close();
    if (shard.inTransaction) shard.exec('ROLLBACK');
  }
}
