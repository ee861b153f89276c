import type { Database as Db } from 'better-sqlite3';
import type { TextBy } from '../../../shared/model/float.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { type ChangeKind, type Touched, touch } from './changes.ts';
import type { Float } from './float.ts';
import { requireFolder } from './known.ts';
import { folderPath } from './paths.ts';
import { prepared } from './prepared.ts';

interface Texts {
  description: string | null;
  descriptionBy: TextBy | null;
  content: string | null;
  contentBy: TextBy | null;
}

export interface Described {
  /** null or an empty text takes it away; what is left out stays. */
  description?: string | null;
  content?: string | null;
  by: TextBy;
  model?: string;
  /** The folder's `own_hash` when its files were read for this; left out, it is as new as the last scan. */
  madeFrom?: string;
}

const TEXTS = `SELECT description, description_by AS descriptionBy, content_md AS content, content_by AS contentBy FROM folders WHERE path = ?`;
const STORE = `UPDATE folders SET description = @description, description_by = @descriptionBy, content_md = @content, content_by = @contentBy,
  ai_model = coalesce(@model, ai_model),
  text_hash = CASE WHEN @worded THEN coalesce(@madeFrom, own_hash) ELSE text_hash END, updated_at = @at WHERE path = @path`;

/**
 * Writes what a folder is about. A person's text gives way to a person only: what a model or an extraction says then is left aside.
 * Answers the folders whose contexts are stale now. Throws 'not-found'.
 */
export function describeFolder(float: Float, folder: string, given: Described): string[] {
  const at = float.now();
  return float.db.transaction(() => touch(float.db, describeIn(float.db, folderPath(folder), given, at), at)).immediate();
}

/** The same in a transaction that continues: what it answers is to be touched in it. */
export function describeIn(db: Db, path: string, given: Described, at: number): Touched[] {
  requireFolder(db, path);
  const before = prepared(db, TEXTS).get(path) as Texts;
  const [description, descriptionBy] = settle(before.description, before.descriptionBy, given.description, given.by);
  const [content, contentBy] = settle(before.content, before.contentBy, given.content, given.by);
  const kept = before.descriptionBy === 'person' && given.by !== 'person';
  const worded = given.description !== undefined && !kept ? 1 : 0;
  const texts = { description, descriptionBy, content, contentBy, model: given.model ?? null };
  prepared(db, STORE).run({ ...texts, worded, madeFrom: given.madeFrom ?? null, at, path });
  const kinds: ChangeKind[] = [];
  if (description !== before.description) kinds.push('description');
  if (content !== before.content) kinds.push('content');
  return (kinds.length === 0 ? (['file'] as const) : kinds).map((kind) => ({ path, kind }));
}

const settle = (
  text: string | null,
  by: TextBy | null,
  given: string | null | undefined,
  givenBy: TextBy,
): [string | null, TextBy | null] => {
  if (given === undefined || (by === 'person' && givenBy !== 'person')) return [text, by];
  const clean = given?.trim() ?? '';
  return clean === '' ? [null, null] : [clean, givenBy];
};

/** Makes a folder a scope, or none, and gives it a boot text: null takes that away, undefined leaves it. Answers as `describeFolder` does. */
export function setScope(float: Float, folder: string, isScope: boolean, boot?: string | null): string[] {
  const path = folderPath(folder);
  const at = float.now();
  return float.db
    .transaction(() => {
      requireFolder(float.db, path);
      const before = prepared(float.db, 'SELECT is_scope, scope_boot FROM folders WHERE path = ?').get(path) as {
        is_scope: number;
        scope_boot: string | null;
      };
      const after = boot === undefined ? before.scope_boot : boot?.trim() || null;
      prepared(float.db, 'UPDATE folders SET is_scope = ?, scope_boot = ?, updated_at = ? WHERE path = ?').run(
        isScope ? 1 : 0,
        after,
        at,
        path,
      );
      const kinds: ChangeKind[] = ['file'];
      if (isScope !== (before.is_scope === 1)) kinds.push('scope');
      if (after !== before.scope_boot) kinds.push('boot');
      return touch(
        float.db,
        kinds.map((kind) => ({ path, kind })),
        at,
      );
    })
    .immediate();
}

const LINK = `INSERT INTO "references" VALUES (?, ?, ?, ?, ?) ON CONFLICT(source_path, target_path, origin) DO UPDATE SET why = excluded.why`;

/** Says that `to` matters to `from`. Answers as `describeFolder` does. Throws 'not-found', and 'bad-input' for a folder and itself. */
export function link(float: Float, from: string, to: string, why: string | null = null, origin: 'given' | 'inferred' = 'given'): string[] {
  const [source, target] = [folderPath(from), folderPath(to)];
  if (source === target) throw new TapeError('bad-input', `The folder ${source} cannot refer to itself.`);
  const at = float.now();
  return float.db
    .transaction(() => {
      for (const path of [source, target]) requireFolder(float.db, path);
      prepared(float.db, LINK).run(source, target, origin, why?.trim() || null, at);
      return touch(float.db, [{ path: source, kind: 'reference' }], at);
    })
    .immediate();
}

/** Takes given references back; inferred ones come and go with what they were inferred from. Throws 'not-found' where there is none. */
export function unlink(float: Float, from: string, to: string): string[] {
  const [source, target] = [folderPath(from), folderPath(to)];
  const at = float.now();
  return float.db
    .transaction(() => {
      const { changes } = prepared(float.db, `DELETE FROM "references" WHERE source_path = ? AND target_path = ? AND origin = 'given'`).run(
        source,
        target,
      );
      if (changes === 0) throw new TapeError('not-found', `${source} has no link to ${target} that somebody made.`);
      return touch(float.db, [{ path: source, kind: 'reference' }], at);
    })
    .immediate();
}
