import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Context, Declaration } from '../command.ts';
import { textOf, wholeOf } from '../options.ts';
import { operate, SURGERY_FLAGS, SURGERY_NOTES } from '../surgery.ts';

export const command: Declaration = {
  flags: [
    { name: 'keep', value: 'N', description: 'turns to keep at the end, each from a prompt that a person typed' },
    { name: 'summary', value: 'TEXT', description: 'the text of the summary (default: the prompts that it replaces)' },
    ...SURGERY_FLAGS,
  ],
  notes: [...SURGERY_NOTES, 'The summary entry lists the ids of all entries that it replaces.'],
  example: ['tape compact session.jsonl --keep 2', 'keeps the last two turns after a summary'],
  run,
};

const MOST_TURNS = 1_000_000;

async function run(context: Context): Promise<number | undefined> {
  const { given } = context;
  if (given.options.keep === undefined) throw new TapeError('bad-input', '--keep is missing: give the number of turns to keep at the end.');
  const keep = wholeOf(given, 'keep', 1, [1, MOST_TURNS]);
  const summary = textOf(given, 'summary');
  const { id } = await (await context.session()).tape(given.operands[0] ?? '');
  return operate(context, id, { op: 'compact', keep, ...(summary !== undefined && { summary }) });
}
