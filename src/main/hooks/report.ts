import type { TapeRow } from '../../shared/model/index.ts';
import { clean } from '../cli/format/clean.ts';
import { truncate } from '../cli/format/width.ts';
import { beginnings } from '../cli/previews.ts';
import type { Session } from '../cli/session.ts';
import type { Before } from './snapshot.ts';

/** More of either is not said: it takes room in the context that it is about, and is in the answer of a tool. */
const MOST = 8;
const BEGINS = 160;

const quoted = ({ entry, begins }: Before['said'][number]): string => `#${entry} "${begins}"`;

/** What was in context when a compaction began, for the model that comes after it. Not every agent says whether one came of it. */
export function beforeWords({ tape, entry, entries, said, files }: Before): string {
  const words = said.length === 0 ? '' : ` The user had said: ${said.slice(-MOST).map(quoted).join('; ')}.`;
  const used = files.length === 0 ? '' : ` Files in use: ${files.slice(0, MOST).join(', ')}.`;
  return `Tapescope: when a compaction began, ${entries} entries up to #${entry} of tape ${tape} were in context.${words}${used} The MCP tool lost_at_compaction lists what the summary lacks; entry_read gives the text of an entry such as ${tape}#${entry}.`;
}

/** Files that were in use before and that nothing in the next request names, each with the newest entry that does. */
const lostFiles = async ({ call }: Session, { id }: TapeRow, files: readonly string[]): Promise<{ path: string; entry: number }[]> => {
  const lost = [];
  for (const path of files) {
    const { items } = await call('views.why', { tape: id, text: path, next: true, policy: 'as-recorded', limit: 200 });
    const last = items.at(-1);
    if (last !== undefined && !items.some(({ now }) => now)) lost.push({ path, entry: last.entry });
  }
  return lost;
};

const list = (items: readonly string[]): string =>
  items.length > MOST ? `${items.slice(0, MOST).join('; ')}; and ${items.length - MOST} more` : items.join('; ');

/**
 * What a compaction took of what the user said and of files in use, for the model that continues; null where nothing of either is missing.
 * Texts are quoted from the log.
 */
export async function reportOf(session: Session, tape: TapeRow, seq: number, before: Before | null): Promise<string | null> {
  const { entries, left, fates } = await session.call('handoffs.left', { tape: tape.id, seq });
  const said = entries.filter(({ fate, group }) => fate === 'lost' && group === 'instruction').map((entry) => entry.seq);
  const files = await lostFiles(session, tape, before?.files ?? []);
  if (said.length + files.length === 0) return null;
  const words = await beginnings(session, tape.id, said.slice(0, MOST), BEGINS);
  const begun = said.map((entry) => quoted({ entry, begins: truncate(clean(words.get(entry) ?? ''), BEGINS) }));
  return [
    `Tapescope: the compaction at #${seq} of tape ${tape.id} took ${left.count} entries out of context; ${fates.lost} of them are not in its summary.`,
    said.length > 0 ? `Of what the user said, the summary lacks: ${list(begun)}.` : '',
    files.length > 0
      ? `Files that were in use and are not in context now: ${list(files.map(({ path, entry }) => `${clean(path)} (#${entry})`))}.`
      : '',
    `The MCP tool entry_read brings the text of an entry back by its id, such as ${tape.id}#${said[0] ?? files[0]?.entry ?? seq}; lost_at_compaction lists the rest. In a terminal: tape why ${tape.id}#${seq}, tape left ${tape.id}#${seq}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
