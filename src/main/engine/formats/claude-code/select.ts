import { figure } from '../../../../shared/model/figure.ts';
import type { AnchorRow, EntryRow, OmissionReason } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { anchorNamed } from '../context/anchors.ts';
import { type Chain, type Past, walkChain } from '../context/chain.ts';
import { growthOn } from '../context/chain-growth.ts';
import { type Gathered, gather, indexTree, type TreeIndex } from '../context/gather.ts';
import type { PlaceRow } from '../context/place-row.ts';
import type { Selectors } from '../context/rules.ts';
import type { AnchorName, Finding, Floor, Material, Pick, Selection, Selector } from '../context/selection.ts';
import { claudeHabits } from './habits.ts';
import { queueAlone, withQueued, withWaiting } from './queued.ts';
import { mayLose, type Resumed, type Starts, startsOn, stopsAtGap } from './resumed.ts';
import { forgotten } from './thinking.ts';
import { callless, givenUp, wireOrder } from './wire-order.ts';

/** What Claude Code put before the model: the active path from the last compaction on, with what it carried over. */
const asRecorded: Selector = {
  from: (step, anchors) => compactionAt(step.origin, anchors)?.seq ?? 1,
  select: (material) => {
    const chain = follow(material, 1, 'stop');
    const boundary = chain.boundary;
    // A chain can lead past the compaction that it was thought to begin at: then what comes before it has to be known too.
    if (chain.incomplete || (boundary === null && material.from > 1)) return null;
    return choose(material, chain, boundary && { below: boundary.seq, reason: 'compacted', anchor: boundary }, null);
  },
};

const full: Selector = {
  from: () => 1,
  select: (material) => choose(material, follow(material, 1, 'through'), null, null),
};

/** From an anchor on: the anchor with its state, then the active path after it. */
const fromAnchor = (find: (step: PlaceRow, anchors: readonly AnchorRow[], name: AnchorName) => AnchorRow | null): Selector => ({
  from: (step, anchors, name) => begin(find(step, anchors, name)),
  select: (material, name) => {
    const anchor = find(material.step, material.anchors, name);
    const below = begin(anchor);
    const chain = follow(material, below, 'through');
    if (chain.incomplete) return null;
    const floor: Floor | null = anchor && below > 1 ? { below, reason: 'before-anchor', anchor } : null;
    return choose(material, chain, floor, anchor && anchor.type !== 'start' ? anchor.seq : null);
  },
});

/** A derived start is not an entry of its own: it marks the beginning of the file. */
const begin = (anchor: AnchorRow | null): number => (anchor === null || anchor.type === 'start' ? 1 : anchor.seq);

export const claudeSelectors: Selectors = {
  'as-recorded': asRecorded,
  full,
  'last-anchor': fromAnchor((step, anchors) => compactionAt(step.origin, anchors)),
  'from-anchor': fromAnchor((_step, anchors, name) => anchorNamed(name, anchors)),
};

const compactionAt = (seq: number | null, anchors: readonly AnchorRow[]): AnchorRow | null =>
  anchors.find((anchor) => anchor.seq === seq && anchor.type === 'compaction') ?? null;

const follow = ({ own, rows, anchors, from, step }: Material, floor: number, past: Past): Chain => {
  const start = own.find((row) => row.seq === step.first);
  if (!start) return { path: [], kept: new Set(), boundary: null, findings: [], incomplete: false };
  return walkChain({ start, rows, anchors, from, floor, past });
};

const choose = (
  material: Material,
  chain: Chain,
  floor: Floor | null,
  anchor: number | null,
  known: Starts | null = null,
): Selection | null => {
  const { step, rows } = material;
  const index = indexOf(rows, step.first);
  const path = chain.path.filter((seq) => seq < step.first);
  if (anchor !== null && !path.includes(anchor)) path.unshift(anchor);
  const gathered = gatheredOn(path, index);
  const micro = material.anchors.filter((each) => gathered.live.has(each.seq) && each.type === 'micro-compaction');
  const cleared = new Set(micro.flatMap((each) => each.compaction?.clearedCalls ?? []));
  const rowOf = (seq: number): EntryRow | undefined => index.rows.get(seq);
  const fixed = new Set([...chain.kept, ...(anchor === null ? [] : [anchor])]);
  const held = wireOrder(gathered.picks, rowOf, fixed).filter((pick) => isSent(rowOf(pick.seq)) || pick.seq === anchor);
  const starts = known ?? startsIn(material, chain, path, gathered, rowOf);
  const again = starts.lost;
  if (known === null && again?.gap != null)
    return material.from > 1 ? null : choose(material, below(again.gap, again, chain), null, anchor, starts);
  const onPath = new Set(path);
  const read = again && mayLose(material.writer ?? null) ? held.filter(({ seq }) => onPath.has(seq) || seq > again.at.seq) : held;
  const mended = !stopsAtGap(material.writer ?? null) && chain.findings.some((one) => one.type === 'broken-chain' && one.at !== null);
  const open = new Set([...givenUp(read, rowOf), ...(mended ? callless(read, rowOf) : [])]);
  const said = open.size === 0 ? read : read.filter(({ seq }) => !open.has(seq));
  const taken = isQueued(material) ? withQueued(said, index.rows, Math.max(again?.at.seq ?? 0, startedAt(material) - 1)) : said;
  const sent = isNext(material) ? withWaiting(taken, index.rows, startedAt(material)) : taken;
  const lost = unread(sent, material, index);
  const growth =
    material.choice.type === 'as-recorded'
      ? growthOn(material, claudeHabits, path, rowsOf(sent, index), Math.max(chain.boundary?.seq ?? 0, again?.at.seq ?? 0))
      : null;
  const offered = sent.filter(({ seq }) => !lost.has(seq)).map(dress(chain, index, cleared, anchor));
  const unsent = growth?.unsent ?? NOTHING;
  return {
    picks: offered.filter(({ seq }) => !unsent.has(seq)),
    ...(growth && { growth }),
    ...(unsent.size > 0 && { offered }),
    ...(lost.size > 0 && { sent: sent.map(({ seq }) => seq) }),
    lead: 0,
    floor,
    reasons: classify(material, index, gathered, lost, unsent),
    otherwise: 'not-selected',
    shaping: micro.map((each) => each.seq),
    findings: [
      ...judged(chain.findings, material, starts),
      ...(again && again.gap === null ? [lostBeside(again)] : []),
      ...writtenAfter(material),
    ],
    trail: { path, live: gathered.live },
  };
};

/** Entries of which an index is kept: some megabytes. */
const MOST_KEPT = 10_000;

let newest: { rows: Material['rows']; first: number; index: TreeIndex } | null = null;

/** What was indexed last is kept: a policy and what was recorded of the same place, which weighs its entries, decide about the same rows. */
const indexOf = (rows: Material['rows'], first: number): TreeIndex => {
  if (newest?.rows === rows && newest.first === first) return newest.index;
  const index = indexTree(rows, first);
  newest = rows.size > MOST_KEPT ? null : { rows, first, index };
  return index;
};

let walked: { index: TreeIndex; path: readonly number[]; gathered: Gathered } | null = null;

/** So is what was gathered on a path: from the last compaction on, a policy and what was recorded follow the same one. */
const gatheredOn = (path: readonly number[], index: TreeIndex): Gathered => {
  if (walked?.index === index && walked.path.length === path.length && walked.path.every((seq, at) => seq === path[at]))
    return walked.gathered;
  const gathered = gather(path, index);
  walked = index === newest?.index ? { index, path, gathered } : null;
  return gathered;
};

/** The entry from which on the program that makes the request wrote: a newer version has read what is before it from the file. */
const startedAt = ({ writers = [], step }: Material): number => writers.findLast(([from]) => from <= step.first)?.[0] ?? 1;

/** A program that writes at once what it receives and what it asks may log a prompt after the answer to it. */
const writtenAfter = ({ own, step, choice }: Material): Finding[] => {
  const parent = own.find(({ seq }) => seq === step.first)?.parentSeq ?? 0;
  if (choice.type !== 'as-recorded' || parent <= step.first) return [];
  const rule = 'The branch of this request; what it continues from is written after its answer, so what it was sent is known in part.';
  const text = `This request continues from entry #${figure(parent)}, which the log has after its answer: that entry and what is above it were sent, and are not in this context.`;
  return [{ type: 'unknown', rule, text }];
};

const lostBeside = ({ at, tokens }: Resumed): Finding => ({ type: 'lost-beside', resumed: at.line, tokens });

const isQueued = ({ writer = null, step }: Material): boolean => !step.sidechain && queueAlone(writer);

const isNext = ({ choice, step }: Material): boolean => choice.type === 'as-recorded' && step.step === null && !step.sidechain;

const NO_STARTS: Starts = { lost: null, held: new Set() };

/** What an old version lost when it resumed, where recorded sizes say so: part of what was recorded. */
const startsIn = (
  { choice, writer = null, recordedOf, step }: Material,
  { findings }: Chain,
  path: readonly number[],
  { picks }: Gathered,
  rowOf: (seq: number) => EntryRow | undefined,
): Starts => {
  if (choice.type !== 'as-recorded' || !recordedOf || !stopsAtGap(writer)) return NO_STARTS;
  // A sub-agent is not started again: its file lacks parents that it never wrote.
  const gaps = new Set(step.sidechain ? [] : findings.flatMap((one) => (isGap(one) ? [one.seq] : [])));
  if (gaps.size === 0 && !mayLose(writer)) return NO_STARTS;
  const onPath = new Set(path);
  const beside = picks.flatMap(({ seq }) => (onPath.has(seq) ? [] : (rowOf(seq) ?? [])));
  if (gaps.size === 0 && beside.length === 0) return NO_STARTS;
  return startsOn({ path, beside, gaps, rowOf, recordedOf, step: step.step, model: step.model, writer });
};

const isGap = (one: Finding): one is Extract<Finding, { type: 'broken-chain' | 'mended-chain' }> =>
  one.type === 'broken-chain' || one.type === 'mended-chain';

/** The chain of an agent that began again from the file and stopped at a gap. */
const below = (gap: number, { at, tokens }: Resumed, chain: Chain): Chain => {
  const path = chain.path.slice(chain.path.indexOf(gap));
  const left = new Set(path);
  const findings = chain.findings.flatMap((one): Finding[] => {
    if (!('seq' in one)) return [one];
    if (one.seq === gap && isGap(one))
      return [{ type: 'ended-chain', seq: gap, line: one.line, parent: one.parent, resumed: at.line, tokens }];
    return left.has(one.seq) ? [one] : [];
  });
  return { ...chain, path, kept: new Set([...chain.kept].filter((seq) => left.has(seq))), boundary: null, findings };
};

/** Gaps of versions that may have stopped there, with what speaks for the agent having had what came before. */
const judged = (findings: readonly Finding[], { writer = null, step, choice }: Material, { held }: Starts): Finding[] =>
  findings.map((one) =>
    isGap(one) && one.at !== null && choice.type === 'as-recorded' && !step.sidechain && stopsAtGap(writer)
      ? { ...one, held: held.has(one.seq) }
      : one,
  );

/** Thinking that the agent still has and the model is not shown: part of what was recorded, whatever other policies would show. */
const unread = (sent: readonly Pick[], { choice, step, writer = null }: Material, index: TreeIndex): ReadonlySet<number> =>
  choice.type === 'as-recorded' ? forgotten(rowsOf(sent, index), { model: step.model, writer }) : new Set();

const rowsOf = (picks: readonly Pick[], index: TreeIndex): EntryRow[] => picks.flatMap(({ seq }) => index.rows.get(seq) ?? []);

const NOTHING: ReadonlyMap<number, unknown> = new Map();

const isSent = (row: EntryRow | undefined): boolean => row !== undefined && has(row.flags, Flag.Sent) && !has(row.flags, Flag.Excluded);

const dress =
  (chain: Chain, index: TreeIndex, cleared: ReadonlySet<string>, anchor: number | null) =>
  (pick: Pick): Pick => {
    // A micro-compaction replaces old results in place.
    const results = index.rows.get(pick.seq)?.results ?? [];
    const isCleared = results.some((call) => cleared.has(call));
    if (!isCleared && !chain.kept.has(pick.seq) && pick.seq !== anchor) return pick;
    return {
      ...pick,
      ...(chain.kept.has(pick.seq) && { why: 'kept by the compaction' }),
      ...(isCleared && { cleared: true, why: 'cleared by a micro-compaction' }),
      ...(pick.seq === anchor && { anchor: true }),
    };
  };

/** A reason for each known entry; those that are picked have one too, which nobody asks for. */
const classify = (
  material: Material,
  index: TreeIndex,
  gathered: Gathered,
  lost: ReadonlySet<number>,
  unsent: ReadonlyMap<number, unknown>,
): Map<number, OmissionReason> => {
  const reasons = new Map<number, OmissionReason>();
  for (const row of index.rows.values())
    reasons.set(row.seq, lost.has(row.seq) ? 'excluded-by-writer' : reasonFor(row, material, gathered.live.has(row.seq)));
  for (const seq of unsent.keys()) reasons.set(seq, 'cleared');
  return reasons;
};

const reasonFor = (row: EntryRow, material: Material, live: boolean): OmissionReason => {
  if (has(row.flags, Flag.Sidecar)) return 'sidecar';
  if (has(row.flags, Flag.Excluded)) return 'excluded-by-writer';
  if (live || row.id === null) return 'not-selected';
  return has(row.flags, Flag.Sidechain) && !isOwnSide(row, material) ? 'subagent' : 'other-branch';
};

/** Whether a sidechain entry belongs to the very sub-agent whose step is looked at. */
const isOwnSide = (row: EntryRow, { step, agentTape }: Material): boolean => step.sidechain && (agentTape || row.origin === step.origin);
