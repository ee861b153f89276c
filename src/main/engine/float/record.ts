import { deflateSync, inflateSync } from 'node:zlib';
import type { Database as Db } from 'better-sqlite3';
import type { FloatBuild, FloatDependency, Tier } from '../../../shared/model/float.ts';
import { TIERS } from '../../../shared/model/float-kinds.ts';
import { digestOf, readContext, removeContext, type Stamp } from './context-files.ts';
import type { Float } from './float.ts';
import { countLack } from './meta.ts';
import { prepared } from './prepared.ts';

/** The newest build of one file. */
export interface Built {
  path: string;
  tier: Tier;
  file: string;
  hash: string;
  digest: string;
  tokens: number;
  builtAt: number;
  staleAt: number | null;
}

const BUILT =
  'SELECT path, tier, file, context_hash AS hash, digest, tokens, context_built_at AS builtAt, stale_at AS staleAt FROM contexts';

export function builtOf(db: Db, path: string): Built[] {
  return prepared(db, `${BUILT} WHERE path = ?`).all(path) as Built[];
}

export function allBuilt(db: Db): Built[] {
  return prepared(db, `${BUILT} ORDER BY path, tier`).all() as Built[];
}

/** Tiers that were built for anything are wanted for all folders. `otherwise` is the answer where nothing was built. */
export function tiersInUse(db: Db, otherwise: readonly Tier[] = TIERS): readonly Tier[] {
  const used = TIERS.filter((tier) => prepared(db, 'SELECT 1 FROM contexts WHERE tier = ? LIMIT 1').get(tier) !== undefined);
  return used.length === 0 ? otherwise : used;
}

const UPSERT = `INSERT INTO contexts VALUES (?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?) ON CONFLICT(path, tier) DO UPDATE SET file = excluded.file,
  context_hash = excluded.context_hash, digest = excluded.digest, tokens = excluded.tokens, context_built_at = excluded.context_built_at,
  stale_at = NULL, size = excluded.size, mtime = excluded.mtime, ctime = excluded.ctime`;

interface New {
  tier: Tier;
  file: string;
  contextHash: string;
  digest: string;
  tokens: number;
}

export function recordBuilt(db: Db, path: string, { tier, file, contextHash, digest, tokens }: New, at: number, stamp: Stamp): void {
  prepared(db, UPSERT).run(path, tier, file, contextHash, digest, tokens, at, stamp.size, stamp.mtime, stamp.ctime);
}

export function clearMark(db: Db, { path, tier }: Built): void {
  prepared(db, 'UPDATE contexts SET stale_at = NULL WHERE path = ? AND tier = ?').run(path, tier);
}

/** Older builds whose text is kept, for each file. */
const KEPT_TEXTS = 5;

/** The text of a build, deflated; null where it no longer is on disk as it was written. */
export function textOf(float: Float, built: Built): Uint8Array | null {
  const text = readContext(float, built.file);
  return text !== null && digestOf(text) === built.digest ? deflateSync(text) : null;
}

/**
 * Keeps a build that is about to be replaced: when it was current, and its text. One of the same bytes is not kept: its successor is the
 * same but for the time.
 */
export function keepBuilt(db: Db, built: Built, body: Uint8Array | null, at: number): void {
  prepared(
    db,
    'INSERT INTO context_history (path, tier, context_hash, digest, tokens, context_built_at, stale_at, replaced_at, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  ).run(built.path, built.tier, built.hash, built.digest, built.tokens, built.builtAt, built.staleAt, at, body);
  prepared(
    db,
    `UPDATE context_history SET body = NULL WHERE body IS NOT NULL AND path = @path AND tier = @tier AND id <=
      (SELECT id FROM context_history WHERE path = @path AND tier = @tier ORDER BY id DESC LIMIT 1 OFFSET ${KEPT_TEXTS})`,
  ).run({ path: built.path, tier: built.tier });
}

/** Removes the file and rows of a folder that is gone; its older builds stay, for who asks what was read at the time. */
export function forgetBuilt(float: Float, built: Built, at: number): void {
  keepBuilt(float.db, built, textOf(float, built), at);
  removeContext(float, built.file);
  countLack(float.db);
  prepared(float.db, 'DELETE FROM contexts WHERE path = ? AND tier = ?').run(built.path, built.tier);
  prepared(float.db, 'DELETE FROM context_dependencies WHERE context_path = ?').run(built.path);
}

const DEPENDENCIES = `SELECT context_path AS context, depends_on_path AS "on", depends_on_type AS type, depends_on_id AS id
  FROM context_dependencies WHERE context_path = ? ORDER BY depends_on_path, depends_on_type, depends_on_id`;

const storedDependencies = (db: Db, path: string): FloatDependency[] => prepared(db, DEPENDENCIES).all(path) as FloatDependency[];

export interface DependencyDelta {
  gone: FloatDependency[];
  fresh: FloatDependency[];
}

/** What is to be written. Most builds depend on what the build before did: nothing is written then. */
export function dependencyDelta(db: Db, path: string, dependencies: readonly FloatDependency[]): DependencyDelta {
  const keyOf = ({ on, type, id }: FloatDependency): string => `${on}\0${type}\0${id}`;
  const wanted = new Map(dependencies.map((one) => [keyOf(one), one]));
  const gone = storedDependencies(db, path).filter((old) => !wanted.delete(keyOf(old)));
  return { gone, fresh: [...wanted.values()] };
}

const DROP =
  'DELETE FROM context_dependencies WHERE context_path = ? AND depends_on_path = ? AND depends_on_type = ? AND depends_on_id = ?';

export function storeDelta(db: Db, path: string, { gone, fresh }: DependencyDelta): void {
  for (const { on, type, id } of gone) prepared(db, DROP).run(path, on, type, id);
  for (const { on, type, id } of fresh) prepared(db, 'INSERT INTO context_dependencies VALUES (?, ?, ?, ?)').run(path, on, type, id);
}

const HISTORY = `SELECT path, tier, context_hash AS contextHash, digest, tokens, context_built_at AS builtAt, stale_at AS staleAt, replaced_at AS replacedAt
  FROM context_history WHERE path = @path AND tier = @tier`;
const NEWEST = `SELECT path, tier, context_hash AS contextHash, digest, tokens, context_built_at AS builtAt, stale_at AS staleAt, NULL AS replacedAt
  FROM contexts WHERE path = @path AND tier = @tier`;

/** Builds of one file that differ, the newest first. At a time t it was the last with builtAt <= t, stale where staleAt <= t. */
export function listBuilds({ db }: Float, path: string, tier: Tier): FloatBuild[] {
  return prepared(db, `${NEWEST} UNION ALL ${HISTORY} ORDER BY builtAt DESC`).all({ path, tier }) as FloatBuild[];
}

/** The text of an older build; null where it is no longer kept. The newest is the file itself. */
export function readBuild({ db }: Float, path: string, tier: Tier, digest: string): string | null {
  const find = 'SELECT body FROM context_history WHERE path = ? AND tier = ? AND digest = ? AND body IS NOT NULL ORDER BY id DESC LIMIT 1';
  const body = prepared(db, find).pluck().get(path, tier, digest) as Buffer | undefined;
  return body === undefined ? null : inflateSync(body).toString('utf8');
}
