import { OWN_ORIGIN, OWN_TYPE } from '../own.ts';
import type { Marked } from '../surgery.ts';
import type { JsonObject } from '../values.ts';

/** The record that tells a transcript of ours from an agent's own: which copy of what it is. Claude Code leaves out types that it does not know. */
export function originMark(facts: Marked): JsonObject {
  return {
    type: OWN_TYPE,
    origin: OWN_ORIGIN,
    op: facts.change.op,
    sessionId: facts.session,
    source: facts.source,
    at: facts.at,
    ...(facts.change.op === 'drop-span' ? { from: facts.change.from, to: facts.change.to } : {}),
    ...(facts.change.op === 'compact' ? { keep: facts.change.keep } : {}),
    ...(facts.sizes && { sizes: facts.sizes }),
    created: facts.created,
    tapescope: facts.version,
  };
}
