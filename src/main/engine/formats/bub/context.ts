import type { AnchorRow, EntryRow, StepRow } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { isSent, linear, newestAnchor, selectFrom } from '../context/anchors.ts';
import { PLAIN_HABITS } from '../context/habits.ts';
import type { Rules } from '../context/rules.ts';
import type { Finding, Floor, Material, Selection, Selector } from '../context/selection.ts';
import { leftOut } from './left-out.ts';
import { bubStates } from './states.ts';

const SELECTED: ReadonlySet<string> = new Set(['message', 'tool_call', 'tool_result']);

/** What Bub makes messages of; the system prompts of earlier runs are not among it, since each run brings its own. */
const isSelected = (row: EntryRow): boolean => isSent(row) && SELECTED.has(row.kind);

/**
 * A run inside a run on the same tape is filed before the turn that started it, since the turn is filed as a whole when it ends. What is
 * dated after a request was not part of it.
 */
const isLate = ({ time }: { time?: number | null | undefined }, step: Pick<StepRow, 'time'>): boolean =>
  step.time !== null && time !== null && time !== undefined && time > step.time;

/**
 * What Bub put before the model: the entries strictly after the newest anchor before the step began,
 * without those the writer removed. The anchor itself is not among them, and so its state is not either.
 */
const asRecorded: Selector = {
  byRow: true,
  from: (_step, anchors) => newestAnchor(anchors)?.seq ?? 1,
  select: (material) => {
    const anchor = newestAnchor(material.anchors);
    if (hasReset(material)) return withOpening(material, nothing(material, DELETED));
    if (!anchor) return withOpening(material, nothing(material, NO_ANCHOR));
    const floor: Floor = { below: anchor.seq + 1, reason: 'before-anchor', anchor };
    const selection = selectFrom(material, floor.below, floor, isSelected);
    return withOpening(material, {
      ...selection,
      findings: [{ type: 'left-out-anchor', anchor, handoffCall: handoffCall(material, anchor) }, ...selection.findings],
    });
  },
};

/** How tapes of Bub become contexts. Anchors within a longer slice do reach the model, as a line with their state. */
export const bubRules: Rules = {
  selectors: { ...linear((row) => isSelected(row) || row.kind === 'anchor'), 'as-recorded': asRecorded },
  ownPrompt: true,
  tree: false,
  isLate,
  begins: 'after-anchor',
  evidence: {
    step: 'The entries after the last anchor that were written before this request, as Bub selects them.',
    next: 'The entries after the last anchor, as Bub selects them; the prompt of the next run comes after them.',
  },
  ordered: true,
  lacking: () => [],
  habits: PLAIN_HABITS,
  chain: null,
  states: bubStates,
  leftOut,
};

const DELETED: Finding = {
  type: 'unknown',
  rule: 'The request deleted its own tape, so its context is in no log.',
  text: 'This step reset its own tape: Bub deleted its context mid-turn. Only the system prompt and the prompt of the request remain.',
};
const NO_ANCHOR: Finding = { type: 'note', text: 'There is no anchor before this step, so Bub selects nothing.' };
const FAILED: Finding = {
  type: 'note',
  text: 'The call of the model failed. Of its request Bub logs only the prompt, so the system prompt is not in this context.',
};
const STRIPPED: Finding = {
  type: 'stripped-picture',
  text: 'The prompt came with a picture. Bub strips it from the logged message; the event loop.step.start has it.',
};

/** Without any anchor Bub answers NOT_FOUND instead of taking everything. */
const nothing = (material: Material, finding: Finding): Selection => ({
  ...selectFrom(material, 1, null, () => false),
  findings: [finding],
});

/**
 * A reset mid-turn deletes the tape with the event that opened the request. What is filed of the request then follows an anchor that is
 * younger than the request, or its own call of the reset tells (keys of runs before 0.4 hold no time).
 */
const hasReset = ({ own, step, rows, late }: Material): boolean => {
  if (own[0] !== undefined && isOpening(own[0])) return false;
  if (rows.size > 0 && late.size === rows.size) return true;
  return step.step === 1 && own.some((row) => row.kind === 'tool_call' && /\breset\b|_reset\b/i.test(row.label));
};

const isOpening = (row: EntryRow): boolean => row.kind === 'event' && row.label === OPENING;

/** The event that opens a request. It holds the prompt as it was sent. */
const OPENING = 'loop.step.start';

/** The opening event in place of the prompt where the request failed and nothing else was logged, and for pictures, which the message lacks. */
const withOpening = ({ own, step }: Material, selection: Selection): Selection => {
  const opening = own.find(isOpening);
  if (opening === undefined || opening.chars === 0) return selection;
  const prompted = selection.picks.some(({ seq }) => seq > opening.seq && seq >= step.first);
  if (!prompted && step.failed) {
    const prompt = { seq: opening.seq, why: 'the prompt of this step, which failed' };
    return { ...selection, picks: [...selection.picks, prompt], findings: [...selection.findings, FAILED] };
  }
  if (!prompted || !has(opening.flags, Flag.Media)) return selection;
  const last = selection.picks.length - 1;
  const picks = selection.picks.map((pick, at) => (at === last ? { ...pick, why: `${pick.why ?? ''}; its picture is ${FROM}` } : pick));
  return { ...selection, picks, shaping: [opening.seq], findings: [...selection.findings, STRIPPED] };
};

const FROM = `taken from ${OPENING}, since Bub strips it from the message`;

/** The call by which the model made this anchor: Bub writes it after the anchor, so it stays in the slice. */
const handoffCall = ({ rows, step, from }: Material, anchor: AnchorRow): number | null => {
  const madeIn = rows.get(anchor.seq)?.step ?? null;
  for (let seq = Math.max(anchor.seq + 1, from); seq < step.first; seq += 1) {
    const row = rows.get(seq);
    if (row && isHandoffCall(row) && (madeIn === null || row.step === null || row.step === madeIn)) return seq;
    if (row && isOpening(row)) return null;
  }
  return null;
};

const isHandoffCall = (row: EntryRow): boolean => row.kind === 'tool_call' && isSent(row) && /handoff/i.test(row.label);
