import { existsSync } from 'node:fs';
import type { Receipt } from '../../../shared/model/index.ts';
import type { Settings } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Opened } from '../../engine/ingest/ingest.ts';
import type { Run } from '../command.ts';
import { Exit } from '../exit.ts';
import { formatReceipts } from '../format/receipts.ts';

/** A sentence on a terminal stands alone, so it names what it is about. */
const withPath = ({ path, reason }: Opened['refused'][number]) => ({ path, reason: reason.includes(path) ? reason : `${path}: ${reason}` });

/** What agents keep on this machine. Throws TapeError('not-found') where they keep nothing. */
const kept = async (settings: Settings): Promise<string[]> => {
  const { foundIn } = await import('../../engine/formats/rows.ts');
  const looked = foundIn({ settings });
  const found = looked.filter((path) => existsSync(path));
  if (found.length > 0) return found;
  throw new TapeError('not-found', `No agent keeps logs where it would by itself: ${looked.join(', ')}. Name a file or a folder.`);
};

const PAGE = 256;

function* pagesOf(receipts: Opened['receipts']): Generator<Receipt[]> {
  let page: Receipt[] = [];
  for (const receipt of receipts)
    if (page.push(receipt) === PAGE) {
      yield page;
      page = [];
    }
  yield page;
}

export const run: Run = async ({ given, json, terminal, session }) => {
  const { read, engine } = await session();
  const { receipts, tapes, refused: all } = await read(given.operands.length > 0 ? given.operands : await kept(engine.settings()));
  const refused = all.map(withPath);
  if (json) await terminal.items(pagesOf(receipts), { refused });
  else if (tapes.length > 0) terminal.print(formatReceipts(receipts, tapes, terminal.layout));
  const [first] = refused;
  if (!first) return Exit.Done;
  if (json) terminal.fail({ code: 'not-a-log', message: first.reason, details: { refused } }, true);
  else for (const { reason } of refused) terminal.fail({ code: 'not-a-log', message: reason }, false);
  return Exit.WrongArgument;
};
