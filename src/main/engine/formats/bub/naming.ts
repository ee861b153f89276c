import { createHash } from 'node:crypto';
import type { Named, Naming } from '../naming.ts';
import { bubHashes, guessBubName, LEFT_OVER, locate } from './file-names.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex').slice(0, 16);

/** The session id before what the tape is about, and after it what became of it. Says the same when asked about its own answer. */
const titled = (title: string, session: string | null, leftOver: boolean): string => {
  const parts = [session ?? '', title, leftOver ? LEFT_OVER : ''].filter((part) => part !== '');
  const [first = '', ...more] = parts;
  return more.reduce((whole, part) => {
    if (whole === part || part.startsWith(`${whole} · `)) return part;
    return whole.endsWith(` · ${part}`) ? whole : `${whole} · ${part}`;
  }, first);
};

const nameOne = (tape: Named, workspaces: ReadonlyMap<string, string>): Pick<Named, 'title' | 'project' | 'session'> => {
  const hashes = bubHashes(tape.path);
  if (!hashes) return tape;
  const session = guessBubName(null, hashes.session).session ?? tape.session;
  return {
    project: workspaces.get(hashes.workspace.slice(0, 16).toLowerCase()) ?? `workspace ${hashes.workspace.slice(0, 8)}`,
    title: titled(tape.title, session, locate(tape.path).title === LEFT_OVER),
    session,
  };
};

/** Bub names a tape after hashes of its workspace, as the folder that a link leads to, and of its session. */
export const naming: Naming = {
  name(tapes, folders) {
    const workspaces = new Map(folders.flatMap(({ folder, real }) => [folder, real].map((name) => [md5(name), folder])));
    return tapes.map((tape) => nameOne(tape, workspaces));
  },
};
