import type { Opened } from '../../engine/catalog/ingest.ts';
import type { Run } from '../command.ts';
import { Exit } from '../exit.ts';
import { formatReceipts } from '../format/receipts.ts';

/** A sentence on a terminal stands alone, so it names what it is about. */
const withPath = ({ path, reason }: Opened['refused'][number]) => ({ path, reason: reason.includes(path) ? reason : `${path}: ${reason}` });

export const run: Run = async ({ given, json, terminal, session }) => {
  const { read } = await session();
  const { receipts, refused: all } = await read(given.operands);
  const refused = all.map(withPath);
  if (json) terminal.json({ items: receipts, refused });
  else if (receipts.length > 0) terminal.print(formatReceipts(receipts, terminal.layout));
  const [first] = refused;
  if (!first) return Exit.Done;
  if (json) terminal.fail({ code: 'not-a-log', message: first.reason, details: { refused } }, true);
  else for (const { reason } of refused) terminal.fail({ code: 'not-a-log', message: reason }, false);
  return Exit.WrongArgument;
};
