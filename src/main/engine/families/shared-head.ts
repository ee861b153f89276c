import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { isBorrowed, placeBefore } from '../bytes/borrowed.ts';
import { decodePlace, isPlace } from '../bytes/tape-place.ts';
import type { Head, Pager } from '../catalog/heads.ts';
import { PAGE } from '../pages/columns.ts';

/** What the head of a fork shares with its parent: for each entry from the first one on its number there, 0 for one that is the fork's own. */
export type SharedHead = readonly number[];

interface Row {
  place: number;
  part: number;
  kind: string;
  shared: boolean;
}

/**
 * The shared head of a fork. A native one shares by number, and its places say so. Another one holds the entries of its parent as lines of the
 * parent's file, which places tell, or as copies of them one after the other. What it wrote before them says of itself what the parent says of itself.
 */
export function sharedHead(pager: Pager, own: Head & { file: string }, parent: Head | null): SharedHead {
  const numbered = nativePrefix(pager, own);
  if (numbered > 0 || parent === null) return Array.from({ length: numbered }, (_, at) => at + 1);
  const head = headRows(pager, own);
  if (head.length === 0) return [];
  const begins = head.findIndex(({ shared }) => shared);
  const before = byOrder(pager, parent, head.length);
  const inParent = isBorrowed(own.file, head[begins]?.place ?? 0) ? byPlace(pager, parent) : before;
  return head.map((row, at) => (at < begins ? before(row, at) : inParent(row, at - begins)));
}

type Finder = (row: Row, at: number) => number;

const byOrder = (pager: Pager, parent: Head, most: number): Finder => {
  const kinds: string[] = [];
  for (const { kind } of rowsOf(pager, parent)) if (kinds.push(kind) >= most) break;
  return ({ kind }, at) => (kinds[at] === kind ? at + 1 : 0);
};

const byPlace = (pager: Pager, parent: Head): Finder => {
  const places = new Map<string, number>();
  let seq = 0;
  for (const { place, part } of rowsOf(pager, parent)) places.set(`${place} ${part}`, ++seq);
  return ({ place, part }) => places.get(`${placeBefore(place)} ${part}`) ?? 0;
};

/** The first run of shared entries, with what is before it. */
const headRows = (pager: Pager, head: Head): Row[] => {
  const rows: Row[] = [];
  let begun = false;
  for (const row of rowsOf(pager, head)) {
    if (begun && !row.shared) return rows;
    if (!begun && rows.length >= MOST_OWN && !row.shared) return [];
    begun ||= row.shared;
    rows.push(row);
  }
  return begun ? rows : [];
};

/** More entries than any fork writes before those that it shares. */
const MOST_OWN = 16;

function* rowsOf(pager: Pager, head: Head): Generator<Row> {
  const { entries } = head.state;
  for (const { first, cols } of entries === 0 ? [] : pager.entryColumns(head, 1)) {
    for (let at = 0; at < PAGE && first + at <= entries; at++) {
      const kind = head.kinds[cols.kind[at] ?? 0] ?? '';
      yield { place: cols.offset[at] ?? 0, part: cols.part[at] ?? 0, kind, shared: has(cols.flags[at] ?? 0, Flag.Shared) };
    }
  }
}

/** The shared entries of a native fork are in its session's folder. */
const nativePrefix = (pager: Pager, head: Head & { file: string }): number => {
  let count = 0;
  for (const { place } of rowsOf(pager, head)) {
    if (!isPlace(place) || isBorrowed(head.file, place) || decodePlace(place).level === 0) return count;
    count += 1;
  }
  return count;
};
