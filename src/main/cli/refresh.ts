import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { defaultHome } from '../engine/app/home.ts';
import type { Context } from './command.ts';

/** Where there is a catalog, it knows of a tape that was begun again and of forks that went: `tape list` shows what is there now. */
export async function refreshCatalog({ session }: Context, folder: string): Promise<void> {
  if (!existsSync(join(defaultHome(), 'catalog.db'))) return;
  try {
    await (await session()).read([folder]);
  } catch (failure) {
    // The tape is as it should be, and the catalog follows when it is next read.
    if (!(failure instanceof TapeError)) throw failure;
  }
}
