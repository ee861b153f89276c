import type { View } from '../../../shared/model/index.ts';
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

/** The view with each block marked whose line was altered after it was written: native tapes know. */
const marked = async (open: Session, view: View, format: string): Promise<View> => {
  if (format !== 'native') return view;
  const { isAltered } = await blockBeginnings(open, view.tape, view.blocks, 0);
  return { ...view, blocks: view.blocks.map((block) => (isAltered(block) ? { ...block, altered: true } : block)) };
};

/** Messages stand as they are in the log, so that is said beside them. */
const warnOfAltered = ({ blocks }: View, terminal: Context['terminal'], json: boolean): void => {
  const entries = blocks.filter(({ altered }) => altered).flatMap((block) => block.entries);
  if (entries.length > 0)
    warn(terminal, [`Altered after it was written: ${entries.map((seq) => `#${seq}`).join(', ')}. "tape verify" checks every line.`], json);
};

export const run: Run = async ({ given, json, terminal, session }) => {
  const policy = policyOf(given);
  const open = await session();
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
    if (row.format === 'native') warnOfAltered(await marked(open, await open.call('views.assemble', input), row.format), terminal, json);
    return undefined;
  }
  const view = await open.call('views.assemble', input);
  if (json) terminal.json(await marked(open, view, row.format));
  else {
    const { begins } = await blockBeginnings(open, view.tape, view.blocks, terminal.layout.width);
    terminal.print(formatView(row, view, begins, terminal.layout));
  }
  return undefined;
};
