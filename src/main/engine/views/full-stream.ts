import type { Block, EntryRow, View } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';
import { formatPolicy, type PolicyChoice } from '../../../shared/model/policy.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { type Scale, scaleFor } from '../formats/context/models.ts';
import type { Selection } from '../formats/context/selection.ts';
import { addWeight, createAnswers, estimate, type Sums } from '../formats/context/tokens.ts';
import { createJudge } from './acceptable.ts';
import { type Asked, ask, type Decided, headOf, measured, sentAt, subagentsOf, tailOf, tokensOf } from './assemble.ts';
import { type BlockFacts, blockOf, createToolNames } from './blocks.ts';
import { branchSource, requestBefore } from './branch-source.ts';
import { createGaps, type Gap, reasonOf, writtenBetween } from './conserve.ts';
import { countRows } from './count.ts';
import { measuredAt } from './expected.ts';
import { createRuns, type Judged, judgeRuns, type Part, RUN } from './full-runs.ts';
import { judgeStretches, stretchesOf } from './full-stretches.ts';
import { listGrowth } from './list-growth.ts';
import type { Request } from './material.ts';
import { holds, omissionOf, weightIn } from './omissions.ts';
import { factsOf } from './record-facts.ts';
import type { Rim } from './rim.ts';
import { encodingFor } from './tokenizer.ts';
import { sharedBy } from './weights.ts';

const FULL: PolicyChoice = { type: 'full' };

type Head = ReturnType<typeof headOf> & { [K in 'parts']: View[K] };

/** A view in the order of its keys; its blocks come a run at a time and are made when they are asked for. */
export interface StreamedView {
  head: Head;
  blocks(): Iterable<Block[]>;
  tail: Omit<View, keyof Head | 'blocks'>;
}

/** What one pass over all blocks has taught. */
interface Seen {
  blocks: number;
  sums: Sums;
  labels: Set<string>;
  refused: string[];
  gaps: Gap[];
  late: number;
  since: { added: number; gone: number };
}

/**
 * The view under `full`, whatever the length of the tape: entries are read a run at a time, for what the view says of all of them and
 * again for the blocks. Everything else is what `assemble` says. Null where it has to be assembled: where a chain is mended by a guess.
 * `run`: entries that are at hand at once; of a tree more, where what belongs together is further apart.
 */
export async function streamFull(rim: Rim, tapeId: string, at: Place, run = RUN): Promise<StreamedView | null> {
  const asked = ask(rim, tapeId, at, FULL);
  const { tape, step, request, source } = asked;
  if (rim.given) return null;
  const { judgeFor, answersOf } = request.rules.tree ? inStretches(rim, asked, run) : inRuns(rim, asked, run);
  const judged = judgeFor(request);
  if (judged === null) return null;
  const decided: Decided = { ...asked, ...judged.frame, request: { ...request, hints: {} }, rowOf: () => undefined };
  const sent = sentAt(rim, decided);
  const model = step.model ?? tape.model;
  const [encoding, scale] = [encodingFor(model), scaleFor(model)];
  const counted = request.rules.tree ? pickedIn(judged) : weighed(sent, judged);
  const counts =
    encoding === null
      ? new Map<number, number>()
      : await countRows(ownRows(counted), tape, rim.formatOf(tape.format), encoding, rim.counter);
  const ofList = () => (request.rules.tree ? undefined : listGrowth(request, sent, source, ({ seq }) => counts.get(seq)));
  const growth = measured(sent.selection.growth ?? ofList());
  const known = step.step === null ? await measuredAt(rim, decided, growth) : null;
  const sharesIn = answersOf(judged, scale);
  const subagentOf = subagentsOf(rim.catalog, tape.id);
  const factsOn = (part: Part): Omit<BlockFacts, 'toolOf'> => {
    const shareOf = sharesIn(part);
    return {
      counted: (row) => counts.get(row.seq),
      estimated: (row) => sharedBy(growth ?? undefined, row) ?? shareOf(row) ?? estimate(row, scale),
      subagentOf,
    };
  };
  const before = requestBefore(branchSource(rim.catalog, tape, request.anchors), step);
  const then = before && judgeFor({ ...request, step: before });
  if (before && then === null) return null;
  const blocks = (): Iterable<Block[]> => blocksIn(judged, factsOn);
  const seen = look({ judged, then, gathers: request.rules.gathers }, blocks(), (row) => weightIn(growth, row, scale));
  const findings = [...judged.frame.selection.findings, ...lateness(seen.late)];
  const whole = { ...decided, selection: { ...decided.selection, findings } };
  const tokens = tokensOf(whole, seen.sums, { encoding, growth, known });
  const facts = await factsOf(whole.selection, tape, rim.formatOf(tape.format), request.rules, (seqs) => source.entriesAt(seqs));
  return {
    head: { ...headOf(whole), parts: [{ text: formatPolicy(FULL), blocks: seen.blocks, tokens: seen.sums }] },
    blocks,
    tail: {
      omissions: seen.gaps.map((gap) => omissionOf(gap, omissionFacts(whole, tokens, growth, scale))),
      ...tailOf(rim, whole, {
        ...{ tokens, known, growth, facts, labels: seen.labels, refused: seen.refused },
        since: before && { step: before.step, ...seen.since },
      }),
    },
  };
}

/** How the entries of a tape are judged, and how the lines of an answer share what was recorded of it. */
interface Way {
  judgeFor(request: Request): Judged | null;
  answersOf(judged: Judged, scale: Scale): (part: Part) => ReturnType<typeof createAnswers>['shareOf'];
}

const outputsOf =
  ({ source }: Asked) =>
  (number: number): number | null =>
    source.step(number).usage?.output ?? null;

/** Lines of an answer may be in any runs. */
const inRuns = ({ catalog }: Rim, asked: Asked, length: number): Way => {
  const { tape, step, source } = asked;
  const runs = createRuns(catalog, tape.id, step.first, length);
  return {
    judgeFor: (request) => judgeRuns(request, source, runs),
    answersOf(judged, scale) {
      const answers = createAnswers(outputsOf(asked), scale);
      for (const rows of runs) for (const row of rows) answers.add(row);
      for (const { row } of judged.ownPicks) answers.add(row);
      return () => answers.shareOf;
    },
  };
};

/** All lines of an answer are in one stretch. */
const inStretches = ({ catalog }: Rim, asked: Asked, length: number): Way => {
  const tree = { catalog, tape: asked.tape.id, source: asked.source };
  const cuts = stretchesOf(asked.request, tree, length);
  return {
    judgeFor: (request) => judgeStretches(request, tree, cuts),
    answersOf: (_judged, scale) => (part) => {
      const answers = createAnswers(outputsOf(asked), scale);
      for (const row of part.rows) answers.add(row);
      return answers.shareOf;
    },
  };
};

const lateness = (entries: number): Selection['findings'] => (entries > 0 ? [{ type: 'written-later', entries }] : []);

const omissionFacts = ({ step }: Decided, tokens: View['tokens'], growth: ReturnType<typeof measured>, scale: Scale) => ({
  ...{ before: step.first, scale, budget: null, sidechain: step.sidechain, choice: FULL, tokens, growth, ended: null },
  stepAfter: () => step.step,
});

/** What is counted: first what the agent itself sent, as far as it goes. */
function* weighed({ material, selection }: ReturnType<typeof sentAt>, judged: Judged): Generator<EntryRow> {
  const own = new Map(material.own.map((row) => [row.seq, row]));
  const taken = new Set(selection.picks.map(({ seq }) => seq));
  for (const { seq } of selection.picks) {
    const row = material.rows.get(seq) ?? own.get(seq);
    if (row) yield row;
  }
  for (const row of pickedIn(judged)) if (!taken.has(row.seq)) yield row;
}

function* pickedIn(judged: Judged): Generator<EntryRow> {
  for (const { picked } of judged.parts()) for (const { row } of picked) yield row;
}

function* ownRows(rows: Iterable<EntryRow>): Generator<EntryRow> {
  for (const row of rows) if (row.seq >= 1) yield row;
}

function* blocksIn(judged: Judged, factsOn: (part: Part) => Omit<BlockFacts, 'toolOf'>): Generator<Block[]> {
  const see = createToolNames();
  for (const part of judged.parts()) {
    const { rows, picked } = part;
    const facts = factsOn(part);
    const names = new Map(rows.map((row) => [row.seq, see(row)]));
    const toolOf: BlockFacts['toolOf'] = ({ seq }) => names.get(seq) || null;
    yield picked.map(({ pick, row }) => blockOf(pick, row, { ...facts, toolOf }));
  }
}

interface Looked {
  judged: Judged;
  /** The request before. */
  then: Judged | null;
  gathers: true | undefined;
}

/** Looks at all parts with their blocks once, and keeps sums. */
const look = ({ judged, then, gathers }: Looked, blocks: Iterable<Block[]>, weigh: (row: EntryRow) => number): Seen => {
  const seen = { blocks: 0, sums: { counted: 0, estimated: 0 }, labels: new Set<string>(), late: 0 };
  const since = createSince(then);
  const judge = createJudge(gathers);
  const gaps = createGaps(keepWeight(weigh));
  const made = blocks[Symbol.iterator]();
  for (const { rows, picked, selection } of judged.parts()) {
    for (const { tokens, label } of made.next().value ?? []) {
      addWeight(seen.sums, tokens);
      seen.labels.add(label);
    }
    for (const { row } of picked) judge.take(row);
    const places = new Map(picked.map(({ row }, at) => [row.seq, at]));
    if (selection !== null) {
      since.take(rows, places);
      let after = seen.blocks;
      for (const row of rows) {
        const at = places.get(row.seq);
        if (at !== undefined) after = Math.max(after, seen.blocks + at + 1);
        else gaps.leave(row.seq, row, { reason: reasonOf(selection, row.seq), by: null, after });
      }
      for (const finding of selection.findings) if (finding.type === 'written-later') seen.late += finding.entries;
    }
    seen.blocks += places.size;
  }
  since.end(judged);
  for (const row of judged.frame.material.between ?? []) gaps.leave(row.seq, row, writtenBetween(seen.blocks));
  return { ...seen, since: since.counts, refused: judge.refusals(), gaps: gaps.all(seen.blocks) };
};

/** A set, or a map by what a set would hold. */
type Numbers = { has(seq: number): boolean; keys(): Iterable<number> };

/** Counts what came and went since an earlier request. What that one logged itself may be among the entries before this one. */
const createSince = (then: Judged | null) => {
  const counts = { added: 0, gone: 0 };
  const own = new Set(then?.ownPicks.map(({ row }) => row.seq));
  const compare = (had: ReadonlySet<number>, has: Numbers): void => {
    for (const seq of has.keys()) if (!had.has(seq)) counts.added += 1;
    for (const seq of had) if (!has.has(seq)) counts.gone += 1;
  };
  return {
    counts,
    take(rows: readonly EntryRow[], has: Numbers): void {
      const had = new Set(then?.judge(rows).picks.map(({ seq }) => seq));
      for (const { seq } of rows) if (own.delete(seq)) had.add(seq);
      compare(had, has);
    },
    /** What the requests logged themselves, after the last run. */
    end: ({ ownPicks }: Judged): void => compare(own, new Set(ownPicks.map(({ row }) => row.seq))),
  };
};

/** Keeps the description of a gap alone: its first row, what those rows weigh that could have been sent, and where its branches begin. */
const keepWeight = (weigh: (row: EntryRow) => number): ((gap: Gap, row: EntryRow) => void) => {
  const parents = new WeakMap<Gap, Set<number | null | 'main'>>();
  const isNew = (gap: Gap, mark: number | null | 'main'): boolean => {
    const known = parents.get(gap) ?? new Set();
    parents.set(gap, known);
    return known.size !== known.add(mark).size;
  };
  return (gap, row) => {
    const { parentSeq } = row;
    const begins = gap.reason === 'other-branch' && (parentSeq === null || !holds(gap, parentSeq)) && isNew(gap, parentSeq);
    const onMain = !has(row.flags, Flag.Sidechain) && isNew(gap, 'main');
    if (gap.rows.length === 0 || begins || onMain) gap.rows.push(row);
    gap.weight ??= null;
    if (has(row.flags, Flag.Sent)) gap.weight = (gap.weight ?? 0) + weigh(row);
  };
};
