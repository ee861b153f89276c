import type { Run } from '../command.ts';
import { plural } from '../format/number.ts';
import { namedOf, neededWorkspace, warn } from '../native.ts';

export const run: Run = async ({ given, json, terminal }) => {
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
};
