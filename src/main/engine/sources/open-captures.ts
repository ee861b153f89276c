import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { SourceRow } from '../database/source-row.ts';
import { openContainer, recordAt } from '../exchanges/container.ts';
import { threadAt } from '../exchanges/place.ts';
import { CAPTURED } from '../formats/abouts.ts';
import { formatById } from '../formats/index.ts';
import { parseRecord } from '../formats/mend.ts';
import { finishBatch } from '../linking/drafts.ts';
import { newSource } from '../storing/reading.ts';
import type { TapeFacts } from '../storing/saved-work.ts';
import { countUnknown, type Reading } from '../storing/storing.ts';
import { BatchSink } from './batch-sink.ts';
import { type Opening, type Piece, takenOver } from './source.ts';

/** Requests of one batch: each is a whole history. */
const AT_ONCE = 64;

/** A conversation among captured requests, while it is read. Throws TapeError where it is not there. */
export function openCaptures(path: string): Opening {
  const { container, places } = begin(path);
  const { stamp, mtime, bytes, count } = container;
  const seen = { size: Math.round((bytes * places.length) / Math.max(1, count)), mtime, inode: stamp };
  return {
    // Whatever captures keeps writing, and which conversation a request belongs to only all of them tell.
    whole: true,
    fresh(again) {
      const source: SourceRow = { ...newSource(path, CAPTURED), ...seen };
      return again ? { ...source, ...takenOver(again).kept } : source;
    },
    since: (known) => (known.inode === stamp ? { type: 'same', now: {} } : { type: 'again', why: 'more was captured' }),
    pieces: (reading) => piecesOf(reading, container, places, seen.size),
    end({ source }, stopped) {
      // A source that was left in the middle must not look like one that is done.
      if (stopped) source.inode = '';
    },
    witness: () => {},
    located: () => locatedOf(container, places),
    close: () => {},
  };
}

const begin = (path: string) => {
  const thread = threadAt(path);
  if (thread === null) throw new TapeError('unreadable', `${path} cannot be read: what was captured is no longer there.`, { file: path });
  const container = openContainer(thread.container);
  const places = [...container.threads().entries()].flatMap(([at, key]) => (key === thread.key ? [at] : []));
  if (places.length === 0)
    throw new TapeError('unreadable', `${thread.container} has no conversation ${thread.key} (any more).`, { file: path });
  return { container, places };
};

/** A path that a capture names is only ever looked up among those that are known. */
const locatedOf = (container: ReturnType<typeof openContainer>, [first = 0]: readonly number[]): TapeFacts['located'] => {
  const { tape, agent } = container.exchange(first)?.join ?? {};
  return { relation: 'capture', ...(tape !== undefined && { parentFile: tape }), ...(agent !== undefined && { program: agent }) };
};

function* piecesOf(
  reading: Reading,
  container: ReturnType<typeof openContainer>,
  places: readonly number[],
  size: number,
): Generator<Piece> {
  const { source, work, held } = reading;
  for (let from = 0; from < places.length; from += AT_ONCE) {
    const some = places.slice(from, from + AT_ONCE);
    const { batch, unreadable, noted } = batchOf(container, some);
    for (const problem of batch.problems) held.problems.push({ ...problem, line: problem.line + work.state.lines + 1 });
    source.total += some.length;
    source.unreadable += unreadable;
    source.noted += noted;
    source.with_entries += some.length - unreadable - noted;
    const before = source.offset;
    source.offset = Math.round((size * (from + some.length)) / places.length);
    countUnknown(source, batch.unknown);
    yield { batch, bytes: source.offset - before, last: from + AT_ONCE >= places.length };
  }
}

/** A request is a line of the receipt. */
const batchOf = (container: ReturnType<typeof openContainer>, places: readonly number[]) => {
  const sink = new BatchSink(formatById(CAPTURED));
  let unreadable = 0;
  for (const [line, place] of places.entries()) {
    const text = recordAt(container, place);
    const bytes = Buffer.from(text ?? '');
    const record = text === null ? null : parseRecord(bytes);
    if (record !== null) sink.record(record, place, bytes.length, line, null);
    else {
      unreadable += 1;
      sink.problem({ line, offset: place, length: bytes.length, outcome: 'unreadable', reason: 'it is not a request that can be read' });
    }
  }
  const run = { from: 0, to: 0, lines: places.length, blank: 0, repaired: 0, late: false, bare: false, open: false, unreadable };
  const counts = { noted: sink.noted, withEntries: places.length - unreadable - sink.noted };
  return { batch: finishBatch(sink.drafts, { ...run, ...counts, problems: sink.problems }), unreadable, noted: sink.noted };
};
