import { basename, join } from 'node:path';
import type { JsonObject } from '../formats/format.ts';
import { readFork } from '../store/open-handle.ts';
import { placeOf, readConfig } from '../store/places.ts';
import { replay } from '../store/replay.ts';
import { newSource } from '../storing/reading.ts';
import type { TapeFacts } from '../storing/saved-work.ts';
import type { Held, Reading } from '../storing/storing.ts';
import { type NativeItem, nativeBatch, pointerTo } from './native-batch.ts';
import { archiveOf, seenOf } from './native-folders.ts';
import { countNative, startMark } from './native-receipt.ts';
import type { Opening, Piece } from './source.ts';

/** Entries per batch. */
const BATCH = 2048;

/** A tape that was archived by a reset, or a fork of one. It has no index and never changes, so it is read once, from its files. */
export function openArchive(path: string): Opening {
  return {
    whole: true,
    fresh: () => ({ ...newSource(path, 'native'), ...seenOf(path) }),
    since: () => ({ type: 'same', now: {} }),
    pieces: (reading) => piecesOf(path, reading),
    end({ source, held }) {
      source.total += held.problems.length - source.unreadable;
      source.unreadable = held.problems.length;
      source.size = source.offset;
    },
    witness: () => {},
    located: () => locatedOf(path),
    close: () => {},
  };
}

const forkOf = (path: string) => (basename(join(path, '..')) === 'forks' ? readFork(path) : null);

function* piecesOf(path: string, { source, held }: Reading): Generator<Piece> {
  const fork = forkOf(path);
  held.marks.push(...startMark(fork));
  const shared = fork?.start ?? 0;
  const entries = itemsIn(path, shared, held);
  for (let from = 1; ; ) {
    const items = take(entries, BATCH);
    const last = items.at(-1)?.id;
    if (last === undefined) return;
    const made = nativeBatch({ from, to: last, items, shared });
    countNative(source, made, held);
    yield { batch: made.batch, bytes: made.bytes };
    from = last + 1;
  }
}

/** All entries in the order of their ids; those of a fork begin with what it shares. */
function* itemsIn(path: string, shared: number, held: Held): Generator<NativeItem> {
  if (shared > 0) {
    for (const item of replayed(join(path, '..', '..'), 1, 1, null)) {
      if (item.id > shared) break;
      yield item;
    }
  }
  yield* replayed(path, 0, shared + 1, held);
}

function* replayed(folder: string, level: 0 | 1, first: number, held: Held | null): Generator<NativeItem> {
  const lines = replay(folder, first, ({ file, line, sentence }) => {
    if (line !== null) held?.problems.push({ line, offset: 0, length: 0, outcome: 'unreadable', reason: `${file}:${line}: ${sentence}` });
  });
  for (const { line, place } of lines) {
    const { path, offset, length } = place;
    yield { id: line.id, path, line: place.line, length, place: pointerTo(path, offset, level), record: line as unknown as JsonObject };
  }
}

const take = <T>(items: Generator<T>, most: number): T[] => {
  const taken: T[] = [];
  while (taken.length < most) {
    const next = items.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
};

const locatedOf = (path: string): TapeFacts['located'] => {
  const { session, stamp, fork } = archiveOf(path) ?? { session: '', stamp: '', fork: null };
  const place = placeOf(session);
  const name = `${fork ?? place?.which.session ?? ''}, archived ${dayOf(stamp)}`;
  return {
    project: place === null ? session : readConfig(place.folder).root,
    named: { name, about: forkOf(path)?.note ?? null },
    ...(fork === null ? { relation: 'archive', parentFile: session } : { relation: 'fork', parentFile: join(path, '..', '..') }),
  };
};

/** `20261121T110000123Z-7` as `2026-11-21`. */
const dayOf = (stamp: string): string => stamp.replace(/^(\d{4})(\d\d)(\d\d)T.*$/, '$1-$2-$3');
