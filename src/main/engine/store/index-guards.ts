import type Database from 'better-sqlite3';
import { codeOf } from '../disk/disk.ts';

type Db = Database.Database;

/**
 * Keeps other programs from changing an index that is open. Every write to a table names a function that only our connections know, so a statement
 * of another program fails before it changes anything, with this name in its message. The function is looked up and never called: calls take
 * time from every append. SQL that goes around the triggers has to change the schema, whose number tells. The tables of the full text can have no
 * triggers: what FTS5 notes of them with each write is noted in `meta` too.
 */
const PASS = 'only_tapescope_writes_its_index';

const TABLES = ['entries', 'anchors', 'calls', 'forks', 'files', 'meta'];
const ACTS = ['INSERT', 'UPDATE', 'DELETE'];

const GUARDS = TABLES.flatMap((table) =>
  ACTS.map((act) => `CREATE TRIGGER guard_${table}_${act.toLowerCase()} BEFORE ${act} ON ${table} BEGIN SELECT ${PASS}() WHERE 0; END;`),
).join('\n');

/** Lets a connection write to a guarded index. */
export function passGuards(db: Db): void {
  db.function(PASS, () => null);
}

const SCHEMA = '(SELECT schema_version FROM pragma_schema_version)';
/** How many rows and words there are, and in which segments. */
const WORDS = "(SELECT group_concat(hex(block), '/') FROM entries_fts_data WHERE id IN (1, 10))";
const NOTE = 'INSERT OR REPLACE INTO meta (key, value) VALUES';

/** Guards the tables, and notes which they are from now on. Needs a connection that was let pass. */
export function guardTables(db: Db): void {
  db.exec(GUARDS);
  db.exec(`${NOTE} ('tables', ${SCHEMA}), ('words', ${WORDS})`);
}

type Prepare = (sql: string) => Database.Statement<[], unknown>;

/** Notes which words are indexed. Call within the transaction that indexed some. */
export function noteWords(prepare: Prepare): void {
  // Else FTS5 writes what it has in memory with the commit.
  prepare("INSERT INTO entries_fts (entries_fts) VALUES ('flush')").run();
  prepare(`${NOTE} ('words', ${WORDS})`).run();
}

const noted = (key: string): string => `(SELECT value FROM meta WHERE key = '${key}')`;
const ARE_OURS = `SELECT ${noted('tables')} IS CAST(${SCHEMA} AS TEXT) AND ${noted('words')} IS ${WORDS} AS ours`;

/** Whether tables, guards and full text are as ours left them. Reads five rows; throws as SQLite does for damage. */
export function hasOwnTables(prepare: Prepare): boolean {
  try {
    return (prepare(ARE_OURS).get() as { ours: number }).ours === 1;
  } catch (error) {
    // Another program dropped a table.
    if (codeOf(error) === 'SQLITE_ERROR') return false;
    throw error;
  }
}
