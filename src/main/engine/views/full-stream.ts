import type { Block, EntryRow, View } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';
import { formatPolicy, type PolicyChoice } from '../../../shared/model/policy.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { type Scale, scaleFor } from '../formats/context/models.ts';
import type { Selection } from '../formats/context/selection.ts';
import { addWeight, createAnswers, estimate, type Sums } from '../formats/context/tokens.ts';
import { createJudge } from './acceptable.ts';
import { ask, type Decided, headOf, measured, sentAt, subagentsOf, tailOf, tokensOf } from './assemble.ts';
import { type BlockFacts, blockOf, createToolNames } from './blocks.ts';
import { branchSource, requestBefore } from './branch.ts';
import { createGaps, type Gap, reasonOf } from './conserve.ts';
import { countRows } from './count.ts';
import { measuredAt } from './expected.ts';
import { createRuns, type Judged, judgeRuns } from './full-runs.ts';
import { listGrowth } from './list-growth.ts';
import { omissionOf, weightIn } from './omissions.ts';
import { NOTHING } from './records.ts';
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
 * The view under `full` of a tape that is a list, whatever its length: rows are read a run at a time, once for what the answers weigh, once for
 * what the view says of all of them, and once for the blocks. Everything else is what `assemble` says. Null for a tape whose entries name their
 * parents: what is on the branch shows only when all are at hand. `run`: entries that are at hand at once.
 */
export const streamFull = async (rim: Rim, tapeId: string, at: Place, run?: number): Promise<StreamedView | null> => {
  const asked = ask(rim, tapeId, at, FULL);
  const { tape, step, request, source } = asked;
  if (request.rules.tree || rim.given) return null;
  const runs = createRuns(rim.catalog, tape.id, step.first, run);
  const judged = judgeRuns(request, source, runs);
  const decided: Decided = { ...asked, ...judged.frame, request: { ...request, hints: {} }, rowOf: () => undefined };
  const sent = sentAt(rim, decided);
  const model = step.model ?? tape.model;
  const [encoding, scale] = [encodingFor(model), scaleFor(model)];
  const answers = createAnswers((number) => source.step(number).usage?.output ?? null, scale);
  for (const rows of runs) for (const row of rows) answers.add(row);
  for (const { row } of judged.ownPicks) answers.add(row);
  const counts =
    encoding === null
      ? new Map<number, number>()
      : await countRows(ownRows(weighed(sent, judged)), tape, rim.formatOf(tape.format), encoding, rim.counter);
  const growth = measured(sent.selection.growth ?? listGrowth(request, sent, source, ({ seq }) => counts.get(seq)));
  const known = step.step === null ? await measuredAt(rim, decided, growth) : null;
  const facts: Omit<BlockFacts, 'toolOf'> = {
    counted: (row) => counts.get(row.seq),
    estimated: (row) => sharedBy(growth ?? undefined, row) ?? answers.shareOf(row) ?? estimate(row, scale),
    subagentOf: subagentsOf(rim.catalog, tape.id),
  };
  const before = requestBefore(branchSource(rim.catalog, tape, request.anchors), step);
  const then = before && judgeRuns({ ...request, step: before }, source, runs);
  const blocks = (): Iterable<Block[]> => blocksIn(judged, facts);
  const seen = look(judged, blocks(), then, (row) => weightIn(growth, row, scale));
  const whole = { ...decided, selection: { ...decided.selection, findings: lateness(seen.late) } };
  const tokens = tokensOf(whole, seen.sums, { encoding, growth, known });
  return {
    head: { ...headOf(whole), parts: [{ text: formatPolicy(FULL), blocks: seen.blocks, tokens: seen.sums }] },
    blocks,
    tail: {
      omissions: seen.gaps.map((gap) => omissionOf(gap, omissionFacts(whole, tokens, growth, scale))),
      ...tailOf(rim, whole, {
        ...{ tokens, known, growth, facts: NOTHING, labels: seen.labels, refused: seen.refused },
        since: before && { step: before.step, ...seen.since },
      }),
    },
  };
};

const lateness = (entries: number): Selection['findings'] => (entries > 0 ? [{ type: 'written-later', entries }] : []);

const omissionFacts = ({ step }: Decided, tokens: View['tokens'], growth: ReturnType<typeof measured>, scale: Scale) => ({
  ...{ scale, budget: null, sidechain: step.sidechain, choice: FULL, tokens, growth, ended: null },
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
  for (const { picked } of judged.parts()) for (const { row } of picked) if (!taken.has(row.seq)) yield row;
}

function* ownRows(rows: Iterable<EntryRow>): Generator<EntryRow> {
  for (const row of rows) if (row.seq >= 1) yield row;
}

function* blocksIn(judged: Judged, facts: Omit<BlockFacts, 'toolOf'>): Generator<Block[]> {
  const see = createToolNames();
  for (const { rows, picked } of judged.parts()) {
    const names = new Map(rows.map((row) => [row.seq, see(row)]));
    const toolOf: BlockFacts['toolOf'] = ({ seq }) => names.get(seq) || null;
    yield picked.map(({ pick, row }) => blockOf(pick, row, { ...facts, toolOf }));
  }
}

/** Looks at all parts with their blocks once, and keeps sums. */
const look = (judged: Judged, blocks: Iterable<Block[]>, then: Judged | null, weigh: (row: EntryRow) => number): Seen => {
  const seen = { blocks: 0, sums: { counted: 0, estimated: 0 }, labels: new Set<string>(), late: 0 };
  const since = createSince(then);
  const judge = createJudge();
  const gaps = createGaps(keepWeight(weigh));
  const made = blocks[Symbol.iterator]();
  for (const { rows, picked, selection } of judged.parts()) {
    for (const { tokens, label } of made.next().value ?? []) {
      addWeight(seen.sums, tokens);
      seen.labels.add(label);
    }
    for (const { row } of picked) judge.take(row);
    const has = new Set(picked.map(({ row }) => row.seq));
    if (selection === null) seen.blocks += has.size;
    else {
      since.take(rows, has);
      for (const row of rows) {
        if (has.has(row.seq)) seen.blocks += 1;
        else gaps.leave(row.seq, row, { reason: reasonOf(selection, row.seq), by: null, after: seen.blocks });
      }
      for (const finding of selection.findings) if (finding.type === 'written-later') seen.late += finding.entries;
    }
  }
  since.end(judged);
  return { ...seen, since: since.counts, refused: judge.refusals(), gaps: gaps.all(seen.blocks) };
};

/** Counts what came and went since an earlier request. What that one logged itself may be among the entries before this one. */
const createSince = (then: Judged | null) => {
  const counts = { added: 0, gone: 0 };
  const own = new Set(then?.ownPicks.map(({ row }) => row.seq));
  const compare = (had: ReadonlySet<number>, has: ReadonlySet<number>): void => {
    for (const seq of has) if (!had.has(seq)) counts.added += 1;
    for (const seq of had) if (!has.has(seq)) counts.gone += 1;
  };
  return {
    counts,
    take(rows: readonly EntryRow[], has: ReadonlySet<number>): void {
      const had = new Set(then?.judge(rows).picks.map(({ seq }) => seq));
      for (const { seq } of rows) if (own.delete(seq)) had.add(seq);
      compare(had, has);
    },
    /** What the requests logged themselves, behind the last run. */
    end: ({ ownPicks }: Judged): void => compare(own, new Set(ownPicks.map(({ row }) => row.seq))),
  };
};

/** Of a gap only what is said of it: its first row, and what those rows weigh that could have been sent. */
const keepWeight =
  (weigh: (row: EntryRow) => number) =>
  (gap: Gap, row: EntryRow): void => {
    if (gap.rows.length === 0) gap.rows.push(row);
    gap.weight ??= null;
    if (has(row.flags, Flag.Sent)) gap.weight = (gap.weight ?? 0) + weigh(row);
  };
