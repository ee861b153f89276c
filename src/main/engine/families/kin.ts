import { plucked, prepared } from '../database/prepared.ts';
import type { Db } from '../database/schema.ts';
import { sealBytes, unsealBytes } from '../database/seal.ts';
import { wordNumber } from '../linking/tool-index.ts';
import { comesFirst, type Holder, holderOf, rankOf } from './holders.ts';
import { nameOf, type Request, requestsOf, setCopied, sumOfCopied } from './requests.ts';

/**
 * What was found out of tapes that share entries, so that one more of them, or one that grew, costs what it holds and not what all of them hold:
 * `kin` has the family of a tape and the names of its requests, `counted` which tape of a family counts a request, and how many have it.
 */

interface Kin {
  family: number;
  rank: string;
  names: Buffer;
}

interface Counted {
  tape: number;
  many: number;
}

/** The name of a request as a number. */
export function numberOf(request: Request): number {
  return wordNumber(nameOf(request));
}

const countedIn = (db: Db, family: number, name: number): Counted | undefined =>
  prepared<[number, number], Counted>(db, 'SELECT tape, many FROM counted WHERE family = ? AND name = ?').get(family, name);

const setCounted = (db: Db, family: number, name: number, { tape, many }: Counted): void => {
  if (many > 0) prepared(db, 'INSERT OR REPLACE INTO counted (family, name, tape, many) VALUES (?, ?, ?, ?)').run(family, name, tape, many);
  else prepared(db, 'DELETE FROM counted WHERE family = ? AND name = ?').run(family, name);
};

const keepKin = (db: Db, self: Holder, family: number, names: Iterable<number>): void => {
  const data = sealBytes(new Uint8Array(Float64Array.from(names).buffer));
  prepared(db, 'INSERT OR REPLACE INTO kin (tape, family, rank, names) VALUES (?, ?, ?, ?)').run(self.tape, family, rankOf(self), data);
};

const kinOf = (db: Db, tape: number): Kin | undefined =>
  prepared<[number], Kin>(db, 'SELECT family, rank, names FROM kin WHERE tape = ?').get(tape);

const namesIn = ({ names }: Kin): Set<number> => {
  const data = unsealBytes(names);
  return new Set(new Float64Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)));
};

/** Forgets what was found out of the family of a tape: it is looked at as a whole when it is next asked for. */
export function dissolve(db: Db, tape: number): void {
  const family = plucked<[number], number>(db, 'SELECT family FROM kin WHERE tape = ?').get(tape);
  if (family === undefined) return;
  prepared(db, 'DELETE FROM counted WHERE family = ?').run(family);
  prepared(db, 'DELETE FROM kin WHERE family = ?').run(family);
}

/** Keeps what was found out of a family that was looked at as a whole: its tapes in their order, with the names of their requests. */
export function keepFamily(db: Db, holders: readonly Holder[], names: ReadonlyMap<number, ReadonlySet<number>>): void {
  const family = holders[0]?.tape ?? 0;
  const all = new Map<number, Counted>();
  for (const self of holders) {
    const own = names.get(self.tape) ?? new Set();
    for (const name of own) {
      const counted = all.get(name);
      if (counted) counted.many += 1;
      else all.set(name, { tape: self.tape, many: 1 });
    }
    keepKin(db, self, family, own);
  }
  for (const [name, counted] of all) setCounted(db, family, name, counted);
}

/**
 * Adds a tape to the family of those that it shares entries with, or what it has grown by, and finds what it counts of their requests and they of
 * its. Answers the tapes of which something else is known now; null where the family must be looked at as a whole.
 */
export function joinFamily(db: Db, tape: number, relatives: readonly number[]): number[] | null {
  const own = kinOf(db, tape);
  const families = new Set([...relatives.map((one) => kinOf(db, one)?.family), ...(own ? [own.family] : [])]);
  const [family] = families;
  const self = holderOf(db, tape);
  if (families.size !== 1 || family === undefined || self === undefined) return null;
  if (self.captured === 1 || (own && own.rank !== rankOf(self))) return null;
  const requests = [...requestsOf(db, tape)];
  const names = new Set(requests.map(numberOf));
  const before = own ? namesIn(own) : new Set<number>();
  const [gone, come] = [[...before].filter((name) => !names.has(name)), [...names].filter((name) => !before.has(name))];
  if (!leave(db, family, tape, gone)) return null;
  const lost = take(db, family, self, come);
  if (!own || gone.length + come.length > 0) keepKin(db, self, family, names);
  return [...recount(db, family, self, requests), ...lost.flatMap((other) => recount(db, family, other, [...requestsOf(db, other.tape)]))];
}

/** What a tape holds no more, such as an answer that was only begun. False where another one is to count it now, and only a look at all tells which. */
const leave = (db: Db, family: number, tape: number, names: readonly number[]): boolean =>
  names.every((name) => {
    const counted = countedIn(db, family, name);
    if (counted === undefined || (counted.tape === tape && counted.many > 1)) return false;
    setCounted(db, family, name, { ...counted, many: counted.many - 1 });
    return true;
  });

/** Counts what nobody has counted yet, or somebody who comes later. Answers who that was. */
const take = (db: Db, family: number, self: Holder, names: readonly number[]): Holder[] => {
  const holders = new Map<number, Holder>();
  const later = new Set<Holder>();
  for (const name of names) {
    const counted = countedIn(db, family, name);
    const other = counted && (holders.get(counted.tape) ?? holderOf(db, counted.tape));
    if (other) holders.set(other.tape, other);
    const first = other === undefined || comesFirst(self, other) < 0;
    if (first && other) later.add(other);
    setCounted(db, family, name, { tape: first ? self.tape : other.tape, many: (counted?.many ?? 0) + 1 });
  }
  return [...later];
};

const recount = (db: Db, family: number, self: Holder, requests: readonly Request[]): number[] => {
  const isCopied = (request: Request): boolean => countedIn(db, family, numberOf(request))?.tape !== self.tape;
  const copied = JSON.stringify(sumOfCopied(self.copy, requests, isCopied));
  if (copied === self.copied) return [];
  setCopied(db, self.tape, copied);
  return [self.tape];
};
