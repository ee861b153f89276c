import { figure } from '../../../shared/model/figure.ts';
import type { AnchorRow, EntryRow, OmissionReason } from '../../../shared/model/index.ts';
import type { PolicyChoice } from '../../../shared/model/policy.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { PlaceRow } from '../formats/context/place-row.ts';
import { isThinking } from '../formats/context/rows.ts';
import type { Floor, Pick, Selection } from '../formats/context/selection.ts';
import { type Change, carrierOf, type Seen } from './changes.ts';
import { nameOf, THOUGHT_BEFORE } from './omissions.ts';

/** One context with what its reasons are told from. */
export interface Side extends Seen {
  row: PlaceRow;
  /** "step 1,204", "the next request". */
  name: string;
  floor: Floor | null;
  selection: Selection;
  rowOf: (seq: number) => EntryRow | undefined;
  /** The compaction or anchor at an entry, if it is one. */
  anchorAt: (seq: number) => AnchorRow | undefined;
}

/** Why an entry is not in a context that it was in once; null for what was written only after it. */
export function reasonIn({ row, floor, selection }: Side, seq: number): OmissionReason | null {
  if (seq >= row.first) return null;
  return floor && seq < floor.below ? floor.reason : (selection.reasons.get(seq) ?? selection.otherwise);
}

/** Why all of a first request is new. */
export const FIRST = 'there is no previous request to compare with';

/** Why an entry is in `now` and was not in `then`. */
export function cameWords(pick: Pick, now: Side, then: Side | null): string {
  const row = now.rowOf(pick.seq);
  if (pick.seq >= now.row.first) return row?.kind === 'system' ? 'the system prompt of this step' : 'the prompt of this step';
  const carrier = carrierOf(pick, now);
  if (carrier !== null) return `kept by ${compactionAt(now, carrier)}`;
  if (row && has(row.flags, Flag.Summary)) return summaryWords(row, now);
  if (then === null) return FIRST;
  const reason = reasonIn(then, pick.seq);
  const anchor = pick.anchor ? now.anchorAt(pick.seq) : undefined;
  const brought = broughtInto(now, pick);
  if (brought !== null) return reason === null ? `${newWords(then)}; ${brought}` : `${brought}; at ${then.name} it was not`;
  if (reason === null) return anchor ? `${placeOf(anchor)}, ${newWords(then)}` : newWords(then);
  return cameBack(pick, reason, then);
}

/** What brought an entry in from before the place that a context begins at; null for one that follows it. */
const broughtInto = ({ floor }: Side, { seq, why }: Pick): string | null => (floor !== null && seq < floor.below ? (why ?? null) : null);

/** "compaction 1 (auto)", "the anchor implement". */
const placeOf = (anchor: AnchorRow): string => (anchor.type === 'compaction' ? nameOf(anchor) : `the anchor ${anchor.name}`);

const newWords = ({ name }: Side): string => `new since ${name}`;

const summaryWords = ({ parentSeq }: EntryRow, side: Side): string => {
  const anchor = parentSeq === null ? undefined : side.anchorAt(parentSeq);
  return anchor ? `the summary of ${nameOf(anchor)}` : 'the summary of a compaction';
};

const cameBack = ({ why }: Pick, reason: OmissionReason, then: Side): string => {
  const at = `at ${then.name}`;
  switch (reason) {
    case 'compacted':
      return `returned: ${at} it was left at ${then.floor ? nameOf(then.floor.anchor) : 'a compaction'}`;
    case 'before-anchor':
      return `returned: ${at} the context began at ${then.floor ? placeOf(then.floor.anchor) : 'an anchor'}`;
    case 'other-branch':
      return `returned: ${at} it was on another branch`;
    case 'cleared':
      return `sent again: ${at} it probably was not`;
    case 'over-budget':
      return why ?? `within the budget now; ${at} it was not`;
    case 'not-sent':
      return `sent again: ${at} it was not`;
    case 'not-selected':
      return why ?? `chosen now; ${at} it was not`;
    default:
      return `${at} it was left out (${reason})`;
  }
};

const compactionAt = (side: Side, seq: number): string => {
  const anchor = side.anchorAt(seq);
  return anchor ? nameOf(anchor) : `the compaction at entry ${figure(seq)}`;
};

/** The first entry above that `now` has, climbing parents, and whether a prompt continues from it there. */
const partingOf = (seq: number, now: Side): { at: number; prompted: boolean } | null => {
  const { picks: had } = now;
  const seen = new Set<number>();
  let at = now.rowOf(seq)?.parentSeq ?? null;
  while (at !== null && at > 0 && !had.has(at) && !seen.has(at)) {
    seen.add(at);
    at = now.rowOf(at)?.parentSeq ?? null;
  }
  if (at === null || !had.has(at)) return null;
  const isPrompt = (row: EntryRow | undefined): boolean => row !== undefined && row.parentSeq === at && has(row.flags, Flag.Prompt);
  return { at, prompted: [...had.keys()].some((child) => isPrompt(now.rowOf(child))) };
};

/** What becomes of entries that a policy does not bring in again. */
const NO_MORE: Partial<Record<PolicyChoice['type'], string>> = { summary: 'no longer cited', memory: 'no longer recalled' };

/** Why entries that `then` had are not in `now`; kept for a branch, whose entries all part in one place. */
export function wentWords(now: Side, then: Side | null, policy: PolicyChoice['type']): (pick: Pick) => string {
  const partings = new Map<number, string>();
  const place = now.floor ? placeOf(now.floor.anchor) : 'an anchor';
  const left: Partial<Record<OmissionReason, string>> = {
    compacted: `left at ${now.floor ? nameOf(now.floor.anchor) : 'a compaction'}`,
    'before-anchor': `before ${place}`,
  };
  const anchor = now.floor?.anchor.seq;
  return (pick) => {
    const { seq } = pick;
    const reason = reasonIn(now, seq);
    const noMore = then && broughtInto(then, pick) !== null ? NO_MORE[policy] : undefined;
    if (noMore !== undefined && reason !== null) return noMore;
    if (reason === 'before-anchor' && seq === anchor) return `${place} itself; the context begins after it`;
    if (reason !== 'other-branch') return (reason && left[reason]) ?? leftWords(reason, seq, now);
    const above = now.rowOf(seq)?.parentSeq ?? 0;
    const words = partings.get(above) ?? branchWords(seq, now);
    partings.set(seq, words);
    return words;
  };
}

const branchWords = (seq: number, now: Side): string => {
  const row = now.rowOf(seq);
  if (now.row.sidechain && row && !has(row.flags, Flag.Sidechain)) return 'on the main chain, which a sub-agent does not see';
  const parting = partingOf(seq, now);
  if (parting === null) return 'on another branch';
  return parting.prompted
    ? `the person went back to entry ${figure(parting.at)}: other branch`
    : `on another branch, from entry ${figure(parting.at)}`;
};

const leftWords = (reason: OmissionReason | null, seq: number, now: Side): string => {
  switch (reason) {
    case null:
      return `written only after ${now.name}`;
    case 'subagent':
      return 'work of a sub-agent, in its own context';
    case 'sidecar':
      return 'session bookkeeping, never sent';
    case 'excluded-by-writer':
      return isThinking(now.rowOf(seq)) ? THOUGHT_BEFORE : 'removed by the agent itself';
    case 'written-later':
      return 'written after this request';
    case 'over-budget':
      return 'over the token budget';
    case 'cleared':
      return 'probably not sent, as recorded sizes say';
    case 'not-sent':
      return 'no longer sent';
    default:
      return now.rowOf(seq)?.kind === 'system' ? 'the system prompt of an earlier request; each brings its own' : 'no longer chosen';
  }
};

/** What became of an entry that is in both contexts. */
export function changeWords(changes: readonly Change[], now: Side, then: Side): string {
  return changes.map((change) => wordsOf(change, now, then)).join('; ');
}

const wordsOf = (change: Change, now: Side, then: Side): string => {
  const at = `at ${then.name}`;
  switch (change.type) {
    case 'cleared':
      return change.now ? 'cleared by a micro-compaction' : `in full here; ${at} it was cleared`;
    case 'carried':
      return change.by === null
        ? `in its own place here; ${at} a compaction had moved it after its summary`
        : `kept by ${compactionAt(now, change.by)}, which moved it after its summary`;
    case 'corrected':
      return change.by === null ? `not corrected yet; ${at} it was` : `corrected by entry ${figure(change.by)}`;
    case 'edited':
      return change.by === null ? 'as it was written' : `edited: entry ${figure(change.by)} was sent in its place`;
    case 'moved':
      return `in another place than ${at}`;
  }
};
