import { resolve } from 'node:path';
import type { Block, TapeRow, View } from '../../../shared/model/index.ts';
import { type Place, placeOf as viewPlace } from '../../../shared/model/place.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Context, Run } from '../command.ts';
import { safeJson } from '../format/clean.ts';
import { formatView } from '../format/view.ts';
import { warn } from '../native.ts';
import { placeOf, policyOf } from '../options.ts';
import { namedAt, placeIn } from '../points.ts';
import { blockBeginnings } from '../previews.ts';
import { indexedFor } from '../scope.ts';
import type { Session } from '../session.ts';

/** Blocks of which each is marked whose line was altered after it was written: native tapes know. */
const markedBlocks = async (open: Session, { id, format }: TapeRow, blocks: Block[]): Promise<Block[]> => {
  if (format !== 'native') return blocks;
  const { isAltered } = await blockBeginnings(open, id, blocks, 0);
  return blocks.map((block) => (isAltered(block) ? { ...block, altered: true } : block));
};

const marked = async (open: Session, row: TapeRow, view: View): Promise<View> => ({
  ...view,
  blocks: await markedBlocks(open, row, view.blocks),
});

/** Entries from which on it matters what a view of all of them takes. */
const LONG = 65_536;

/** Prints a view of everything a run at a time, as far as it can be made so. Answers whether it could. */
const printedInRuns = async (open: Session, row: TapeRow, at: Place, terminal: Context['terminal']): Promise<boolean> => {
  const [{ streamFull }, { createRim }, { keepSmall }] = await Promise.all([
    import('../../engine/views/full-stream.ts'),
    import('../../engine/views/rim.ts'),
    import('../../engine/bytes/give-back.ts'),
  ]);
  if (row.entries > LONG) keepSmall();
  const streamed = await streamFull(createRim(open.engine.catalog), row.id, at);
  if (streamed === null) return false;
  const { head, blocks, tail } = streamed;
  async function* pages(): AsyncGenerator<Block[]> {
    for (const run of blocks()) yield await markedBlocks(open, row, run);
  }
  await terminal.listed(head, 'blocks', pages(), tail);
  return true;
};

/** Messages stand as they are in the log, so that is said beside them. */
const warnOfAltered = ({ blocks }: View, terminal: Context['terminal'], json: boolean): void => {
  const entries = blocks.filter(({ altered }) => altered).flatMap((block) => block.entries);
  if (entries.length > 0)
    warn(terminal, [`Altered after it was written: ${entries.map((seq) => `#${seq}`).join(', ')}. "tape verify" checks every line.`], json);
};

/** What a long log ends with, without waiting until all of it is read. */
const printAhead = async (open: Session, file: string, terminal: Context['terminal'], json: boolean): Promise<void> => {
  const { ahead } = await open.call('views.ahead', { path: resolve(file) });
  if (ahead === null) {
    const why = 'its context begins further back, it is short, or it is not a log of lines';
    throw new TapeError(
      'refused',
      `The end of ${file} does not tell what the next request is: ${why}. Without --from-end all of it is read.`,
    );
  }
  if (json) terminal.json(ahead);
  else terminal.print((await import('../format/ahead.ts')).formatAhead(resolve(file), ahead, terminal.layout));
};

export const run: Run = async ({ given, json, terminal, session }) => {
  const policy = policyOf(given);
  const open = await session();
  if (given.options['from-end']) {
    const [file] = given.operands;
    if (file === undefined) throw new TapeError('bad-input', '--from-end needs the path of a log.');
    await printAhead(open, file, terminal, json);
    return undefined;
  }
  const { row, point } = await namedAt(open, given);
  if (point !== null && ['step', 'next', 'after'].some((name) => given.options[name] !== undefined)) {
    throw new TapeError(
      'bad-input',
      `${given.operands[0]} names the request already: leave out --step, --next and --after, or the part after the tape.`,
    );
  }
  const at = point === null ? placeOf(given, row) : placeIn(point, 'context to show');
  await indexedFor(policy, row, open);
  const input = { tape: row.id, ...at, policy };
  if (given.options.messages) {
    const sent = await open.call('views.messages', input);
    if (json) terminal.json(sent);
    else terminal.print(sent.messages.map((message) => safeJson(message)));
    if (row.format === 'native') warnOfAltered(await marked(open, row, await open.call('views.assemble', input)), terminal, json);
    return undefined;
  }
  if (json && policy === 'full' && (await printedInRuns(open, row, viewPlace(at), terminal))) return undefined;
  const view = await open.call('views.assemble', input);
  if (json) terminal.json(await marked(open, row, view));
  else {
    const { begins } = await blockBeginnings(open, view.tape, view.blocks, terminal.layout.width);
    terminal.print(formatView(row, view, begins, terminal.layout));
  }
  return undefined;
};
