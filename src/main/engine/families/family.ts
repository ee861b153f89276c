import type { TapeRow } from '../../../shared/model/index.ts';
import type { Db } from '../database/schema.ts';
import type { GraphReader } from './material.ts';
import type { SharedHead } from './shared-head.ts';

/** A tape and how it came to be in a family. */
export interface Member {
  row: TapeRow;
  /** Drawn with all its entries, or as one node. */
  open: boolean;
  /** What the head of a fork shares with its parent. */
  shared: SharedHead;
  /** The entry of its parent that it hangs on, and the one that merged it. */
  at: number | null;
  merged: number | null;
}

export interface FamilyOptions {
  /** All tapes tied to this one; without it only what it started. */
  family: boolean;
  agents: 'nested' | 'siblings';
}

/** More tapes, and entries of opened ones, than one picture holds. */
const MOST_TAPES = 2000;
const MOST_ENTRIES = 3_000_000;

const statements = (db: Db) => ({
  number: db.prepare<[string], number>('SELECT tape FROM sources WHERE id = ?').pluck(),
  id: db.prepare<[number], string>('SELECT id FROM sources WHERE tape = ?').pluck(),
  ties: db.prepare<[number], { parent: number | null; merged: number | null }>('SELECT parent, merged FROM tapes WHERE tape = ?'),
  children: db
    .prepare<[number], number>("SELECT tape FROM tapes WHERE parent = ? AND relation IS NOT 'capture' ORDER BY caller, started, tape")
    .pluck(),
  copies: db
    .prepare<[number], number>(
      `SELECT DISTINCT other.tape FROM heads own JOIN heads other ON other.hash = own.hash AND other.tape <> own.tape
       WHERE own.tape = ? ORDER BY other.tape`,
    )
    .pluck(),
});

/** Tapes that are nothing but the same entries again, or no conversation: one node each unless sub-agents are opened. */
const isOpened = ({ relation }: TapeRow, agents: FamilyOptions['agents']): boolean => {
  if (relation === 'warmup' || relation === 'spill') return false;
  return agents === 'siblings' || relation === null || relation === 'archive' || relation === 'fork';
};

/**
 * The family of a tape, itself first: found by lookups, nothing is scanned. Ties are parents (sub-agents, archives, native forks)
 * and ids that are in both, of which the catalog keeps some of each tape.
 */
export function findFamily(reader: GraphReader, tape: string, options: FamilyOptions): { members: Member[]; notes: string[] } {
  const sql = statements(reader.db);
  const asked = reader.catalog.tape(tape);
  const start = sql.number.get(asked.id) ?? 0;
  const members = new Map<number, Member>();
  const queue = [start];
  let entries = 0;
  let left = 0;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (members.has(next)) continue;
    if (members.size >= MOST_TAPES) {
      left += 1;
      continue;
    }
    const row = next === start ? asked : reader.catalog.tape(sql.id.get(next) ?? '');
    const { parent = null, merged = null } = sql.ties.get(next) ?? {};
    const open = next === start || (isOpened(row, options.agents) && (options.family || row.relation === 'sub-agent'));
    const fits = open && entries + row.entries <= MOST_ENTRIES;
    if (open && !fits && next !== start) left += 1;
    if (open) entries += row.entries;
    // A sub-agent may begin with a copy of what its caller had; where it is one node, nothing of that is drawn.
    const shared = row.relation === 'fork' || (row.relation === 'sub-agent' && fits) ? reader.shared(row) : [];
    const at = row.relation === 'fork' ? shared.findLast((seq) => seq > 0) : row.caller;
    members.set(next, { row, open: next === start || fits, shared, at: at ?? null, merged });
    queue.push(...sql.children.all(next));
    if (!options.family) continue;
    if (parent !== null && row.relation !== 'capture') queue.push(parent);
    if (open) queue.push(...sql.copies.all(next));
  }
  const notes = left === 0 ? [] : [`The family is too large to draw: ${left} of its tapes are left out or folded.`];
  return { members: [...members.values()], notes };
}
