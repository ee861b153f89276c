import { diskReason } from '../../../shared/rpc/disk-reasons.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { homeFailure } from '../database/failures.ts';
import { codeOf, isDamage } from '../disk/disk.ts';
import type { Opened } from './ingest.ts';
import type { Wanted } from './wanted.ts';

type Refused = Opened['refused'];

export const CANCELLED = 'Reading was cancelled partway. Open it again to continue.';

/** What is not a tape is passed over, and refused with the reason where it was named. */
export function isIgnored({ candidate, id }: Pick<Wanted, 'candidate' | 'id'>, refused: Refused): boolean {
  const reason = candidate.source.ignores({ ...candidate, known: id !== null });
  if (reason !== null && reason !== '' && candidate.named) refused.push({ path: candidate.path, reason });
  return reason !== null;
}

/** A refusal for each of the paths that has none yet: nothing was found there. */
export function emptyFolders(paths: readonly string[], refused: Refused): Refused {
  const told = new Set(refused.map(({ path }) => path));
  return paths.filter((path) => !told.has(path)).map((path) => ({ path, reason: `${path} has no logs that Tapescope reads.` }));
}

/** A failure of the database while a source is stored, which is no fault of the source; null for any other. */
export function ofTheHome(home: string, failure: unknown): TapeError | null {
  return codeOf(failure).startsWith('SQLITE_') ? homeFailure(home, failure) : null;
}

/** The refusal of one source that could not be read. Throws as `reasonOf` does. */
export function refusalOf(path: string, failure: unknown): Refused[number] {
  const likely = failure instanceof TapeError && Array.isArray(failure.details?.likely) ? failure.details.likely.map(String) : [];
  return { path, reason: reasonOf(path, failure), ...(likely.length > 0 && { likely }) };
}

/** Why one source could not be read, as a sentence. Throws what is neither a TapeError nor of the file system: a bug. */
function reasonOf(path: string, failure: unknown): string {
  if (failure instanceof TapeError) return failure.message;
  const code = codeOf(failure);
  if (!(failure instanceof Error) || code === '' || isDamage(failure)) throw failure;
  return `${path} cannot be read: ${diskReason(code) ?? `${code}, ${failure.message}`}.`;
}
