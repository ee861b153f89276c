import { join } from 'node:path';
import type { Context, Declaration } from '../command.ts';
import { json, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { withTape } from '../native.ts';
import { textOf } from '../options.ts';
import { refreshCatalog } from '../refresh.ts';

export const command: Declaration = {
  flags: [{ name: 'note', value: 'S', description: 'why' }, ...WHICH, json],
  notes: ['Its folder goes to archive/ and an event on the tape says so; nothing is deleted, and the name is free again.'],
  example: ['tape discard try-cache --note "no gain"', 'removes it from the list of forks'],
  run,
};

async function run(context: Context): Promise<number | undefined> {
  const { given, json, terminal } = context;
  const folder = await withTape(context, async (tape) => {
    const { discardFork } = await import('../../engine/store/discard.ts');
    const note = textOf(given, 'note');
    const { name, archive, event } = discardFork(tape, { name: given.operands[0] ?? '', ...(note !== undefined && { note }) });
    const place = join(tape.folder, archive);
    if (json) terminal.json({ name, archive: place, event });
    else terminal.print([`Discarded fork ${clean(name)}. Its entries are in ${clean(place)}.`]);
    return tape.folder;
  });
  await refreshCatalog(context, folder);
  return undefined;
}
