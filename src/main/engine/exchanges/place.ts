import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Tapes of captured requests. What was captured is in a file or a folder, with the requests of any number of conversations; the path of one conversation
 * is that of the file or folder with a name after it, as if it were in there: `bodies/1a2b3c4d5e6f.requests`. A place in it is the number of a request.
 */
const ENDING = '.requests';

/** A conversation among captured requests. */
export interface ThreadAt {
  /** The file or folder that holds it. */
  container: string;
  key: string;
}

/** The conversation that a path means; null for any path that means none. */
export function threadAt(path: string): ThreadAt | null {
  if (!path.endsWith(ENDING)) return null;
  const container = dirname(path);
  return existsSync(container) && !existsSync(path) ? { container, key: basename(path, ENDING) } : null;
}

/** The path of a conversation. */
export function threadPath({ container, key }: ThreadAt): string {
  return join(container, `${key}${ENDING}`);
}
