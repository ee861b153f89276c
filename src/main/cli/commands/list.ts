import { defaultHome } from '../../engine/app/settings.ts';
import { openCatalog } from '../../engine/catalog/open-catalog.ts';
import { isWaiting } from '../../engine/database/reopen.ts';
import { nameOf } from '../../engine/formats/abouts.ts';
import type { Run } from '../command.ts';
import { formatList } from '../format/list.ts';
import { count } from '../format/number.ts';
import { iso } from '../format/time.ts';
import type { Terminal } from '../terminal.ts';

/** A session begins by reading again what a catalog knew that was made anew. */
const readAgain = async (terminal: Terminal): Promise<void> => {
  const { openSession } = await import('../session.ts');
  await (await openSession(terminal, new AbortController().signal)).close();
};

/** What `library.list` answers, from the catalog alone: to load the rest of the engine takes longer than all of this. */
export const run: Run = async ({ given, json, terminal }) => {
  const chosen = Object.keys(given.options).some((name) => name !== 'json');
  const listing = chosen ? (await import('../listing.ts')).listingOf(given, Date.now()) : {};
  const store = openCatalog(defaultHome());
  try {
    const damaged = store.note?.includes('damaged') === true;
    if (store.note && damaged) terminal.warn(store.note, false);
    else if (store.note) terminal.note(store.note);
    // What the one before knew is read again first: a list without it would be a wrong one.
    if (isWaiting(store.home)) await readAgain(terminal);
    const { items, total } = store.catalog.list(listing);
    if (json)
      terminal.json({
        items: items.map((tape) => ({ tape: tape.id, ...tape, started: iso(tape.started), ended: iso(tape.ended) })),
        total,
      });
    else if (chosen && items.length === 0) terminal.print(['No tapes match.']);
    else
      terminal.print([
        ...formatList(items, terminal.layout, nameOf),
        ...(total > items.length ? ['', `${count(items.length)} of ${count(total)} tapes.`] : []),
      ]);
  } finally {
    store.close();
  }
  return undefined;
};
