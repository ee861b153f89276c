import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TapeRow } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { tapeId } from '../bytes/ids.ts';
import type { Engine } from '../engine.ts';
import { openTape } from '../store/open-tape.ts';
import { placeOf, tapeFolder, workspaceAt } from '../store/places.ts';
import type { Tape } from '../store/types.ts';
import { whenFree } from './free.ts';

/** Tapes that stay open: an open one costs a few file handles and saves preparing every statement again. */
const MOST_OPEN = 16;

export interface OpenTapes {
  /**
   * Lends the native tape with this id in the catalog, and the tape of its session: of a fork its parent, else the same. Both stay
   * open until `work` is done. Throws 'refused' for an imported tape, 'not-found' for one that is gone.
   */
  use<T>(id: string, work: (tape: Tape, session: Tape) => T | Promise<T>): Promise<T>;
  /** The same, once no other process is writing to either. */
  write<T>(id: string, work: (tape: Tape, session: Tape) => T | Promise<T>): Promise<T>;
  /** Lets go of the tapes in or below a folder. */
  forget(folder: string): void;
  close(): void;
}

interface Held {
  tape: Tape;
  stamp: string;
  /** Calls that have it on loan. */
  users: number;
  /** To be closed by the last of them. */
  gone: boolean;
}

/** A config that a person has changed is read again with the next call. */
const stampOf = (workspace: string): string => String(statSync(join(workspace, 'config.json'), { throwIfNoEntry: false })?.mtimeMs ?? '');

/** The native tapes that one engine has open. On a read-only host they are opened so that nothing is ever mended. */
export function createOpenTapes(engine: Pick<Engine, 'catalog' | 'options'>): OpenTapes {
  const held = new Map<string, Held>();
  const drop = (folder: string): void => {
    const one = held.get(folder);
    held.delete(folder);
    if (one === undefined) return;
    one.gone = true;
    if (one.users === 0) one.tape.close();
  };
  const at = (folder: string): Held => {
    const place = placeOf(folder);
    if (place === null) {
      drop(folder);
      throw new TapeError('not-found', `${folder} no longer has a native tape.`);
    }
    const stamp = stampOf(place.folder);
    if (held.get(folder)?.stamp !== stamp) drop(folder);
    const open = (): Tape => openTape(workspaceAt(place.folder), place.which, { readOnly: engine.options.readOnly });
    const one = held.get(folder) ?? { tape: open(), stamp, users: 0, gone: false };
    // The newest last: the first is the one that was not asked for the longest.
    held.delete(folder);
    held.set(folder, one);
    const [oldest] = held.size > MOST_OPEN ? held.keys() : [];
    if (oldest !== undefined) drop(oldest);
    return one;
  };
  const lend = async <T>(folder: string, work: (tape: Tape) => T | Promise<T>): Promise<T> => {
    const one = at(folder);
    one.users += 1;
    try {
      return await work(one.tape);
    } finally {
      one.users -= 1;
      if (one.gone && one.users === 0) one.tape.close();
    }
  };
  const use: OpenTapes['use'] = (id, work) =>
    lend(nativeRow(engine.catalog.tape(id)).file, (tape) => {
      if (tape.which.fork === null) return work(tape, tape);
      return lend(tapeFolder(tape.workspace, { ...tape.which, fork: null }), (session) => work(tape, session));
    });
  return {
    use,
    write: (id, work) =>
      use(id, async (tape, session) => {
        await whenFree(tape);
        if (session !== tape) await whenFree(session);
        return work(tape, session);
      }),
    forget(folder) {
      for (const each of [...held.keys()])
        if (each === folder || each.startsWith(`${folder}/`) || each.startsWith(`${folder}\\`)) drop(each);
    },
    close() {
      for (const folder of [...held.keys()]) drop(folder);
    },
  };
}

/** Throws 'refused' for a tape that is not written to. */
export function nativeRow(row: TapeRow): TapeRow {
  if (row.native !== null) return row;
  const what = row.format === 'native' ? 'archived' : 'imported';
  throw new TapeError('refused', `"${row.title}" is an ${what} tape and stays as it is. To write, continue it in a new tape.`);
}

/** The id that the catalog gives to the tape in a folder. */
export function idOfFolder(folder: string): string {
  try {
    return tapeId(realpathSync(folder));
  } catch {
    return tapeId(folder);
  }
}
