import { defaultHome } from '../engine/app/settings.ts';
import { reopen } from '../engine/catalog/reopen.ts';
import { setAside } from '../engine/catalog/schema.ts';
import { openSession } from './session.ts';
import type { Terminal } from './terminal.ts';

/** Puts a damaged catalog aside and reads again what it knew, as far as that is still there. */
export async function rebuildCatalog(terminal: Terminal): Promise<void> {
  const home = defaultHome();
  setAside(home);
  terminal.warn('The catalog is damaged. Moving it aside and rebuilding it from the logs.', false);
  const session = await openSession(terminal, new AbortController().signal);
  try {
    await reopen(home, (paths) => session.read(paths));
  } finally {
    await session.close();
  }
}
