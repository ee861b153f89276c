import { dirname } from 'node:path';
import { prepared } from '../database/prepared.ts';
import type { Db } from '../database/schema.ts';
import { CAPTURED } from '../formats/abouts.ts';
import { type Request, requestsOf } from './requests.ts';

/** Finds the session of captured requests that name none. */

/** The sessions that are likeliest, by the ids of their sources: one, or several that are equally likely. */
export interface Likely {
  tapes: readonly number[];
  ids: readonly string[];
  /** One sentence: what speaks for it. */
  why: string;
}

interface Unnamed {
  tape: number;
  path: string;
  program: string | null;
  project: string;
  title: string;
  started: number | null;
  ended: number | null;
}

interface Session extends Unnamed {
  id: string;
  format: string;
  session: string | null;
}

/** Clocks of two machines differ by less. */
const SLACK = 60_000;
/** An answer may take this long: a log records when it came, a capture when it was asked for. */
const ANSWERED = 15 * 60_000;

const COLUMNS = 't.tape, s.path, t.program, t.project, t.title, t.started, t.ended';

const UNNAMED = `SELECT ${COLUMNS} FROM tapes t JOIN sources s USING (tape)
  WHERE t.located = 'capture' AND t.session IS NULL AND t.parent_file IS NULL`;

const SESSIONS = `SELECT ${COLUMNS}, s.id, s.format, t.session FROM tapes t JOIN sources s USING (tape)
  WHERE t.started <= ? AND t.ended >= ? AND t.steps > 0 AND t.copy IS NULL AND s.format NOT IN ('native', '${CAPTURED}')
  AND coalesce(t.located, 'sub-agent') IN ('sub-agent', 'fork')`;

/** Captured requests without a session that may be of a tape, by the time of both. */
export const UNNAMED_AT = `SELECT tape FROM tapes INDEXED BY tapes_unnamed WHERE located = 'capture' AND session IS NULL AND parent_file IS NULL
  AND started <= @ended + ${SLACK} AND ended >= @started - ${SLACK}`;

/** What speaks for a session, the strongest first. */
interface Signs {
  session: Session;
  /** Requests that both have, by their sizes and times. */
  shared: number;
  sameStart: boolean;
  sameFolder: boolean;
  /** The agent is known to be this one. */
  sameAgent: boolean;
}

/** The likeliest sessions of captured requests; null where the tape is none of those, or nothing speaks for any. */
export function likelyOf(db: Db, tape: number): Likely | null {
  const self = prepared<[number], Unnamed>(db, `${UNNAMED} AND t.tape = ?`).get(tape);
  if (self === undefined || self.started === null || self.ended === null) return null;
  const asked = [...requestsOf(db, tape, true)];
  const found = prepared<[number, number], Session>(db, SESSIONS)
    .all(self.ended + SLACK, self.started - SLACK)
    .filter(({ format }) => self.program === null || self.program === format)
    .map((session) => signsOf(self, session, asked, [...requestsOf(db, session.tape, true)]))
    .filter((signs) => speaks(signs));
  return best(found, asked.length) ?? ofSameRun(db, self);
}

const signsOf = (self: Unnamed, session: Session, asked: readonly Request[], logged: readonly Request[]): Signs => ({
  session,
  shared: sharedBy(asked, logged),
  sameStart: self.title !== '' && (self.title.startsWith(session.title) || session.title.startsWith(self.title)) && session.title !== '',
  sameFolder: self.project === session.project,
  sameAgent: self.program !== null,
});

/** How many requests of one have the same size in the other, at about the same time; each is taken once. */
const sharedBy = (asked: readonly Request[], logged: readonly Request[]): number => {
  const sizeOf = ({ usage }: Request): string => `${usage.input} ${usage.cacheRead} ${usage.cacheWrite}`;
  const free = Map.groupBy(
    logged.filter(({ silent }) => !silent),
    sizeOf,
  );
  return asked.filter((one) => {
    const left = one.silent ? undefined : free.get(sizeOf(one));
    const at = left?.findIndex(({ time }) => time >= one.time - SLACK && time <= one.time + ANSWERED) ?? -1;
    if (at >= 0) left?.splice(at, 1);
    return at >= 0;
  }).length;
};

/** Requests of the same sizes need one sign more, unless there are several; without any, all that is known must agree. */
const speaks = ({ shared, sameStart, sameFolder, sameAgent }: Signs): boolean =>
  shared > 1 || (shared === 1 && (sameStart || sameFolder)) || (sameAgent && sameFolder && sameStart);

const rankOf = ({ shared, sameStart, sameFolder }: Signs): number => shared * 4 + Number(sameFolder) * 2 + Number(sameStart);

const best = (found: readonly Signs[], asked: number): Likely | null => {
  const most = Math.max(...found.map(rankOf));
  const top = found.filter((signs) => rankOf(signs) === most);
  const [one] = top;
  if (one === undefined) return null;
  // Files of one session that begin alike have the same requests.
  const same = one.session.session !== null && top.every(({ session }) => session.session === one.session.session);
  const likely = same ? top.slice(0, 1) : top;
  return likelyIn(
    likely.map(({ session }) => session),
    reasonsOf(one, asked),
  );
};

const reasonsOf = ({ shared, sameStart, sameFolder, sameAgent }: Signs, asked: number): string => {
  const reasons = [
    ...(sameAgent ? ['the same agent'] : []),
    ...(sameFolder ? ['the same folder'] : []),
    'the same time',
    ...(sameStart ? ['the same first prompt'] : []),
    ...(shared > 0 ? [`${shared} of ${asked} requests have the tokens that its log recorded`] : []),
  ];
  return reasons.join(', ');
};

const likelyIn = (sessions: readonly { tape: number; id: string }[], reasons: string): Likely => ({
  tapes: sessions.map(({ tape }) => tape),
  ids: sessions.map(({ id }) => id),
  why:
    sessions.length === 1
      ? `The requests name no session. This one is inferred: ${reasons}.`
      : `The requests name no session, and ${sessions.length} are equally likely, so they are linked to none: ${reasons}.`,
});

const OF_RUN = `SELECT t.tape, s.path, p.tape AS above, p.id AS above_id, coalesce(g.parent, p.tape) AS root FROM tapes t JOIN sources s USING (tape)
  JOIN sources p ON p.tape = t.parent JOIN tapes g ON g.tape = p.tape WHERE t.located = 'capture' AND t.session IS NULL AND t.tape <> ?
  AND s.path >= ? AND s.path < ? ORDER BY t.tape`;

/** Questions aside, such as one for a title, are of the session that all else is of that one recording of an agent has. */
const ofSameRun = (db: Db, { tape, path, program }: Unnamed): Likely | null => {
  if (program === null) return null;
  const folder = dirname(path);
  const linked = prepared<[number, string, string], { root: number; above: number; above_id: string }>(db, OF_RUN).all(
    tape,
    `${folder}/`,
    `${folder}0`,
  );
  const main = linked.find(({ root, above }) => root === above);
  if (main === undefined || linked.some(({ root }) => root !== main.root)) return null;
  return likelyIn([{ tape: main.above, id: main.above_id }], 'all else of the same recording belongs to that session');
};
