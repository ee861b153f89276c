import type { TapeRow } from '../../../shared/model/index.ts';
import type { Context } from '../command.ts';
import { formatHits } from '../format/hits.ts';
import { plural } from '../format/number.ts';
import { iso } from '../format/time.ts';
import { textOf } from '../options.ts';
import type { Session } from '../session.ts';
import type { Terminal } from '../terminal.ts';

/** Indexes the words of those tapes (all) that were only read for their structure so far, and says so. */
export const indexAll = async ({ engine, read }: Session, terminal: Terminal, tapes = engine.catalog.tapes()): Promise<void> => {
  const missing = tapes.filter(({ textTo, entries }) => textTo < entries);
  if (missing.length === 0) return;
  terminal.note(`Indexing the text of ${plural(missing.length, 'tape')} first.`);
  await read(
    missing.map(({ file }) => file),
    { text: true },
  );
};

const indexOne = async ({ tape }: Session, name: string, terminal: Terminal): Promise<TapeRow> => {
  const row = await tape(name);
  if (row.textTo >= row.entries) return row;
  terminal.note('Indexing the text of this tape first.');
  return tape(row.id, { text: true });
};

/** Searches the catalog: one tape of it, or all. */
export const searchImported = async ({ given, json, terminal, session }: Context, query: string, limit: number): Promise<void> => {
  const open = await session();
  const name = textOf(given, 'tape');
  const row = name === undefined ? null : await indexOne(open, name, terminal);
  if (!row) await indexAll(open, terminal);
  const { hits, ...rest } = await open.call('search.run', { query, limit, ...(row && { tape: row.id }) });
  const items = hits.map(({ tape, seq, time, ...hit }) => ({ tape, entry: seq, time: iso(time), ...hit }));
  if (json) terminal.json({ items, ...rest });
  else terminal.print(formatHits(query, hits, open.engine.catalog.tapes(), rest, terminal.layout));
};
