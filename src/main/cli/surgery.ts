import type { SurgeryChange } from '../../shared/model/index.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import type { Context, Given } from './command.ts';
import { Exit } from './exit.ts';
import { formatPreview, formatWritten } from './format/surgery.ts';
import { idOf, policyOf, textOf } from './options.ts';
import { indexedFor } from './scope.ts';

/** Shows or carries out a change, as the three commands of surgery have it in common. Answers the exit code. */
export const operate = async (
  { given, json, terminal, session }: Context,
  tape: string,
  change: SurgeryChange,
): Promise<number | undefined> => {
  const open = await session();
  const { call, engine } = open;
  const row = engine.catalog.tape(tape);
  if (given.options['dry-run']) {
    const policy = policyOf(given);
    await indexedFor(policy, row, open);
    const preview = await call('surgery.preview', { tape, change, policy });
    if (json) terminal.json(preview);
    else terminal.print(formatPreview(row, preview, terminal.layout));
    return preview.allowed ? undefined : Exit.Refused;
  }
  const out = textOf(given, 'out');
  const written = await call('surgery.write', { tape, change, ...(out !== undefined && { out }) });
  if (json) terminal.json(written);
  else terminal.print(formatWritten(row, written, terminal.layout));
  return undefined;
};

/** An entry that has to be named. */
export const neededEntry = (given: Given, name: string): number => {
  const entry = idOf(given, name);
  if (entry !== undefined) return entry;
  throw new TapeError('bad-input', `--${name} is missing: name an entry by its number. See tape forkpoints.`);
};
