import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Run } from '../command.ts';
import { textOf, wholeOf } from '../options.ts';
import { operate } from '../surgery.ts';

const MOST_TURNS = 1_000_000;

export const run: Run = async (context) => {
  const { given } = context;
  if (given.options.keep === undefined) throw new TapeError('bad-input', '--keep is missing: give the number of turns to keep at the end.');
  const keep = wholeOf(given, 'keep', 1, [1, MOST_TURNS]);
  const summary = textOf(given, 'summary');
  const { id } = await (await context.session()).tape(given.operands[0] ?? '');
  return operate(context, id, { op: 'compact', keep, ...(summary !== undefined && { summary }) });
};
