import { defaultHome } from '../../engine/app/settings.ts';
import { openCatalog } from '../../engine/catalog/open-catalog.ts';
import type { Run } from '../command.ts';
import { formatList } from '../format/list.ts';
import { iso } from '../format/time.ts';

/** What `library.list` answers, from the catalog alone: to load the rest of the engine takes longer than all of this. */
export const run: Run = async ({ json, terminal }) => {
  const store = openCatalog(defaultHome());
  try {
    if (store.note) terminal.note(store.note);
    const tapes = store.catalog.tapes().sort((a, b) => (b.ended ?? 0) - (a.ended ?? 0) || (a.file < b.file ? -1 : 1));
    if (json)
      terminal.json({ items: tapes.map((tape) => ({ tape: tape.id, ...tape, started: iso(tape.started), ended: iso(tape.ended) })) });
    else terminal.print(formatList(tapes, terminal.layout));
  } finally {
    store.close();
  }
  return undefined;
};
