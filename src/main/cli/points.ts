import { existsSync } from 'node:fs';
import type { CompareInput, Policy, TapeRow } from '../../shared/model/index.ts';
import type { Place } from '../../shared/model/place.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { type Point, type PointText, pointIn, readPoint, refNamed, refPoint } from '../engine/graph/point.ts';
import type { Given } from './command.ts';
import { namedTape, nativeNamed } from './named.ts';
import { policyLine } from './options.ts';
import { indexedFor } from './scope.ts';
import type { Session } from './session.ts';

/** A point of the command line: `FILE|ID`, with `@STEP`, `@next`, `@after:ENTRY`, `#ENTRY` or `@REF` after it, or the name of a ref. */
export interface NamedPoint extends Point {
  row: TapeRow;
}

/** A tape, and the place in it that a text names; null where it names the tape alone. */
interface TapeAt {
  row: TapeRow;
  point: Point | null;
  /** What follows the name of the tape; null for a ref as well. */
  at: PointText['at'];
}

/** Throws TapeError('bad-input' or 'not-found') with a sentence. */
const tapeAt = async (session: Session, text: string): Promise<TapeAt> => {
  const { name, at } = readPoint(text, existsSync);
  const { items: refs } = await session.call('refs.list', {});
  const ref = at === null && !existsSync(name) ? refNamed(name, refs) : null;
  // By its file, so that a ref finds its tape again in a catalog that was rebuilt.
  const own = ref === null && !existsSync(name) && !isWholeId(session, name) ? await nativeNamed(name) : null;
  const row = await session.tape(own ?? (ref === null ? name : existsSync(ref.file) ? ref.file : ref.tape));
  const { catalog } = session.engine;
  if (ref !== null) return { row, at, point: refPoint(catalog, row, ref) };
  return { row, at, point: at === null ? null : pointIn(catalog, row, at, refs) };
};

/** No fork is asked for by the id of a tape, so nobody has to look for the workspace of this directory. */
const isWholeId = ({ engine }: Session, name: string): boolean => {
  if (!/^[\da-f]{12}$/.test(name)) return false;
  try {
    return engine.catalog.tape(name).id === name;
  } catch {
    // Whoever opens it says why it cannot be had.
    return false;
  }
};

/** Throws as `tapeAt` does. */
export async function pointOf(session: Session, text: string): Promise<NamedPoint> {
  const { row, point } = await tapeAt(session, text);
  return { ...(point ?? pointIn(session.engine.catalog, row, null, [])), row };
}

/** The tape that a command is about, and the place in it where one is named; without an operand the native tape of this directory. */
export async function namedAt(session: Session, given: Given): Promise<TapeAt> {
  const name = await namedTape(given);
  const cut = given.operands[0] === undefined ? null : cutPolicy(name);
  if (cut) throw new TapeError('bad-input', `Only tape diff takes a policy after a point. Elsewhere use --policy ${cut.policy}.`);
  return given.operands[0] === undefined ? { row: await session.tape(name), point: null, at: null } : tapeAt(session, name);
}

/** The same for a command that is about a tape as a whole: a ref means its tape, and a place after a tape is refused. */
export async function wholeTape(session: Session, given: Given, command: string): Promise<TapeRow> {
  const { row, at } = await namedAt(session, given);
  if (at === null) return row;
  throw new TapeError('bad-input', `tape ${command} is about a whole tape: leave out ${spelled(at)}.`);
}

const spelled = (at: NonNullable<PointText['at']>): string => {
  if (at.type === 'next') return '@next';
  if (at.type === 'ref') return `@${at.name}`;
  if (at.type === 'entry') return `#${at.number}`;
  return at.type === 'after' ? `@after:${at.number}` : `@${at.number === -1 ? 'last' : at.number}`;
};

/** The step of a point. Throws TapeError('bad-input') where nothing was asked of a model up to there. */
export function stepIn({ seq, step, asked }: Point, wanted: string): number {
  if (asked) throw new TapeError('bad-input', `The next request is not a step: there is no ${wanted}.`);
  if (step !== null) return step;
  throw new TapeError('bad-input', `There is no request up to entry ${seq}: there is no ${wanted}.`);
}

/** The request that a point means: its step, or one that was not made. Throws as `stepIn` does. */
export function placeIn(point: Point, wanted: string): Place {
  return point.asked ?? { step: stepIn(point, wanted) };
}

/** A point with the step and the policy of a view after it: `ID@12:full`, `ID@12:compact:8000`. */
export async function contextOf(session: Session, text: string): Promise<CompareInput> {
  const { point, policy } = withPolicy(text);
  const { row, point: place } = await tapeAt(session, point);
  // All that is in a native tape is in its next request: what a fork holds may wait for its first answer. A tape that nothing was asked in has no other.
  const next = place === null && (row.native !== null || row.steps === 0);
  const at = next ? { next: true as const } : placeIn(place ?? pointIn(session.engine.catalog, row, null, []), 'context to compare');
  await indexedFor(policy, row, session);
  return { tape: row.id, ...at, policy };
}

/** The first name of a policy after a colon; what follows that belongs to it, colons and all. */
const WITH_POLICY =
  /^(.+?):((?:as-recorded|last-anchor|full|summary)(?:\s*\+.*)?|(?:from-anchor|anchor|compact|memory)(?::.*)?|@\p{L}[^:]*)$/su;
/** What is a point without doubt, and so what follows it is meant as a policy, however it is spelled. */
const CERTAIN = /^([\da-f]{6,64}|.+?[@#](?:after:\d+|(?!after:\d)[^@#:]+)):(.*)$/is;

/** A point and the text of a policy after it; null where there is none, or where all of it is the name of a file. */
const cutPolicy = (text: string): { point: string; policy: string } | null => {
  if (!text.includes(':')) return null;
  const [, point, policy = ''] = existsSync(text) ? [] : (WITH_POLICY.exec(text) ?? CERTAIN.exec(text) ?? []);
  return point === undefined ? null : { point, policy };
};

const withPolicy = (text: string): { point: string; policy: Policy } => {
  const cut = cutPolicy(text);
  return cut === null ? { point: text, policy: 'as-recorded' } : { point: cut.point, policy: policyLine(cut.policy) };
};
