import { isDatabase } from '../disk/foreign.ts';
import { createAsking } from './asking.ts';
import type { Held } from './held.ts';
import { heldInNodes, NODES } from './in-nodes.ts';
import { heldInPrompts, PROMPTS } from './in-prompts.ts';
import { heldInTurns, TURNS } from './in-turns.ts';

/** What is captured in SQLite databases, by the tables that they have. */
const KINDS = [
  { ...TURNS, held: heldInTurns },
  { ...NODES, held: heldInNodes },
  { ...PROMPTS, held: heldInPrompts },
];

/** The requests in a database, in their order; null for a file that is none with requests. Throws where a database cannot be read. */
export function heldInDatabase(path: string): Held[] | null {
  const found = kindOf(path);
  return found?.kind.held(path, found.columns) ?? null;
}

/** Whether a file is a database with requests. Throws where a database cannot be read. */
export function holdsRequests(path: string): boolean {
  return kindOf(path) !== null;
}

const kindOf = (path: string) => {
  if (!isDatabase(path)) return null;
  const all = createAsking(path);
  for (const kind of KINDS) {
    const columns = new Set(all<{ name: string }>('SELECT name FROM pragma_table_info(?)', kind.table).map(({ name }) => name));
    if (kind.columns.every((name) => columns.has(name))) return { kind, columns };
  }
  return null;
};
