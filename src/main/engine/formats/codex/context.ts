import type { AnchorRow, EntryRow, OmissionReason } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { isSent, linear } from '../context/anchors.ts';
import type { Rules } from '../context/rules.ts';
import type { Finding, Floor, Material, Selection, Selector } from '../context/selection.ts';
import { PLAIN_STATES } from '../context/states.ts';
import { BASE, BEGINS_ELSEWHERE, historyOf, isUndone, SUMMARY_ALONE, TOOLS } from './history.ts';
import { codexHabits, isOfUser, NOT_COUNTED, notCounted, uncountedIn } from './uncounted.ts';

const isReplaced = ({ type, compaction }: AnchorRow): boolean => type === 'compaction' && compaction?.trigger !== SUMMARY_ALONE;

/** The newest compaction whose record holds the new history: nothing before it is in a context, but for the instructions. */
const newestReplaced = (anchors: readonly AnchorRow[]): AnchorRow | null => anchors.findLast(isReplaced) ?? null;

const begins = (anchors: readonly AnchorRow[]): number => newestReplaced(anchors)?.seq ?? 1;

/** The compaction that a rollback undid, with nothing older to go back to; see `isUndone`. */
function undoneBy(anchors: readonly AnchorRow[], rows: readonly EntryRow[]): number | null {
  const [only, ...others] = anchors.filter(isReplaced);
  if (only === undefined || others.length > 0 || !anchors.some(({ type, seq }) => type === 'anchor' && seq > only.seq)) return null;
  return isUndone(rows, only.seq) ? only.seq : null;
}

/** What changes a history other than by growth: rows that only a look at all of it can judge. */
const changes = (row: EntryRow): boolean =>
  row.kind === 'anchor' || has(row.flags, Flag.Boundary) || row.kind === 'system' || isOfUser(row);

/**
 * What Codex sends: the instructions of the session, then all items of the history, which a compaction replaces and a rollback cuts. Given only
 * what came since another step, it answers that alone, unless that changed what was there before.
 */
const asRecorded: Selector = {
  byRow: true,
  from: (_step, anchors) => begins(anchors),
  select: (material) => {
    const { anchors, rows, step } = material;
    const sorted = [...rows.values()].filter(({ seq }) => seq < step.first).sort((a, b) => a.seq - b.seq);
    if (material.from > begins(anchors) && sorted.some(changes)) return null;
    return selectionOf(material, sorted);
  },
};

function selectionOf({ anchors, own, step }: Material, rows: readonly EntryRow[]): Selection {
  const { items, gone } = historyOf(rows, undoneBy(anchors, rows));
  const base = instructionsAmong(
    rows,
    items.some(({ label }) => label === TOOLS),
  );
  const uncounted = uncountedIn(items, { model: step.model, writer: null }, step.step === null);
  const picks = [
    ...(base === null ? [] : [{ seq: base }]),
    ...items.map(({ seq }) => (uncounted.has(seq) ? { seq, uncounted: true, why: NOT_COUNTED } : { seq })),
  ];
  const reasons = new Map<number, OmissionReason>(gone);
  for (const row of rows)
    if (!reasons.has(row.seq)) reasons.set(row.seq, has(row.flags, Flag.Sidecar | Flag.Twin) ? 'sidecar' : 'not-selected');
  return {
    ...{
      picks,
      lead: base === null ? 0 : 1,
      floor: floorOf(anchors),
      reasons,
      otherwise: 'not-selected',
      findings: [...(isWhole(rows) ? [] : [LOST]), ...notCounted(uncounted.size)],
    },
    shaping: asksForSummary(own) ? own.slice(0, 1).map(({ seq }) => seq) : [],
  };
}

/**
 * Lines of other files come after the first one of its own, the oldest file first: the beginning is there where that file begins in no other. A
 * history that a compaction put in place needs none of them, and then the first entry is not among the rows.
 */
function isWhole(rows: readonly EntryRow[]): boolean {
  if (rows[0]?.label !== BEGINS_ELSEWHERE || rows[0].seq !== 1) return true;
  const oldest = rows.find(({ flags }) => has(flags, Flag.Shared));
  return oldest !== undefined && oldest.label !== BEGINS_ELSEWHERE;
}

const LOST: Finding = {
  type: 'unknown',
  rule: 'This history begins in another file, which is not there, so what was sent before the first line here is not known.',
};

/** The newest instructions of this thread's own. A model that gets its tools as an item gets them as one too. */
function instructionsAmong(rows: readonly EntryRow[], asItem: boolean): number | null {
  if (asItem) return null;
  return rows.findLast((row) => row.label === BASE && !has(row.flags, Flag.Shared))?.seq ?? null;
}

function floorOf(anchors: readonly AnchorRow[]): Floor | null {
  const anchor = newestReplaced(anchors);
  return anchor === null ? null : { below: anchor.seq, reason: 'compacted', anchor };
}

/** A request for a summary whose answer is in the compaction alone. */
const asksForSummary = (own: readonly EntryRow[]): boolean => own[0]?.kind === 'event' && own.some((row) => has(row.flags, Flag.Boundary));

/** Everything that was ever in the history, once: what a compaction took over stays where it was written. */
const isWritten = (row: EntryRow): boolean =>
  row.kind === 'anchor' || (isSent(row) && ((row.part ?? 0) === 0 || row.label === BASE || has(row.flags, Flag.Summary)));

const written = linear(isWritten);
const all = linear((row) => row.kind === 'anchor' || isSent(row));

/** How rollouts of Codex become contexts. */
export const codexRules: Rules = {
  selectors: { ...all, full: written.full, 'as-recorded': asRecorded },
  ownPrompt: true,
  tree: false,
  begins: 'compaction',
  evidence: {
    step: 'The history that the log holds up to this request, from its last compaction on, without turns that were rolled back, as Codex sends it.',
    next: 'The history from its last compaction on, without turns that were rolled back, as Codex sends it; the next prompt comes after it.',
  },
  ordered: true,
  // Models that get their tools as an item get the instructions as one too; the instructions of others are in the session's meta since 0.98.
  lacking: ({ labels }) => [
    ...(labels.has(BASE) || labels.has(TOOLS) ? [] : [{ what: 'system-prompt', note: 'base instructions' }]),
    ...(labels.has(TOOLS)
      ? [{ what: 'frame', note: 'what the API adds to items and tools' }]
      : [{ what: 'tools', note: 'tool definitions' }]),
  ],
  habits: codexHabits,
  chain: null,
  states: PLAIN_STATES,
};
