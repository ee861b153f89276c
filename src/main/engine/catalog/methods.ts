import type { Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { type Apart, apartAt } from '../bytes/apart.ts';
import { createFinder } from '../bytes/finder.ts';
import { closeLog, openLog } from '../bytes/packed.ts';
import { readAt } from '../bytes/read-at.ts';
import type { Engine } from '../engine.ts';
import { abilitiesOf } from '../formats/abouts.ts';
import { LONG } from './overview.ts';

type Methods =
  | 'tapes.get'
  | 'tapes.receipt'
  | 'tapes.stats'
  | 'tapes.timeline'
  | 'tapes.overview'
  | 'tapes.rawLine'
  | 'steps.list'
  | 'entries.list';

/** Characters of a raw line that are shown, and the most bytes they can take. */
const RAW_CHARS = 100_000;
const RAW_BYTES = RAW_CHARS * 4;

/** Calls about what is in the catalog. `catchUp` is called where a tape that is asked for is not searchable as a whole. */
export function catalogMethods({ catalog }: Engine, catchUp?: () => void): Pick<Handlers, Methods> {
  return {
    'tapes.get': ({ tape: id }) => {
      const tape = catalog.tape(id);
      if (tape.textTo < tape.entries) catchUp?.();
      const anchors = catalog.anchors(id).map(({ seq, name, type }) => ({ seq, name, type }));
      return { tape, anchors, related: catalog.related(id), ...abilitiesOf(tape.format) };
    },
    'tapes.receipt': ({ tape, limit }) => {
      const { items, total } = catalog.problems(tape, limit);
      return { receipt: catalog.receipt(tape), problems: items, problemCount: total };
    },
    'tapes.stats': ({ tape }) => catalog.stats(tape),
    'tapes.timeline': ({ tape, from, fromStep, rows }) => catalog.timeline(tape, from, fromStep, rows),
    'tapes.overview': ({ tape }) => (catalog.tape(tape).entries > LONG ? catalog.overview(tape) : catalog.timeline(tape, 1, 1)),
    'tapes.rawLine': ({ tape, offset, length }) => ({ text: rawLine(catalog.tape(tape).file, offset, length) }),
    'steps.list': ({ tape, from, limit }) => catalog.steps(tape, from, limit),
    'entries.list': ({ tape, from, limit, kinds }) => catalog.page(tape, from, limit, kinds),
  };
}

/** The record at a place that is no bytes of a file. */
const rawRecord = (apart: Apart, place: number): string => {
  const rows = apart.open();
  try {
    return rows.at(place).toString('utf8').slice(0, RAW_CHARS);
  } finally {
    rows.close();
  }
};

/** Bytes of a source as text, of a compressed one those that it was made of. The path comes from the catalog, never from a log. */
const rawLine = (source: string, start: number, length: number): string => {
  const apart = apartAt(source);
  if (apart !== null) return rawRecord(apart, start);
  const place = createFinder()(source, start);
  if (place === null) throw new TapeError('unreadable', `The line is no longer in ${source}.`, { path: source });
  const { file: path, offset } = place;
  let file: number;
  try {
    file = openLog(path);
  } catch (failure) {
    throw new TapeError(
      'unreadable',
      `The source ${path} cannot be opened (${(failure as NodeJS.ErrnoException).code ?? String(failure)}).`,
      { path },
    );
  }
  try {
    const buffer = Buffer.alloc(Math.min(length, RAW_BYTES));
    return buffer.toString('utf8', 0, readAt(file, buffer, offset, buffer.length)).slice(0, RAW_CHARS);
  } finally {
    closeLog(file);
  }
};
