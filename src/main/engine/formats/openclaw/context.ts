import type { EntryRow } from '../../../../shared/model/index.ts';
import type { Rules } from '../context/rules.ts';
import { piRules } from '../pi/context.ts';
import { continues, selectorsWith } from '../pi/select.ts';
import { ACK, POLL, RUN_CONTEXT } from './labels.ts';

/**
 * What OpenClaw removes from a session before a run, which begins at the last message of the user's: what was meant for earlier runs alone, and polls
 * that were answered with nothing to do. Pure.
 */
function leftOut(rows: readonly EntryRow[]): EntryRow[] {
  const run = rows.findLastIndex(({ role, label }) => role === 'user' && label !== RUN_CONTEXT);
  const before = rows.slice(0, Math.max(0, run));
  const told = before.filter(({ label, kind }) => kind === 'message' && label === RUN_CONTEXT);
  const rest = before.filter((row) => !told.includes(row));
  const polls = rest.flatMap((row, at) => {
    const answer = rest[at + 1];
    return row.label === POLL && answer?.label === ACK && answer.role === 'assistant' ? [row, answer] : [];
  });
  return [...told, ...polls];
}

const LESS = 'without what earlier runs alone were told and polls that were answered with nothing to do, as OpenClaw builds its context';

/** How sessions of OpenClaw become contexts: as pi's, with less of earlier runs. */
export const openClawRules: Rules = {
  ...piRules,
  selectors: selectorsWith(leftOut),
  // With a message of the user's a run begins.
  continues: (came) => (came.rows.some(({ role }) => role === 'user') ? null : continues(came)),
  evidence: {
    step: `The path from the root to the parent of this answer, from its last compaction on, ${LESS}.`,
    next: `The newest branch, from its last compaction on, ${LESS}; the prompt that is typed next comes after it.`,
    after: `The branch of this entry, from its last compaction on, ${LESS}; the prompt that is typed next comes after it.`,
  },
};
