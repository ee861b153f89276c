import { basename, dirname, join, sep } from 'node:path';
import type { Relation } from '../../../shared/model/index.ts';
import { promptHash } from '../bytes/ids.ts';
import { NUMBER, WORD } from '../database/prepared.ts';
import { type Db, PAGES } from '../database/schema.ts';
import { sealText, unsealText } from '../database/seal.ts';
import { createToolIndex } from '../linking/tool-index.ts';
import { PAGE } from '../pages/columns.ts';
import { type EntryText, emptyEntryText } from '../pages/rows.ts';
import { settleCopied } from './copied.ts';
import { likelyOf, UNNAMED_AT } from './likely.ts';

interface Relative {
  tape: number;
  path: string;
  session: string | null;
  agent: string | null;
  parent_session: string | null;
  parent_file: string | null;
  archived: string | null;
  prompt: string | null;
  located: Relation | null;
  parent: number | null;
  relation: Relation | null;
  caller: number | null;
  merged: number | null;
  likely: string | null;
  started: number | null;
  ended: number | null;
}

interface Kin {
  parent: number | null;
  relation: Relation | null;
  caller: number | null;
  /** The merge of a fork in its parent. */
  merged?: number | null;
  /** The likeliest sessions of captures that name none: `Likely` (likely.ts). */
  likely?: string | null;
}

/** First prompt of files that only warm a cache. */
const WARMUP = 'Warmup';

const RELATIVE = `SELECT t.tape, s.path, t.session, t.agent, t.parent_session, t.parent_file, t.archived, t.prompt, t.located, t.parent, t.relation,
  t.caller, t.merged, t.likely, t.started, t.ended FROM tapes t JOIN sources s USING (tape)`;

/**
 * What the place of an agent or a sidecar of the same session depends on where the tape is an agent itself: nothing, once it hangs on the session's own
 * tape. Forks name the one they are from among all of a session.
 */
const OPEN = `(@agent IS NULL OR t.parent IS NULL OR t.located = 'fork' OR (SELECT agent FROM tapes WHERE tape = t.parent) IS NOT NULL)`;

/** Agents and sidecars that may belong to a tape: those it names, and those of its session. Some are found twice. */
const CHILDREN = `SELECT tape FROM tapes WHERE parent = @tape
  UNION ALL SELECT tape FROM tapes WHERE agent IN (SELECT agent FROM spawns WHERE tape = @tape)
  UNION ALL SELECT tape FROM tapes t WHERE parent_session = @session AND caller IS NULL AND ${OPEN}
  UNION ALL SELECT tape FROM tapes t WHERE session = @session AND agent IS NOT NULL AND caller IS NULL AND ${OPEN}
  UNION ALL SELECT tape FROM tapes WHERE @agent IS NULL AND session = @session
    AND parent IN (SELECT tape FROM tapes WHERE session = @session AND agent IS NULL AND tape <> @tape)
  UNION ALL SELECT tape FROM tapes WHERE @located IS NOT 'capture' AND session = @session AND located = 'capture'
    AND (@agent IS NULL OR parent IS NULL)
  UNION ALL SELECT tape FROM tapes WHERE parent_file = @path
  UNION ALL SELECT tape FROM (${UNNAMED_AT})`;

/** Nothing hangs on what was captured of a session: it hangs on the log of that. */
const LOGGED = "located IS NOT 'capture'";

const kept = new WeakMap<Db, Statements>();

const statementsOf = (db: Db): Statements => {
  const known = kept.get(db) ?? statements(db);
  kept.set(db, known);
  return known;
};

const statements = (db: Db) => ({
  one: db.prepare<[number], Relative>(`${RELATIVE} WHERE t.tape = ${NUMBER}`),
  children: db.prepare<Pick<Relative, 'tape' | 'session' | 'agent' | 'path' | 'located' | 'started' | 'ended'>, number>(CHILDREN).pluck(),
  // A copy of a session names the agents of the session too, and must not take them from it.
  spawns: db.prepare<[string], { tape: number; path: string; call: string; session: string | null; copy: number }>(
    `SELECT p.tape, s.path, p.call, t.session, coalesce(t.located, '') IN ('compaction-copy', 'aside') AS copy
       FROM spawns p JOIN tapes t USING (tape) JOIN sources s USING (tape) WHERE p.agent = ${WORD}
       ORDER BY copy, s.path NOT LIKE '%' || t.session || '.jsonl', p.tape`,
  ),
  sessions: db.prepare<[string], { tape: number; path: string }>(
    `SELECT tape, path FROM tapes JOIN sources USING (tape) WHERE session = ${WORD} AND agent IS NULL AND ${LOGGED} ORDER BY tape`,
  ),
  threads: db.prepare<[string], { tape: number; path: string }>(
    `SELECT tape, path FROM tapes JOIN sources USING (tape) WHERE session = ${WORD} AND ${LOGGED} ORDER BY tape`,
  ),
  prompts: db.prepare<[string], { tape: number; seq: number }>('SELECT tape, seq FROM prompts WHERE hash = ? ORDER BY tape, seq'),
  taken: db.prepare<[number, number, number], number>('SELECT count(*) FROM tapes WHERE parent = ? AND caller = ? AND tape <> ?').pluck(),
  path: db.prepare<[string], number>('SELECT tape FROM sources WHERE path = ?').pluck(),
  archives: db.prepare<[], { tape: number; path: string; archived: string }>(
    'SELECT tape, path, archived FROM tapes JOIN sources USING (tape) WHERE archived IS NOT NULL',
  ),
  callers: createCallers(db),
  forked: db
    .prepare<[number, string], number>("SELECT seq FROM marks WHERE tape = ? AND type = 'fork' AND label = ? ORDER BY seq DESC")
    .pluck(),
  merged: db
    .prepare<[number, string], number>(
      "SELECT m.seq FROM marks m, json_each(m.forks) AS fork WHERE m.tape = ? AND m.type = 'merge' AND fork.value = ?",
    )
    .pluck(),
  set: db.prepare(
    'UPDATE tapes SET parent = @parent, relation = @relation, caller = @caller, merged = @merged, likely = @likely WHERE tape = @tape',
  ),
});

const NO_CALLS = sealText(JSON.stringify(emptyEntryText()));

/** The entry that issues a call; null where the tape has none. */
const createCallers = (db: Db) => {
  const index = createToolIndex(db);
  const text = db.prepare<[number], string>('SELECT text FROM entry_pages WHERE id = ?').pluck();
  return (tape: number, call: string): number | null => {
    const issues = (seq: number): boolean => {
      const { calls } = JSON.parse(unsealText(text.get(tape * PAGES + Math.floor((seq - 1) / PAGE)) ?? NO_CALLS)) as EntryText;
      return calls.rows.some((row, at) => row === (seq - 1) % PAGE && calls.ids[at] === call);
    };
    return index.seqs(tape, call).find(issues) ?? null;
  };
};

type Statements = ReturnType<typeof statements>;

/**
 * Links tapes that have changed to the tapes they were made from, and to those made from them, whichever arrived first.
 * Answers the tapes of which the relation changed, or what of them was copied.
 */
export function relate(db: Db, changed: readonly number[]): number[] {
  const sql = statementsOf(db);
  const look = new Set<number>();
  for (const tape of changed) {
    const self = sql.one.get(tape);
    if (!self) continue;
    look.add(tape);
    for (const child of sql.children.all(self).sort((a, b) => a - b)) look.add(child);
    for (const file of archiveFiles(self.path, self.archived)) {
      const archive = sql.path.get(file);
      if (archive !== undefined) look.add(archive);
    }
  }
  const settle = (): number[] => {
    const moved = [...look].filter((tape) => place(db, sql, tape));
    // What else one recording has hangs on what was found of it.
    moved.push(...[...look].filter((tape) => !moved.includes(tape) && place(db, sql, tape)));
    // A tape that hangs elsewhere now is of another session.
    return [...new Set([...moved, ...settleCopied(db, [...new Set([...changed, ...moved])])])];
  };
  return db.transaction(settle).immediate();
}

/** Finds the place of one tape; true where it is another than before. */
const place = (db: Db, sql: Statements, tape: number): boolean => {
  const self = sql.one.get(tape);
  if (!self) return false;
  const kin = kinOf(db, sql, self);
  const { merged = null, likely = null } = kin;
  const same = kin.parent === self.parent && kin.relation === self.relation && kin.caller === self.caller && merged === self.merged;
  if (same && likely === self.likely) return false;
  sql.set.run({ tape, ...kin, merged, likely });
  return true;
};

const kinOf = (db: Db, sql: Statements, self: Relative): Kin => {
  if (self.located === 'archive') return { parent: archiveOf(sql, self), relation: 'archive', caller: null };
  if (self.located === 'spill') return { parent: fileOf(sql, self), relation: 'spill', caller: null };
  if (self.located === 'fork') return forkOf(sql, self);
  if (self.located === 'capture') return captureOf(db, sql, self);
  if (self.agent === null && self.located !== 'sub-agent') return { parent: null, relation: null, caller: null };
  const session = sessionOf(sql, self);
  if (self.located === 'compaction-copy' || self.located === 'aside') return { parent: session, relation: self.located, caller: null };
  if (self.prompt !== null && self.prompt === promptHash(WARMUP)) return { parent: session, relation: 'warmup', caller: null };
  return { relation: 'sub-agent', ...(bySpawn(sql, self) ?? byPrompt(sql, self, session) ?? { parent: session, caller: null }) };
};

/** A fork of a native tape is in a folder of its session; the session's events tell when it began and that it was merged. Other forks name their source. */
const forkOf = (sql: Statements, self: Relative): Kin => {
  const parent = fileOf(sql, self) ?? sourceOf(sql, self);
  const name = basename(self.path);
  const event = (find: Statements['forked']): number | null => (parent === null ? null : (find.get(parent, name) ?? null));
  return { parent, relation: 'fork', caller: event(sql.forked), merged: event(sql.merged) };
};

/**
 * What was captured hangs on the tape that whoever captured it names, or on the log of its session; where it names neither, on the session that is
 * likeliest. Without one it is a tape of its own.
 */
const captureOf = (db: Db, sql: Statements, self: Relative): Kin => {
  const named = fileOf(sql, self) ?? sessionOf(sql, self) ?? othersOf(sql.threads, self, self.session)[0]?.tape ?? null;
  const likely = named === null ? likelyOf(db, self.tape) : null;
  const parent = named ?? (likely?.tapes.length === 1 ? (likely.tapes[0] ?? null) : null);
  return { parent, relation: parent === null ? null : 'capture', caller: null, likely: likely && JSON.stringify(likely) };
};

/** The tape that names this agent next to a call. Ids are short, so one of the same session comes first. */
const bySpawn = (sql: Statements, self: Relative): { parent: number; caller: number | null } | null => {
  if (self.agent === null) return null;
  const all = sql.spawns.all(self.agent).filter(({ tape }) => tape !== self.tape);
  const own = all.filter(({ session }) => session !== null && (session === self.session || session === self.parent_session));
  const near = nearest(self, own.length > 0 || self.session !== null ? own : all);
  const found = near.find(({ copy }) => copy === 0) ?? near[0];
  return found ? { parent: found.tape, caller: sql.callers(found.tape, found.call) } : null;
};

/** The tape whose own folder a file is in comes first, then those next to it: a session that was copied to another folder took its agents along. */
const nearest = <T extends { path: string }>(self: Relative, tapes: readonly T[]): T[] => {
  const distance = ({ path }: T): number => {
    if (self.path.startsWith(`${path.replace(/\.jsonl$/, '')}${sep}`)) return 0;
    return dirname(self.path) === dirname(path) ? 1 : 2;
  };
  return tapes.toSorted((a, b) => distance(a) - distance(b));
};

/** The tape of the session this one belongs to: by the folder it is in, else by the session its lines name. */
const sessionOf = (sql: Statements, self: Relative): number | null => {
  for (const session of [self.parent_session, self.session]) {
    const all = nearest(self, othersOf(sql.sessions, self, session));
    const named = all.find(({ path }) => basename(path) === `${session}.jsonl`);
    const found = named ?? all[0];
    if (found) return found.tape;
  }
  // What a sub-agent starts names it as its session, where each of them has one.
  const agents = self.parent_session === self.session ? [] : othersOf(sql.threads, self, self.parent_session);
  return agents[0]?.tape ?? null;
};

/**
 * The tape of the session that a fork names. One session may be in several files: where the fork names one of them, it is that one, and never
 * another of its own session.
 */
const sourceOf = (sql: Statements, self: Relative): number | null => {
  const all = nearest(self, othersOf(sql.threads, self, self.parent_session));
  const wanted = self.parent_file;
  const named = wanted === null ? undefined : all.find(({ path }) => stemOf(path).endsWith(stemOf(wanted)));
  return (named ?? (wanted !== null && self.parent_session === self.session ? undefined : all[0]))?.tape ?? null;
};

/** The name of a file without its endings, whichever system its path is from. */
const stemOf = (path: string): string => (path.split(/[\\/]/).at(-1) ?? '').replace(/\.jsonl(?:\.zst)?$/, '');

const othersOf = (sessions: Statements['sessions'], { tape: own }: Relative, session: string | null): { tape: number; path: string }[] =>
  session === null ? [] : sessions.all(session).filter(({ tape }) => tape !== own);

/** The last resort: a call whose prompt is this tape's first one, in its session if that is known. */
const byPrompt = (sql: Statements, self: Relative, session: number | null): { parent: number; caller: number } | null => {
  if (self.prompt === null) return null;
  const all = sql.prompts.all(self.prompt).filter(({ tape }) => tape !== self.tape);
  const own = session === null ? all : all.filter(({ tape }) => tape === session);
  if (session === null && new Set(own.map(({ tape }) => tape)).size > 1) return null;
  const found = own.find(({ tape, seq }) => (sql.taken.get(tape, seq, self.tape) ?? 0) === 0);
  return found ? { parent: found.tape, caller: found.seq } : null;
};

const fileOf = (sql: Statements, self: Relative): number | null =>
  self.parent_file === null ? null : (sql.path.get(self.parent_file) ?? null);

/** Where an archive that a tape names may be: where it says, or next to the tape when all was moved. */
const archiveFiles = (path: string, archived: string | null): string[] =>
  archived === null ? [] : [archived, join(dirname(path), basename(archived.replaceAll('\\', '/')))];

/** The tape that continues an archive: the one that names it, so that archives of archives form a chain; else the tape of its name. */
const archiveOf = (sql: Statements, self: Relative): number | null => {
  const namer = sql.archives
    .all()
    .find(({ tape, path, archived }) => tape !== self.tape && archiveFiles(path, archived).includes(self.path));
  return namer?.tape ?? fileOf(sql, self);
};
