import { join } from 'node:path';
import type { TapeRow } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';
import { idOfFolder } from './tapes.ts';

// The catalog follows the tapes by itself. After a write of our own it is brought up to date at once, so that whoever made the
// call finds in it what was answered.

type Side = Pick<Engine, 'ingest' | 'catalog'>;

/** A file of a tape stands for that tape alone: the folder would stand for its forks too. */
const onlyThis = (folder: string): string => join(folder, 'index.db');

/**
 * Takes in what was written to these tapes, and an archive that was made. What is durable stays so: a catalog that cannot follow now
 * follows later.
 */
export async function bring({ ingest }: Side, folders: readonly string[], archive: string | null = null): Promise<void> {
  await ingest.open([...folders.map(onlyThis), ...(archive === null ? [] : [archive])]).catch((failure: unknown) => {
    if (!(failure instanceof TapeError)) throw failure;
  });
}

/** Takes in a session with its forks, so that one that went is forgotten. */
export async function bringWhole({ ingest }: Side, folder: string): Promise<void> {
  await ingest.open([folder]).catch((failure: unknown) => {
    if (!(failure instanceof TapeError)) throw failure;
  });
}

/** Takes in a tape and answers its row. Throws where the catalog cannot. */
export async function broughtRow({ ingest, catalog }: Side, folder: string): Promise<TapeRow> {
  const { refused } = await ingest.open([onlyThis(folder)]);
  const [no] = refused;
  if (no !== undefined) throw new TapeError('unreadable', no.reason);
  return catalog.tape(idOfFolder(folder));
}
