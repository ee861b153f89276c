import type { EntryRow, OmissionReason } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { isSent as isMarked, linear } from '../context/anchors.ts';
import { PLAIN_HABITS } from '../context/habits.ts';
import type { Rules } from '../context/rules.ts';
import type { Finding, Material, Selection, Selector } from '../context/selection.ts';
import { PLAIN_STATES } from '../context/states.ts';
import { cut, historyOf, sentOf } from './history.ts';
import { BLANKED, MESSAGE, SUMMARY } from './read.ts';

/**
 * What OpenCode sends: the messages as they were when the request was made, from the newest compaction on. It looks at all that was written, since
 * a compaction keeps messages from before it, and a revert takes compactions back.
 */
const asRecorded: Selector = {
  from: () => 1,
  select: (material) => {
    const rows = before(material);
    const history = historyOf(rows);
    const messages = cut(history);
    const { picks, left, thinkers } = sentOf(messages);
    const reasons = new Map<number, OmissionReason>(history.gone);
    const shown = new Set(picks.map(({ seq }) => seq));
    const kept = new Set(messages.map(({ id }) => id));
    for (const { id, parts } of history.messages)
      if (!kept.has(id))
        for (const { call, result } of parts.values()) for (const row of [call, result]) if (row) reasons.set(row.seq, 'compacted');
    for (const { seq } of left) reasons.set(seq, 'excluded-by-writer');
    for (const row of rows) if (!shown.has(row.seq) && (!reasons.has(row.seq) || isAside(row))) reasons.set(row.seq, reasonFor(row));
    const shaping = [...thinkers, ...rows.filter(({ kind }) => kind === BLANKED).map(({ seq }) => seq)];
    return { ...PLAIN, picks, reasons, shaping, findings: findingsOf(material) };
  },
};

const PLAIN = { lead: 0, floor: null, otherwise: 'not-selected' } satisfies Partial<Selection>;

const before = ({ rows, step }: Material): EntryRow[] =>
  [...rows.values()].filter((row) => row.seq < step.first && !isLater(row, step.time)).sort((a, b) => a.seq - b.seq);

/** An export has the last state of each part: what was cleared after the request was sent whole with it. */
const isLater = ({ kind, time }: EntryRow, sent: number | null): boolean =>
  kind === BLANKED && typeof time === 'number' && sent !== null && time > sent;

const isAside = ({ flags }: EntryRow): boolean => has(flags, Flag.Sidecar);

/** A state of a part that came before another is said again by it. */
const reasonFor = (row: EntryRow): OmissionReason => (isAside(row) || row.twin !== undefined ? 'sidecar' : 'not-selected');

const asksForSummary = ({ own }: Material): boolean =>
  own.some(({ kind, label }) => kind === MESSAGE && label.split(' ', 1)[0] === SUMMARY);

const findingsOf = (material: Material): Finding[] => (asksForSummary(material) ? [SUMMARIZES] : []);

const SUMMARIZES: Finding = {
  type: 'unknown',
  rule: 'This request asks for a summary: OpenCode writes the history into one message with instructions of its own, and logs neither.',
};

/** The last state of each part, whether it was sent or not. */
const isWritten = (row: EntryRow, first: number): boolean => isMarked(row) && !(row.twin !== undefined && row.twin < first);

const all = (first: number) => linear((row) => row.kind === 'anchor' || isWritten(row, first));

const every = (type: 'full' | 'last-anchor' | 'from-anchor'): Selector => ({
  from: (step, anchors, name) => all(step.first)[type].from(step, anchors, name),
  select: (material, name) => all(material.step.first)[type].select(material, name),
});

/** How sessions of OpenCode become contexts. */
export const openCodeRules: Rules = {
  selectors: { 'as-recorded': asRecorded, full: every('full'), 'last-anchor': every('last-anchor'), 'from-anchor': every('from-anchor') },
  ownPrompt: false,
  tree: false,
  begins: 'compaction',
  evidence: {
    step: 'The messages as they were when this request was made, from the newest compaction on with the tail that it kept, without what was reverted, as OpenCode sends them.',
    next: 'The messages from the newest compaction on with the tail that it kept, without what was reverted, as OpenCode sends them; the next prompt comes after them.',
  },
  ordered: true,
  lacking: () => [
    { what: 'system-prompt', note: 'system prompt' },
    { what: 'tools', note: 'tool definitions' },
    { what: 'reminders', note: 'reminders of plan and build mode' },
  ],
  habits: PLAIN_HABITS,
  chain: null,
  states: PLAIN_STATES,
};
