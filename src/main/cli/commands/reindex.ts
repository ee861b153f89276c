import { plural } from '../format/number.ts';
import { neededWorkspace, warn, whichOf } from '../native.ts';
import type { Run } from '../run.ts';

export const run: Run = async ({ given, json, terminal }) => {
  const workspace = neededWorkspace();
  const { reindexTape } = await import('../../engine/store/reindex.ts');
  const { entries, notes } = reindexTape(workspace, whichOf(given, workspace));
  if (json) terminal.json({ entries, notes });
  else {
    terminal.print([`The index holds ${plural(entries, 'entry', 'entries')}.`]);
    warn(terminal, notes, false);
  }
  return undefined;
};
