import { TRIED } from '../captures/runs.ts';
import { NUMBER, plucked } from '../database/prepared.ts';
import type { Db } from '../database/schema.ts';
import { CAPTURED } from '../formats/abouts.ts';
import { comesFirst, type Holder, holderOf } from './holders.ts';
import { dissolve, joinFamily, keepFamily, numberOf } from './kin.ts';
import { askedName, nameOf, type Request, requestsOf, setCopied, sumOfCopied } from './requests.ts';

/** Tapes that share entries share some of the ids that the catalog keeps of each. */
const KIN = `SELECT DISTINCT other.tape FROM heads own JOIN heads other ON other.hash = own.hash AND other.tape <> own.tape
  WHERE own.tape = ${NUMBER}`;

/** One tape for each id that another one has too: all that have an id are of one family. */
const ONE_OF_EACH = `SELECT DISTINCT (SELECT other.tape FROM heads other WHERE other.hash = own.hash AND other.tape <> own.tape LIMIT 1) AS found
  FROM heads own WHERE own.tape = ${NUMBER} AND found IS NOT NULL`;

/**
 * Tapes of one session, or of one that started it, of which one was captured: the other was logged, or captured by something else, which
 * what was only tried is not. Also where the session is only the likeliest, or one of several.
 */
const SAME_SESSION = `SELECT other.tape FROM tapes own JOIN sources mine USING (tape) LEFT JOIN tapes above ON above.tape = own.parent
  JOIN tapes other ON other.session IN (own.session, above.session) AND other.tape <> own.tape JOIN sources its ON its.tape = other.tape
  WHERE own.tape = ${NUMBER} AND '${CAPTURED}' IN (mine.format, its.format)
    AND (mine.format <> its.format OR own.session <> '${TRIED}')
  UNION SELECT one.value FROM tapes own, json_each(own.likely, '$.tapes') one WHERE own.tape = ${NUMBER} AND own.likely IS NOT NULL
  UNION SELECT other.tape FROM tapes other INDEXED BY tapes_likely, json_each(other.likely, '$.tapes') one
    WHERE other.likely IS NOT NULL AND one.value = ${NUMBER}`;

/** Hashes of a tape that another one has too. One look into the index for each is a fifth of a query for each, and most tapes share none. */
const SHARED = `SELECT hash FROM heads own WHERE tape = ${NUMBER}
  AND EXISTS (SELECT 1 FROM heads other WHERE other.hash = own.hash AND other.tape <> own.tape)`;

const sameSession = (db: Db, tape: number): number[] => plucked<[number, number, number], number>(db, SAME_SESSION).all(tape, tape, tape);

/** Tapes that hold entries of this one, or requests. */
export function holdersOf(db: Db, tape: number): number[] {
  return [...plucked<[number], number>(db, KIN).all(tape), ...sameSession(db, tape)];
}

/**
 * Finds the steps of these tapes that were copied along from another one, so that a sum over tapes counts each request once. A tape that joins a
 * family, or grows in it, is looked at alone (kin.ts); where that is not enough, all tapes that share entries, directly or by way of others, are
 * looked at together, each once. Answers the tapes of which something else is known now.
 */
export function settleCopied(db: Db, changed: readonly number[]): number[] {
  const seen = new Set<number>();
  return changed.flatMap((tape) => (seen.has(tape) ? [] : settle(db, tape, seen)));
}

const settle = (db: Db, tape: number, seen: Set<number>): number[] => {
  const relatives = plucked<[number], number>(db, ONE_OF_EACH).all(tape);
  const captured = sameSession(db, tape);
  if (relatives.length + captured.length === 0) return settleGroup(db, [tape]);
  // What was captured is compared with requests by another name.
  const joined = captured.length > 0 ? null : joinFamily(db, tape, relatives);
  return joined ?? settleGroup(db, groupOf(db, tape, seen));
};

/** The tapes that hang together with this one by the ids that they share. Each id and each tape is looked up once. */
const groupOf = (db: Db, tape: number, seen: Set<number>): number[] => {
  const group = [tape];
  const hashes = new Set<bigint>();
  const shared = db.prepare<[number], bigint>(SHARED).pluck().safeIntegers();
  const tapes = db.prepare<[bigint], number>('SELECT tape FROM heads WHERE hash = ?').pluck();
  const take = (other: number): void => {
    if (seen.has(other)) return;
    seen.add(other);
    group.push(other);
  };
  seen.add(tape);
  for (const one of group) {
    for (const hash of shared.all(one)) {
      if (hashes.has(hash)) continue;
      hashes.add(hash);
      for (const other of tapes.all(hash)) take(other);
    }
    for (const other of sameSession(db, one)) take(other);
  }
  return group;
};

const settleGroup = (db: Db, group: readonly number[]): number[] => {
  const holders = group.flatMap((tape) => holderOf(db, tape) ?? []).toSorted(comesFirst);
  for (const { tape } of holders) dissolve(db, tape);
  if (holders.length === 1 && holders[0]?.copied === null && holders[0].own === 0) return [];
  const known = new Set<string>();
  const names = new Map<number, Set<number>>();
  const told: number[] = [];
  const logged = createLogged();
  const captured = holders.some((holder) => holder.captured === 1);
  for (const self of holders) {
    const all = [...requestsOf(db, self.tape, captured)];
    const requests = all.filter(({ key }) => key !== '');
    if (self.captured === 1) for (const one of requests) if (known.has(askedName(one))) logged.claim(one);
    const isCopied = (one: Request): boolean => {
      if (self.own === 1) return true;
      return self.captured === 1 ? known.has(askedName(one)) || logged.take(one) : known.has(nameOf(one));
    };
    const copied = holders.length === 1 && self.own === 0 ? null : JSON.stringify(sumOfCopied(self.copy, requests, isCopied));
    if (self.captured === 0) for (const one of all) logged.add(one);
    for (const request of requests) known.add(nameOf(request)).add(askedName(request));
    names.set(self.tape, new Set(requests.map(numberOf)));
    if (copied === self.copied) continue;
    setCopied(db, self.tape, copied);
    told.push(self.tape);
  }
  if (isKept(holders)) keepFamily(db, holders, names);
  return told;
};

/**
 * Requests that logs have. Some logs keep no ids of them: within a session, what each was asked with tells which of those that were captured it is,
 * one for each.
 */
const createLogged = () => {
  const counts = new Map<string, number>();
  const claimed = new Set<string>();
  const change = (one: Request, by: 1 | -1): boolean => {
    const name = askedName({ ...one, key: '' });
    const left = counts.get(name) ?? 0;
    if (by === 1 || left > 0) counts.set(name, left + by);
    return left > 0;
  };
  return {
    add: (one: Request): void => {
      if (!one.silent && one.counted) change(one, 1);
    },
    /** It was found by its id. */
    claim(one: Request): void {
      if (!claimed.has(one.key)) change(one, -1);
      claimed.add(one.key);
    },
    take: (one: Request): boolean => !one.silent && change(one, -1),
  };
};

/** What was captured is never looked at alone. */
const isKept = (holders: readonly Holder[]): boolean => holders.length > 1 && holders.every(({ captured }) => captured === 0);
