import type { EntryRow, OmissionReason } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { isSent, linear } from '../context/anchors.ts';
import { PLAIN_HABITS } from '../context/habits.ts';
import type { Rules } from '../context/rules.ts';
import type { Selector } from '../context/selection.ts';
import { PLAIN_STATES } from '../context/states.ts';
import type { Facts, Thread, ThreadEntry } from '../format.ts';

/** The kind of the entry that a session begins with, in a document that may hold several. */
export const HEADER = 'session';

/**
 * What was said in the session of a step, before it. A document may hold several sessions, one after the other: those of sub-agents (`Sidechain`) are
 * no part of the context of the first, nor it of theirs.
 */
const ofItsSession: Selector = {
  from: () => 1,
  select: ({ rows, step }) => {
    const before = [...rows.values()].filter(({ seq }) => seq < step.first).sort((a, b) => a.seq - b.seq);
    const aside = step.sidechain;
    const begins = aside ? (before.findLast(({ kind }) => kind === HEADER)?.seq ?? 1) : 1;
    const isIn = (row: EntryRow): boolean => row.seq >= begins && has(row.flags, Flag.Sidechain) === aside;
    const picks = before.filter((row) => isSent(row) && isIn(row)).map(({ seq }) => ({ seq }));
    const picked = new Set(picks.map(({ seq }) => seq));
    const reasons = new Map<number, OmissionReason>();
    for (const row of before) if (!picked.has(row.seq)) reasons.set(row.seq, reasonFor(row, isIn(row)));
    return { picks, lead: 0, floor: null, reasons, otherwise: 'not-selected', shaping: [], findings: [] };
  },
};

const reasonFor = ({ flags }: EntryRow, inside: boolean): OmissionReason => {
  if (has(flags, Flag.Sidecar)) return 'sidecar';
  return inside ? 'not-selected' : has(flags, Flag.Sidechain) ? 'subagent' : 'other-branch';
};

/** Rules for tapes that are lists of what was said, session by session; `evidence` says how far a list is a request. */
export function sectionRules(evidence: Rules['evidence'], lacking: Rules['lacking'] = () => []): Rules {
  return {
    selectors: {
      ...linear((row) => row.kind === 'anchor' || (isSent(row) && !has(row.flags, Flag.Sidechain))),
      'as-recorded': ofItsSession,
    },
    ...{ evidence, lacking, begins: 'start', ownPrompt: false, tree: false, ordered: false, chain: null },
    ...{ habits: PLAIN_HABITS, states: PLAIN_STATES },
  };
}

/**
 * Counts the sessions of a document: an entry with a hint of facts begins one. Those after the first are of sub-agents, whose steps have names of their
 * own; what a session says of itself counts for the first alone.
 */
export const sectionThread: Thread<{ sessions: number }> = {
  begin: () => ({ sessions: 0 }),
  next: (state, entry) => {
    if (entry.hint !== null) state.sessions += 1;
    if (state.sessions > 1) return { flags: Flag.Sidechain, ...stepIn(state.sessions, entry) };
    return entry.hint === null ? null : { facts: entry.hint as Facts };
  },
};

const stepIn = (session: number, { step }: ThreadEntry): { step?: string } => (step === null ? {} : { step: `${session} ${step}` });
