import { bisect } from '../../../../shared/model/bisect.ts';
import type { AnchorRow, EntryRow, OmissionReason } from '../../../../shared/model/index.ts';
import { asks, Flag, has } from '../../../../shared/model/vocabulary.ts';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import type { Selectors } from './rules.ts';
import type { AnchorName, Floor, Material, Pick, Selection, Selector } from './selection.ts';

/** The newest anchor to rebuild from. A micro-compaction clears results in place; nobody rebuilds from it. */
export function newestAnchor(anchors: readonly AnchorRow[]): AnchorRow | null {
  return anchors.findLast((anchor) => anchor.type !== 'micro-compaction') ?? null;
}

/** How many anchors, in file order, are before an entry. */
export function anchorsUpTo(anchors: readonly AnchorRow[], seq: number): number {
  return bisect(0, anchors.length, (at) => (anchors[at]?.seq ?? 0) >= seq);
}

/** The anchor at an entry, or the newest of a name. Throws TapeError('not-found') that lists those there are. */
export function anchorNamed({ name, seq }: AnchorName, anchors: readonly AnchorRow[]): AnchorRow {
  const found = anchors.findLast((anchor) => (seq === undefined ? anchor.name === name : anchor.seq === seq));
  if (found) return found;
  if (seq !== undefined) throw noAnchorAt(seq, anchors);
  const names = [...new Set(anchors.map((anchor) => anchor.name))];
  const known = names.length === 0 ? 'There is no anchor before it.' : `Before it: ${names.join(', ')}.`;
  throw new TapeError('not-found', `No anchor called ${JSON.stringify(name)} is before this step. ${known}`, { anchors: names });
}

/** The newest anchors that a sentence names. */
const NAMED = 10;

const noAnchorAt = (seq: number, anchors: readonly AnchorRow[]): TapeError => {
  const known = anchors.slice(-NAMED).map((anchor) => `#${anchor.seq} ${anchor.name}`);
  const told = known.length === 0 ? 'There is none.' : `The newest before it: ${known.join(', ')}.`;
  return new TapeError('not-found', `Entry #${seq} is not an anchor before this request. ${told}`, {
    anchors: anchors.map((anchor) => anchor.seq),
  });
};

type Wanted = (row: EntryRow) => boolean;
type FindAnchor = (anchors: readonly AnchorRow[], name: AnchorName) => AnchorRow | null;

/** What a linear tape shows under a policy that begins at an anchor: the anchor itself with its state first. */
const fromAnchor = (wanted: Wanted, find: FindAnchor): Selector => ({
  byRow: true,
  from: (_step, anchors, name) => begin(find(anchors, name)),
  select: (material, name) => {
    const anchor = find(material.anchors, name);
    const below = begin(anchor);
    const floor: Floor | null = anchor && below > 1 ? { below, reason: 'before-anchor', anchor } : null;
    const selection = selectFrom(material, below, floor, wanted);
    return anchor ? selection : { ...selection, findings: [{ type: 'no-anchor', policy: 'last-anchor' }, ...selection.findings] };
  },
});

const begin = (anchor: AnchorRow | null): number => (anchor === null || isFileStart(anchor) ? 1 : anchor.seq);

const isFileStart = (anchor: AnchorRow): boolean => anchor.type === 'start' && anchor.derived;

/** The policies of a tape that is a list: entries that `wanted` accepts, from an anchor or from the start. */
export function linear(wanted: Wanted): Selectors {
  const full: Selector = { byRow: true, from: () => 1, select: (material) => selectFrom(material, 1, null, wanted) };
  return {
    'as-recorded': full,
    full,
    'last-anchor': fromAnchor(wanted, (anchors) => newestAnchor(anchors)),
    'from-anchor': fromAnchor(wanted, (anchors, name) => anchorNamed(name, anchors)),
  };
}

/** The writer's rules send it, and the writer did not take it out again. */
export function isSent(row: EntryRow): boolean {
  return has(row.flags, Flag.Sent) && !has(row.flags, Flag.Excluded);
}

/**
 * Everything from `below` on that `wanted` accepts, between the system prompt of the step and its own prompt, both of
 * which Bub writes down only after the answer.
 */
export function selectFrom(material: Material, below: number, floor: Floor | null, wanted: Wanted): Selection {
  const { rows, step, late } = material;
  const picks: Pick[] = [];
  const reasons = new Map<number, OmissionReason>();
  const anchorsHere = new Set(material.anchors.map((anchor) => anchor.seq));
  for (let seq = Math.max(below, material.from); seq < Math.min(material.to ?? step.first, step.first); seq += 1) {
    const row = rows.get(seq);
    if (!row) continue;
    if (late.has(seq)) reasons.set(seq, 'written-later');
    else if (!has(row.flags, Flag.Sidecar | Flag.Excluded | Flag.Sidechain) && wanted(row))
      picks.push(row.kind === 'anchor' && anchorsHere.has(seq) ? { seq, anchor: true } : { seq });
    else reasons.set(seq, reasonFor(row));
  }
  const own = ownPrompt(material);
  return {
    picks: [...own.system, ...picks, ...own.prompt],
    lead: own.system.length,
    floor,
    reasons,
    otherwise: 'not-selected',
    shaping: [],
    findings: late.size > 0 ? [{ type: 'written-later', entries: late.size }] : [],
  };
}

const reasonFor = (row: EntryRow): OmissionReason => {
  if (has(row.flags, Flag.Sidecar)) return 'sidecar';
  if (has(row.flags, Flag.Excluded)) return 'excluded-by-writer';
  return has(row.flags, Flag.Sidechain) ? 'subagent' : 'not-selected';
};

/** The system prompt and the prompts of the request that opened the step: what the writer logged before anything was answered. */
const ownPrompt = ({ own, step }: Material): { system: Pick[]; prompt: Pick[] } => {
  const answer = own.findIndex((row) => row.seq >= step.first && isAnswer(row));
  const mine = own.filter((row, at) => (answer < 0 || at < answer) && row.seq >= step.first && has(row.flags, Flag.StepPrompt));
  return {
    system: mine.filter((row) => row.kind === 'system').map(({ seq }) => ({ seq })),
    prompt: mine.filter((row) => row.kind !== 'system').map(({ seq }) => ({ seq, why: 'the prompt of this step' })),
  };
};

/** What follows it is not a prompt of the request that it answers. */
export function isAnswer(row: EntryRow): boolean {
  return ANSWERS.has(row.kind) && !asks(row);
}

const ANSWERS: ReadonlySet<string> = new Set(['message', 'tool_call', 'tool_result']);
