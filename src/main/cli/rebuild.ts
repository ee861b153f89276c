import { defaultHome } from '../engine/app/home.ts';
import { setAside } from '../engine/database/schema.ts';
import { openSession } from './session.ts';
import type { Terminal } from './terminal.ts';

/** Puts a damaged catalog aside and reads again what it knew, as far as that is still there. */
export async function rebuildCatalog(terminal: Terminal): Promise<void> {
  const home = defaultHome();
  setAside(home);
  terminal.warn('The catalog is damaged. Moving it aside and rebuilding it from the logs.', false);
  // A session begins by reading again what the catalog before it knew.
  await (await openSession(terminal, new AbortController().signal)).close();
}
