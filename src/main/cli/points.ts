import { existsSync } from 'node:fs';
import type { Policy, TapeRow } from '../../shared/model/index.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { type Point, pointIn, readPoint, refNamed, refPoint } from '../engine/graph/point.ts';
import { isPolicy } from './options.ts';
import type { Session } from './session.ts';

/** A point of the command line: `FILE|ID`, with `@STEP`, `#ENTRY` or `@REF` behind it, or the name of a ref. */
export interface NamedPoint extends Point {
  row: TapeRow;
}

/** Throws TapeError('bad-input' or 'not-found') with a sentence. */
export const pointOf = async (session: Session, text: string): Promise<NamedPoint> => {
  const { name, at } = readPoint(text, existsSync);
  const { items: refs } = await session.call('refs.list', {});
  const ref = at === null && !existsSync(name) ? refNamed(name, refs) : null;
  // By its file, so that a ref finds its tape again in a catalog that was made anew.
  const row = await session.tape(ref === null ? name : existsSync(ref.file) ? ref.file : ref.tape);
  const point = ref ? refPoint(session.engine.catalog, row, ref) : pointIn(session.engine.catalog, row, at, refs);
  return { ...point, row };
};

/** A point with the step and the policy of a view behind it: `ID@12:full`. */
export const contextOf = async (session: Session, text: string): Promise<{ tape: string; step: number; policy: Policy }> => {
  const { point, policy } = withPolicy(text);
  const { tape, seq, step } = await pointOf(session, point);
  if (step !== null) return { tape, step, policy };
  throw new TapeError('bad-input', `Nothing was asked of a model up to entry ${seq}: there is no context to compare.`);
};

const withPolicy = (text: string): { point: string; policy: Policy } => {
  const [, point = '', policy = ''] = existsSync(text)
    ? []
    : (/^(.+?):((?:as-recorded|last-anchor|full|from-anchor:.+))$/.exec(text) ?? []);
  return isPolicy(policy) ? { point, policy } : { point: text, policy: 'as-recorded' };
};
