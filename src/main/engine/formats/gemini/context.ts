import type { AnchorRow, EntryRow, OmissionReason } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { isSent as isLive, linear } from '../context/anchors.ts';
import { PLAIN_HABITS } from '../context/habits.ts';
import type { Rules } from '../context/rules.ts';
import type { Floor, Selection, Selector } from '../context/selection.ts';
import { PLAIN_STATES } from '../context/states.ts';
import { HISTORY } from './read.ts';

/** What is said again is sent once: before an entry that says it again was written, the first one is sent. */
const isSaidAgain = ({ twin }: EntryRow, before: number): boolean => twin !== undefined && twin < before;

const isSent = (row: EntryRow, before: number): boolean => isLive(row) && !isSaidAgain(row, before);

const isCompaction = ({ type }: AnchorRow): boolean => type === 'compaction';

const begins = (anchors: readonly AnchorRow[]): number => anchors.findLast(isCompaction)?.seq ?? 1;

const isRewind = (row: EntryRow): boolean => row.kind === 'anchor' && row.id === null;

/** What changes a history other than by growth: rows that only a look at all of it can judge. */
const changes = (row: EntryRow): boolean => row.kind === HISTORY || isRewind(row);

/**
 * What Gemini CLI sends: the whole list of messages, which a record may replace and a rewind cuts. Given only what came since another step, it
 * answers that alone, unless that changed what was there before.
 */
const asRecorded: Selector = {
  byRow: true,
  from: (_step, anchors) => begins(anchors),
  select: ({ rows, step, anchors, from }) => {
    const sorted = [...rows.values()].filter(({ seq }) => seq < step.first).sort((a, b) => a.seq - b.seq);
    if (from > begins(anchors) && sorted.some(changes)) return null;
    return selectionOf(sorted, step.first, floorOf(anchors));
  },
};

function floorOf(anchors: readonly AnchorRow[]): Floor | null {
  const anchor = anchors.findLast(isCompaction);
  return anchor === undefined ? null : { below: anchor.seq, reason: 'compacted', anchor };
}

function selectionOf(rows: readonly EntryRow[], before: number, floor: Floor | null): Selection {
  const { items, gone } = historyOf(rows, before);
  const reasons = new Map<number, OmissionReason>(gone);
  for (const row of rows) if (!reasons.has(row.seq)) reasons.set(row.seq, reasonFor(row, before));
  return {
    ...{ picks: items.map(({ seq }) => ({ seq })), lead: 0, floor, reasons },
    ...{ otherwise: 'not-selected', shaping: [], findings: [] },
  };
}

const reasonFor = (row: EntryRow, before: number): OmissionReason =>
  has(row.flags, Flag.Sidecar) || isSaidAgain(row, before) ? 'sidecar' : 'not-selected';

/** The list that the rows make, in file order, and why what was in it no longer is. */
function historyOf(rows: readonly EntryRow[], before: number): { items: EntryRow[]; gone: Map<number, OmissionReason> } {
  const gone = new Map<number, OmissionReason>();
  let items: EntryRow[] = [];
  const leave = (from: number, reason: OmissionReason): void => {
    for (const { seq } of items.slice(from)) gone.set(seq, reason);
    items = items.slice(0, from);
  };
  for (const row of rows) {
    if (row.kind === HISTORY) leave(0, has(row.flags, Flag.Boundary) ? 'compacted' : 'not-selected');
    else if (isRewind(row)) {
      const at = items.findIndex(({ id }) => id !== null && id === row.label);
      if (at >= 0) leave(at, 'other-branch');
    } else if (isSent(row, before)) items.push(row);
  }
  return { items, gone };
}

/** All that was ever sent, once: a list that is written again repeats what was written before it, but for its summary. */
const full: Selector = {
  from: () => 1,
  select: ({ rows, step }) => {
    const sorted = [...rows.values()].filter(({ seq }) => seq < step.first).sort((a, b) => a.seq - b.seq);
    let lists = 0;
    const picks = sorted.filter((row) => {
      if (row.kind === HISTORY) lists += 1;
      const again = lists > 1 && (row.part ?? 0) > 0 && row.role !== 'tool' && !has(row.flags, Flag.Summary) && row.step === null;
      return isSent(row, step.first) && !again;
    });
    const shown = new Set(picks.map(({ seq }) => seq));
    const reasons = new Map<number, OmissionReason>();
    for (const row of sorted) if (!shown.has(row.seq)) reasons.set(row.seq, reasonFor(row, step.first));
    return {
      picks: picks.map(({ seq }) => ({ seq })),
      lead: 0,
      floor: null,
      reasons,
      otherwise: 'not-selected',
      shaping: [],
      findings: [],
    };
  },
};

const anchored = (before: number) => linear((row) => row.kind === 'anchor' || isSent(row, before));

const fromAnchor = (type: 'last-anchor' | 'from-anchor'): Selector => ({
  from: (step, anchors, name) => anchored(step.first)[type].from(step, anchors, name),
  select: (material, name) => anchored(material.step.first)[type].select(material, name),
});

/** How chats of Gemini CLI become contexts. */
export const geminiRules: Rules = {
  selectors: { 'as-recorded': asRecorded, full, 'last-anchor': fromAnchor('last-anchor'), 'from-anchor': fromAnchor('from-anchor') },
  ownPrompt: false,
  tree: false,
  begins: 'compaction',
  evidence: {
    step: 'The messages in the log before this answer: the newest list, what was appended to it, without what was rewound, as Gemini CLI sends it.',
    next: 'The list of messages that the log holds, without what was rewound, as Gemini CLI sends it; the next prompt comes after it.',
  },
  ordered: true,
  lacking: () => [
    { what: 'system-prompt', note: 'system instruction' },
    { what: 'tools', note: 'tool definitions' },
  ],
  habits: PLAIN_HABITS,
  chain: null,
  states: PLAIN_STATES,
};
