import type { Db } from '../database/schema.ts';
import { mayTellName, nameTapes } from '../families/naming.ts';
import { relate } from '../families/relate.ts';
import { bringSource } from '../sources/bring-source.ts';
import { type Imported, type ImportOptions, Overtaken } from '../storing/reading.ts';

/** What came of one of many sources. */
export type OneOfMany = { path: string; failure: Error } | ({ path: string } & Imported);

/** A short source that was read, and waits to be stored with others. */
interface Held {
  path: string;
  done: Imported;
  store: () => void;
}

/**
 * Brings short sources up to date and stores those that are new in one transaction: to begin and end one takes as long as to read such a source,
 * and two threads that store one by one mostly wait for each other. One that cannot be read hinders no other. Throws where storing fails.
 */
export function importMany(db: Db, paths: readonly string[], options: ImportOptions = {}): OneOfMany[] {
  const held: Held[] = [];
  const found = new Map<string, OneOfMany>();
  for (const path of paths) {
    if (options.stop?.() === true) break;
    found.set(path, bringOne(db, path, options, held));
  }
  const { inTurn = (work) => work() } = options;
  for (const path of inTurn(() => storeAll(db, held))) found.set(path, bringOne(db, path, options));
  settleOthers(db, [...found.values()], new Set(held.map(({ done }) => done.source.tape)));
  return [...found.values()];
}

/** Links what was not stored with the others to the tapes around it, and names tapes whose names others tell. */
const settleOthers = (db: Db, found: readonly OneOfMany[], stored: ReadonlySet<number>): void => {
  const changed = found.flatMap((one) => ('source' in one && one.outcome !== 'same' ? [one.source] : []));
  const others = changed.flatMap(({ tape }) => (stored.has(tape) ? [] : [tape]));
  if (others.length > 0) relate(db, others);
  if (changed.some(({ format }) => mayTellName(format, false))) nameTapes(db);
};

const bringOne = (db: Db, path: string, options: ImportOptions, held?: Held[]): OneOfMany => {
  let store: (() => void) | null = null;
  const later = (way: () => void): void => {
    store = way;
  };
  try {
    const done = bringSource(db, path, { ...options, ...(held && { later }) });
    if (store !== null) held?.push({ path, done, store });
    return { path, ...done };
  } catch (failure) {
    return { path, failure: failure as Error };
  }
};

/**
 * Stores what was read and links it to the tapes around it. Answers the paths of which another process has stored something in the meantime:
 * these are to be looked at again.
 */
const storeAll = (db: Db, held: readonly Held[]): string[] => {
  if (held.length === 0) return [];
  const each = db.transaction((store: () => void) => store());
  const stored = ({ store }: Held): boolean => {
    try {
      each(store);
      return true;
    } catch (failure) {
      if (failure instanceof Overtaken) return false;
      throw failure;
    }
  };
  const all = db.transaction(() => {
    const late = held.filter((one) => !stored(one));
    relate(
      db,
      held.filter((one) => !late.includes(one)).map(({ done }) => done.source.tape),
    );
    return late.map(({ path }) => path);
  });
  return all.immediate();
};
