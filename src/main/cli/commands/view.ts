import type { View } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Run } from '../command.ts';
import { safeJson } from '../format/clean.ts';
import { formatView } from '../format/view.ts';
import { placeOf, policyOf } from '../options.ts';
import { namedAt, stepIn } from '../points.ts';
import { beginnings } from '../previews.ts';
import { indexedFor } from '../scope.ts';
import type { Session } from '../session.ts';

/** The first words of each block's first entry, by its number. */
const previews = (open: Session, { tape, blocks }: View, width: number): Promise<Map<number, string>> =>
  beginnings(
    open,
    tape,
    blocks.flatMap(({ entries: [first] }) => (first === undefined ? [] : [first])),
    width,
  );

export const run: Run = async ({ given, json, terminal, session }) => {
  const policy = policyOf(given);
  const open = await session();
  const { row, point } = await namedAt(open, given);
  if (point !== null && ['step', 'next', 'after'].some((name) => given.options[name] !== undefined)) {
    throw new TapeError(
      'bad-input',
      `${given.operands[0]} says which request: leave out --step, --next and --after, or what follows the tape.`,
    );
  }
  const step = point === null ? null : stepIn(point, 'context to show');
  const at = step === null ? placeOf(given, row) : { step };
  await indexedFor(policy, row, open);
  const input = { tape: row.id, ...at, policy };
  if (given.options.messages) {
    const sent = await open.call('views.messages', input);
    if (json) terminal.json(sent);
    else terminal.print(sent.messages.map((message) => safeJson(message)));
    return undefined;
  }
  const view = await open.call('views.assemble', input);
  if (json) terminal.json(view);
  else terminal.print(formatView(row, view, await previews(open, view, terminal.layout.width), terminal.layout));
  return undefined;
};
