import type { TapeRow, View } from '../../../shared/model/index.ts';
import { contextSize } from '../../../shared/model/vocabulary.ts';
import { type Growth, isSized, type Measured } from '../formats/context/growth-state.ts';
import { branchSource, requestBefore } from './branch-source.ts';
import type { Request, RowSource } from './material.ts';
import type { Rim } from './rim.ts';
import { weightsFor } from './weights.ts';

type Expected = NonNullable<View['expected']>;

/** A request that was not made, and where its rows come from. */
interface Asked {
  tape: TapeRow;
  request: Request;
  source: RowSource;
}

/**
 * What is known of the size of a request that was not made. Its own stretch tells where a request in it was measured; at the head of a new
 * one (after a handoff or a compaction) the base is what the last request on the branch had. Null where nothing was recorded.
 */
export async function measuredAt(rim: Rim, asked: Asked, own: Growth | null): Promise<Measured | null> {
  if (rim.given) return rim.given.measured;
  if (own !== null) return { growth: own, last: lastOf(own) };
  const { tape, source } = asked;
  const before = requestBefore(branchSource(rim.catalog, tape, asked.request.anchors), asked.request.step);
  if (before === null || !isSized(before)) return null;
  const request: Request = { ...asked.request, step: before, choice: { type: 'as-recorded' }, hints: {} };
  const sent = rim.decide(tape, request, source);
  const rows = [...sent.material.rows.values(), ...sent.material.own];
  const picked = new Set(sent.selection.picks.map(({ seq }) => seq));
  const held = rows.filter(({ seq }) => picked.has(seq));
  const { growth } = await weightsFor(rim, { tape, request, source }, held, rows, sent);
  if (growth === undefined || growth.base === null) return null;
  return { growth: { base: growth.base + growth.added, added: 0, unexplained: 0 }, last: lastOf(growth) };
}

const lastOf = ({ newest }: Growth): Expected['last'] =>
  newest === null || newest.step === null ? null : { step: newest.step, recorded: contextSize(newest.usage) };

/** What the request would weigh. What the last size left unexplained is still there where the request continues from it. Pure. */
export function expectedOf({ counted, estimated }: View['tokens'], measured: Measured | null, goesOn: boolean): Expected {
  const { base, added, unexplained } = measured?.growth ?? { base: null, added: 0, unexplained: 0 };
  const tokens = (base ?? 0) + added + (goesOn ? unexplained : 0) + counted + estimated;
  return { tokens: Math.max(0, tokens), last: measured?.last ?? null };
}
