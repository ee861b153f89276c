import type { SurgeryChange } from '../../shared/model/index.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import type { Context, Flag, Given } from './command.ts';
import { Exit } from './exit.ts';
import { json } from './flags.ts';
import { formatPreview, formatWritten } from './format/surgery.ts';
import { idOf, policyOf, textOf } from './options.ts';
import { indexedFor } from './scope.ts';

/** Options of every command of surgery. */
export const SURGERY_FLAGS: readonly Flag[] = [
  { name: 'out', value: 'DIR', offers: 'file', description: 'write the copy into this folder (default: the source’s)' },
  { name: 'dry-run', description: 'print what would stay, what would go and the next request, and write nothing' },
  { name: 'policy', value: 'P', description: 'with --dry-run: the next request of the copy under this policy (default: as-recorded)' },
  json,
];

export const SURGERY_NOTES: readonly string[] = [
  'Writes a new transcript with a fresh session id; opens the source read-only.',
  'Copies the files of sub-agents whose calls are in the copy into the new session’s folder; the preview names the others.',
  'Refuses an illegal point (see tape forkpoints), a source that is being written, and a copy that would break the contract.',
];

/** Shows or carries out a change, as the three commands of surgery have it in common. Answers the exit code. */
export async function operate(
  { given, json: wantsJson, terminal, session }: Context,
  tape: string,
  change: SurgeryChange,
): Promise<number | undefined> {
  const open = await session();
  const { call, engine } = open;
  const row = engine.catalog.tape(tape);
  if (given.options['dry-run']) {
    const policy = policyOf(given);
    await indexedFor(policy, row, open);
    const preview = await call('surgery.preview', { tape, change, policy });
    if (wantsJson) terminal.json(preview);
    else terminal.print(formatPreview(row, preview, terminal.layout));
    return preview.allowed ? undefined : Exit.Refused;
  }
  const out = textOf(given, 'out');
  const written = await call('surgery.write', { tape, change, ...(out !== undefined && { out }) });
  if (wantsJson) terminal.json(written);
  else terminal.print(formatWritten(row, written, terminal.layout));
  return undefined;
}

/** An entry that has to be named. */
export function neededEntry(given: Given, name: string): number {
  const entry = idOf(given, name);
  if (entry !== undefined) return entry;
  throw new TapeError('bad-input', `--${name} is missing: name an entry by its number. See tape forkpoints.`);
}
