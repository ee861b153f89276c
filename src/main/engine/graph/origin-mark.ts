import type { SurgeryChange } from '../../../shared/model/index.ts';
import type { JsonObject } from '../formats/format.ts';
import { OWN_ORIGIN, OWN_TYPE } from '../formats/own.ts';

/** The record that tells a transcript of ours from an agent's own: which copy of what it is. Claude Code leaves out types that it does not know. */
export const originMark = (facts: {
  session: string;
  change: SurgeryChange;
  source: { file: string; session: string | null };
  at: { entry: number; uuid: string | null };
  /** Entries of the copy that begin with requests whose recorded sizes are those of other contexts: from ≤ number < to. */
  sizes: { from: number; to: number } | null;
  created: string;
  version: string;
}): JsonObject => ({
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
});
