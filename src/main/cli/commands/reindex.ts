import type { Context, Declaration } from '../command.ts';
import { EVERY_TAPE, json, WHICH } from '../flags.ts';
import { plural } from '../format/number.ts';
import { namedOf, neededWorkspace, warn } from '../native.ts';

export const command: Declaration = {
  flags: [...WHICH, json],
  notes: [EVERY_TAPE, 'The index is derived: rebuilding it loses nothing.'],
  example: ['tape reindex', 'works while agents append'],
  run,
};

async function run({ given, json, terminal }: Context): Promise<number | undefined> {
  const workspace = neededWorkspace();
  const { reindexTapes } = await import('../../engine/store/reindex.ts');
  const reindexed = reindexTapes(workspace, namedOf(given, workspace));
  const { tapes, entries, notes } = reindexed;
  if (json) terminal.json(reindexed);
  else {
    terminal.print([`Rebuilt the index: ${plural(entries, 'entry', 'entries')} of ${plural(tapes, 'tape')}.`]);
    warn(terminal, notes, false);
  }
  return undefined;
}
