import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { type ChangeKind, touch } from './changes.ts';
import type { Float } from './float.ts';
import { requireFolder } from './known.ts';
import { carryTo } from './moves.ts';
import { folderPath } from './paths.ts';
import { prepared } from './prepared.ts';

export interface MovedTexts {
  moved: { from: string; to: string }[];
  /** Folders below that are not there under the new name, or that somebody described there: what was written about them stays where it is. */
  left: string[];
  stale: string[];
}

const BELOW = "SELECT path FROM folders WHERE path = @path OR (path > @path || '/' AND path < @path || '0') ORDER BY path";
const FREE = `SELECT 1 FROM folders WHERE path = ? AND gone_at IS NULL AND coalesce(description_by, 'extracted') = 'extracted'
  AND coalesce(content_by, 'extracted') = 'extracted' AND scope_boot IS NULL AND is_scope = 0`;

/** All that a moved text may reach. */
const KINDS: readonly ChangeKind[] = ['description', 'content', 'scope', 'boot', 'decision', 'marked-decision', 'reference'];

/**
 * Takes what people and models wrote about a folder that was renamed, and about those in it, to its new name: texts, scopes, decisions,
 * references. Both names are those of the last scan. Throws 'not-found', and 'refused' where the old folder is still there or the new one has texts of its own.
 */
export function moveTexts(float: Float, old: string, name: string): MovedTexts {
  const { db } = float;
  const [from, to] = [folderPath(old), folderPath(name)];
  const at = float.now();
  return db
    .transaction((): MovedTexts => {
      requireFolder(db, to);
      const rows = prepared(db, BELOW).pluck().all({ path: from }) as string[];
      if (!rows.includes(from)) throw new TapeError('not-found', `Nobody wrote anything about ${from} that could be moved.`);
      if (prepared(db, 'SELECT 1 FROM folders WHERE path = ? AND gone_at IS NULL').get(from) !== undefined)
        throw new TapeError('refused', `${from} is still there: rename the folder itself, then float scan, then float move.`);
      if (prepared(db, FREE).get(to) === undefined) throw new TapeError('refused', `${to} has texts of its own already.`);
      const targets = rows.map((path) => ({ from: path, to: to + path.slice(from.length) }));
      const free = targets.filter((target) => prepared(db, FREE).get(target.to) !== undefined);
      const moved = free.map((target) => carryTo(db, target.from, target.to));
      const touched = moved.flatMap((move) => [
        ...KINDS.map((kind) => ({ path: move.to, kind })),
        ...move.referring.map((path) => ({ path, kind: 'reference' as const })),
      ]);
      return {
        moved: free,
        left: targets.filter((target) => !free.includes(target)).map((target) => target.from),
        stale: touch(db, touched, at),
      };
    })
    .immediate();
}
