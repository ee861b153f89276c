import { join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Tape } from '../../engine/store/types.ts';
import type { Context, Declaration } from '../command.ts';
import { json, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { plural } from '../format/number.ts';
import { nameOf, withTape } from '../native.ts';
import { refreshCatalog } from '../refresh.ts';
import { canAsk, confirm } from '../tty.ts';

export const command: Declaration = {
  flags: [
    { name: 'archive', description: 'move the old one into archive/, where it can be read' },
    { name: 'yes', description: 'do not ask before entries are deleted' },
    ...WHICH,
    json,
  ],
  notes: ['Without --archive it deletes the entries and forks. It asks first, and refuses where there is no terminal to ask.'],
  example: ['tape reset --archive', 'starts over, and loses nothing'],
  run,
};

/** What is about to be lost, in words. */
const loss = (tape: Tape): string => {
  const { entries, forks } = tape.info();
  const own = plural(entries, 'entry', 'entries');
  return `${own} of ${clean(nameOf(tape.which))}${forks > 0 ? ` and ${plural(forks, 'open fork')}` : ''}`;
};

/** Entries are deleted only by somebody who was told so, or who says --yes. */
const agree = async ({ given, signal }: Context, tape: Tape): Promise<void> => {
  if (given.options.archive === true || given.options.yes === true) return;
  const lost = loss(tape);
  if (!canAsk()) {
    throw new TapeError('refused', `This would delete ${lost}, and there is no terminal to ask: --archive keeps them, --yes deletes them.`);
  }
  if (await confirm(`Delete ${lost}? --archive would keep them.`, signal)) return;
  throw new TapeError('refused', 'Nothing was deleted.');
};

async function run(context: Context): Promise<number | undefined> {
  const folder = await withTape(context, async (tape) => {
    const { given, json, terminal } = context;
    await agree(context, tape);
    const { resetTape } = await import('../../engine/store/reset.ts');
    const kept = resetTape(tape, { archive: given.options.archive === true }).archive;
    const archive = kept === null ? null : join(tape.folder, kept);
    if (json) terminal.json({ archive });
    else terminal.print([archive === null ? 'Reset the tape.' : `Reset the tape. The old one is in ${clean(archive)}.`]);
    return tape.folder;
  });
  await refreshCatalog(context, folder);
  return undefined;
}
