import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Context, Declaration } from '../command.ts';
import { json, POLICY, WHICH } from '../flags.ts';
import { formatWhy } from '../format/why.ts';
import { placeOf, policyOf, textOf, wholeOf } from '../options.ts';
import { namedAt, placeIn } from '../points.ts';
import { indexedFor } from '../scope.ts';

export const command: Declaration = {
  flags: [
    { name: 'text', value: 'WORDS', description: 'each entry with this text, whatever the spaces in it' },
    { name: 'step', value: 'N', description: 'at step N (1 to the number of steps, last, or -1 from the end; default: last)' },
    { name: 'next', description: 'in the next request' },
    { name: 'limit', value: 'N', description: 'at most N entries (default: 20)' },
    ...POLICY,
    ...WHICH,
    json,
  ],
  notes: [
    'FILE#ENTRY asks about one entry. Each answer lists the steps that had it in context, when it left and what removed it.',
    'A summary keeps it verbatim, worded, cited or lost: a lexical measure, without judgement.',
  ],
  example: ['tape why session.jsonl --text "rate limit 3"', 'which steps had this text in context, and why it left'],
  run,
};

/** As the contract has it. */
const LONGEST = 20_000;

async function run({ given, json, terminal, session }: Context): Promise<undefined> {
  const policy = policyOf(given);
  const text = textOf(given, 'text');
  const limit = wholeOf(given, 'limit', 20, [1, 200]);
  if (text !== undefined && (text.trim() === '' || text.length > LONGEST))
    throw new TapeError('bad-input', `--text takes 1 to ${LONGEST.toLocaleString('en-US')} characters.`);
  const open = await session();
  const { row, at, point } = await namedAt(open, given);
  // A step, or a request that was not made, is when; an entry, or a ref, is what.
  const when = at?.type === 'step' || at?.type === 'next' || at?.type === 'after' ? point : null;
  const entry = when === null ? point?.seq : undefined;
  if ((text === undefined) === (entry === undefined))
    throw new TapeError('bad-input', 'Give one entry as FILE#ENTRY, or some text with --text.');
  const places = ['step', 'next', 'after'].some((name) => given.options[name] !== undefined);
  if (when !== null && places)
    throw new TapeError(
      'bad-input',
      `${given.operands[0]} names the request already: leave out --step and --next, or the part after the tape.`,
    );
  const place = when !== null ? placeIn(when, 'context to look in') : places ? placeOf(given, row) : {};
  if (text !== undefined && row.textTo < row.entries) await open.tape(row.id, { text: true });
  await indexedFor(policy, row, open);
  const why = await open.call('views.why', { tape: row.id, seq: entry, text, ...place, policy, limit });
  if (json) terminal.json(why);
  else terminal.print(formatWhy(row, why, terminal.layout));
  return undefined;
}
