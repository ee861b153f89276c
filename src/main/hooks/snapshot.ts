import type { Block, TapeRow, View } from '../../shared/model/index.ts';
import { clean } from '../cli/format/clean.ts';
import { truncate } from '../cli/format/width.ts';
import { blockBeginnings } from '../cli/previews.ts';
import type { Session } from '../cli/session.ts';

/** What was in context when a compaction was about to begin. */
export interface Before {
  at: number;
  tape: string;
  /** The last entry of the log by then. */
  entry: number;
  entries: number;
  tokens: number | null;
  /** What the user had said, the newest last, each with how it begins. */
  said: { entry: number; begins: string }[];
  /** Files that calls in context are about. */
  files: string[];
}

/** How a prompt begins, in a text that is short itself. */
const BEGINS = 120;
/** Files that are looked for in the context after a compaction: each is a query. */
const MOST_FILES = 12;
/** Prompts that are kept, the newest. */
const MOST_SAID = 40;

/** What a person typed: no reminder, no summary, no result. */
const isSaid = ({ role, kind, tone }: Block): boolean => role === 'user' && kind === 'message' && (tone === '' || tone === 'user');

/** The last entry whose bytes were in the log when it had this many. */
export function lastWithin({ engine: { catalog } }: Session, { id, entries }: TapeRow, bytes: number): number {
  let [low, high] = [0, entries];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [row] = catalog.entriesAt(id, [middle]);
    if (row !== undefined && row.offset + row.length <= bytes) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Files of which something was in context at the newest step. */
const filesIn = async ({ call }: Session, { id, steps }: TapeRow): Promise<string[]> => {
  if (steps === 0) return [];
  const { steps: looked, groups } = await call('residency.get', { tape: id, policy: 'as-recorded', by: 'file' });
  if (groups === null) return [];
  const last = looked.length - 1;
  const held = new Set([...groups.row].filter((_, run) => groups.to[run] === last));
  return groups.rows
    .filter(({ rest }, row) => !rest && held.has(row))
    .sort((a, b) => b.cost - a.cost)
    .slice(0, MOST_FILES)
    .map(({ name }) => name);
};

/** What the next request would have held, had no compaction begun. */
export async function snapshot(session: Session, tape: TapeRow, entry: number, now: number): Promise<{ before: Before; view: View }> {
  const view = await session.call('views.assemble', { tape: tape.id, policy: 'as-recorded', after: entry });
  const said = view.blocks.filter(isSaid).slice(-MOST_SAID);
  const { begins } = await blockBeginnings(session, tape.id, said, 400);
  const before: Before = {
    ...{ at: now, tape: tape.id, entry, entries: view.blocks.reduce((sum, { entries }) => sum + entries.length, 0) },
    tokens: view.expected?.tokens ?? null,
    said: said.map((block) => ({ entry: block.entries[0] ?? 0, begins: truncate(clean(begins(block)), BEGINS) })),
    files: await filesIn(session, tape),
  };
  return { before, view };
}
