import { accessSync, closeSync, constants, fchmodSync, fstatSync } from 'node:fs';
import { join } from 'node:path';
import { cutBack, openPlain, writeAll } from '../disk/disk.ts';
import { makePath } from '../disk/make-path.ts';
import { digest } from '../formats/digest.ts';
import type { Received } from './records.ts';

/** Files to which what arrives is appended: one for each conversation, or for each trace that names none. */
export interface Spool {
  /** Appends whole lines; answers the files that they went to. Throws what the disk says; then nothing of the last file was kept. */
  append(records: readonly Received[]): string[];
}

/** Traces whose conversation is remembered, and as many before them: spans of one that name none go where the others went. */
const REMEMBERED = 10_000;

/** Opens the folder, which is made for its owner alone where it is not there. Throws what the disk says, also where nothing may be written there. */
export function openSpool(folder: string): Spool {
  makePath(folder, 0o700);
  accessSync(folder, constants.W_OK | constants.X_OK);
  let places = new Map<string, string>();
  let before = places;
  const remember = (trace: string, name: string): void => {
    if (places.size >= REMEMBERED) [before, places] = [places, new Map()];
    places.set(trace, name);
  };
  const placeOf = ({ trace, session }: Received): string => {
    const known = trace === null ? undefined : (places.get(trace) ?? before.get(trace));
    const name = known ?? fileOf(trace, session);
    if (trace !== null && known === undefined) remember(trace, name);
    return name;
  };
  return {
    append(records) {
      // A conversation may be named by a later span of the same request than the first one.
      for (const record of records) if (record.session !== null) placeOf(record);
      const files = Map.groupBy(records, placeOf);
      return [...files].map(([name, lines]) => write(join(folder, name), lines));
    },
  };
}

const SAFE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** The id itself where it makes a name on any disk; else its digest. Ids that differ in case alone share no file. */
const nameOf = (id: string): string => (SAFE.test(id) && id === id.toLowerCase() ? id : digest(id).slice(0, 32));

/** The file of a conversation, or of a trace that names none. */
export function fileOf(trace: string | null, session: string | null): string {
  return session === null ? `trace-${nameOf(trace ?? 'none')}.jsonl` : `session-${nameOf(session)}.jsonl`;
}

/** Appends lines to a file of its own, whole or not at all. Throws ELOOP for a link. */
function write(path: string, records: readonly Received[]): string {
  const bytes = Buffer.from(records.map(({ line }) => `${JSON.stringify(line)}\n`).join(''));
  const file = openPlain(path, 'append');
  const { size } = fstatSync(file);
  try {
    if (size === 0) fchmodSync(file, 0o600);
    writeAll(file, bytes);
  } catch (failure) {
    cutBack(path, size);
    throw failure;
  } finally {
    closeSync(file);
  }
  return path;
}
