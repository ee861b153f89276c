import type { EntryRow, OmissionReason } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { isSent as isMarked, linear } from '../context/anchors.ts';
import { PLAIN_HABITS } from '../context/habits.ts';
import type { Rules } from '../context/rules.ts';
import type { Finding, Floor, Selection, Selector } from '../context/selection.ts';
import { PLAIN_STATES } from '../context/states.ts';
import { CLEARED, keptBy, SYSTEM, TRUNCATED } from './read.ts';

const isSent = (row: EntryRow): boolean => isMarked(row) && !has(row.flags, Flag.Sidechain);

/**
 * What Copilot CLI sends: its newest system prompt, then all messages; a compaction leaves a summary and the newest of them, and going back cuts them. It
 * looks at all that was written, since a compaction keeps messages from before it.
 */
const asRecorded: Selector = {
  from: () => 1,
  select: ({ rows, step, anchors }) => {
    const sorted = [...rows.values()].filter(({ seq }) => seq < step.first).sort((a, b) => a.seq - b.seq);
    const { items, gone, findings } = historyOf(sorted);
    const system = sorted.findLast((row) => isSent(row) && row.label === SYSTEM);
    const picks = [...(system ? [{ seq: system.seq }] : []), ...items.map(({ seq }) => ({ seq }))];
    const reasons = new Map<number, OmissionReason>(gone);
    for (const row of sorted) if (!reasons.has(row.seq)) reasons.set(row.seq, reasonFor(row));
    return {
      ...{ picks, lead: system ? 1 : 0, floor: null as Floor | null, reasons },
      ...{ otherwise: 'not-selected', shaping: [], findings: anchors.length === 0 ? [] : findings },
    } satisfies Selection;
  },
};

const reasonFor = ({ flags }: EntryRow): OmissionReason => {
  if (has(flags, Flag.Sidechain)) return 'subagent';
  return has(flags, Flag.Sidecar) ? 'sidecar' : 'not-selected';
};

interface History {
  items: EntryRow[];
  gone: Map<number, OmissionReason>;
  findings: Finding[];
}

/** The messages that the rows make, in file order, without system prompts, and why what was among them no longer is. */
function historyOf(rows: readonly EntryRow[]): History {
  const history: History = { items: [], gone: new Map(), findings: [] };
  const leave = (stay: (at: number) => boolean, reason: OmissionReason): void => {
    for (const [at, { seq }] of history.items.entries()) if (!stay(at)) history.gone.set(seq, reason);
    history.items = history.items.filter((_, at) => stay(at));
  };
  for (const row of rows) {
    if (has(row.flags, Flag.Boundary)) {
      const from = history.items.length - keptBy(row.label);
      leave((at) => at >= from, 'compacted');
      history.items.unshift(row);
      history.findings = [CUT];
    } else if (row.kind === 'anchor') {
      const at = row.label === CLEARED ? 0 : history.items.findIndex(({ id }) => id !== null && id === row.label);
      if (at >= 0) leave((each) => each < at, row.label === CLEARED ? 'cleared' : 'other-branch');
      if (row.label === CLEARED) history.findings = [];
    } else if (row.kind === TRUNCATED) history.findings = [TRUNCATION];
    else if (isSent(row) && row.label !== SYSTEM) history.items.push(row);
  }
  return history;
}

const CUT: Finding = {
  type: 'note',
  text: 'A compaction logs its summary and how many messages it removed; that it kept the newest is inferred from that number, and was never checked against a request.',
};

const TRUNCATION: Finding = {
  type: 'unknown',
  rule: 'Messages were cut to make room before this request, and the log says how many, not which.',
};

/** A message is added after those that are there; anything else may remove some of them. */
const continues: Rules['continues'] = ({ rows }) =>
  rows.some((row) => has(row.flags, Flag.Boundary) || row.kind === 'anchor' || row.kind === TRUNCATED || row.label === SYSTEM)
    ? null
    : rows.filter(isSent);

const all = linear((row) => row.kind === 'anchor' || (isSent(row) && row.label !== SYSTEM));

/** How sessions of Copilot CLI become contexts. */
export const copilotRules: Rules = {
  selectors: { ...all, 'as-recorded': asRecorded },
  ownPrompt: false,
  tree: false,
  begins: 'compaction',
  evidence: {
    step: 'The newest system prompt, the messages before this answer as they were sent, without what was rewound; after a compaction its summary and the newest messages.',
    next: 'The newest system prompt and all messages as they were sent, without what was rewound; the next prompt comes after it.',
  },
  ordered: true,
  lacking: ({ labels }) => [
    ...(labels.has(SYSTEM) ? [] : [{ what: 'system-prompt', note: 'system prompt' }]),
    { what: 'tools', note: 'tool definitions' },
  ],
  habits: PLAIN_HABITS,
  chain: null,
  continues,
  states: PLAIN_STATES,
};
