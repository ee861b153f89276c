import { isAgentTape } from '../../../shared/library/names.ts';
import type { AnchorRow, Block, EntryRow, Evidence, TapeRow, View } from '../../../shared/model/index.ts';
import { contextLimit } from '../../../shared/model/limits.ts';
import type { Place } from '../../../shared/model/place.ts';
import { formatPolicy, type PolicyChoice } from '../../../shared/model/policy.ts';
import { contextSize } from '../../../shared/model/vocabulary.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Growth, Measured } from '../formats/context/growth-state.ts';
import type { Hints } from '../formats/context/hints.ts';
import { scaleFor } from '../formats/context/models.ts';
import type { PlaceRow } from '../formats/context/place-row.ts';
import type { Pick } from '../formats/context/selection.ts';
import { estimate, type Sums, sumOf, totals } from '../formats/context/tokens.ts';
import { writerAt, writersOf } from '../formats/context/writers.ts';
import { rulesOf } from '../formats/rules.ts';
import { refusals } from './acceptable.ts';
import { type BlockFacts, blockOf, toolNames } from './blocks.ts';
import { branchSource, requestBefore } from './branch-source.ts';
import { conserve, unique } from './conserve.ts';
import { evidenceOf, RECORDED } from './evidence.ts';
import { expectedOf, measuredAt } from './expected.ts';
import { choose } from './load-hints.ts';
import type { Chosen, Request, RowSource } from './material.ts';
import { omissionOf } from './omissions.ts';
import { placeIn } from './place.ts';
import { factsOf } from './record-facts.ts';
import { blocksOf, placedAfter } from './recorded-blocks.ts';
import type { Rim } from './rim.ts';
import { partsIn } from './shares.ts';
import { changesSince } from './since.ts';
import { stepsOf } from './steps-of.ts';
import { encodingFor } from './tokenizer.ts';
import { type RecordFacts, warningsOf } from './warnings.ts';
import { sharedBy, weightsFor } from './weights.ts';

/** What a view is asked of, with the pure decision about it. */
export interface Decided extends Chosen {
  tape: TapeRow;
  place: Place;
  step: PlaceRow;
  request: Request;
  source: RowSource;
  /** Rows of the picks, those of the step itself among them. */
  rowOf: (seq: number) => EntryRow | undefined;
}

export type Asked = { [K in 'tape' | 'place' | 'step' | 'request' | 'source']: Decided[K] };

/** What deciding without hints needs. */
type Rows = { [K in 'catalog' | 'decide']: Rim[K] };

export function ask({ catalog }: Rows, id: string, at: number | Place, choice: PolicyChoice): Asked {
  const tape = catalog.tape(id);
  const rules = rulesOf(tape.format);
  const place = typeof at === 'number' ? { step: at } : at;
  const anchors = catalog.anchors(tape.id);
  const step = placeIn(branchSource(catalog, tape, anchors), place, rules);
  const request = { rules, choice, step, anchors, agentTape: isAgentTape(tape), writers: writersOf(tape) };
  return { tape, place, step, request, source: sourceOf(catalog, tape) };
}

const answer = (asked: Asked, hints: Hints, chosen: Chosen): Decided => {
  const own = new Map(chosen.material.own.map((row) => [row.seq, row]));
  return { ...asked, ...chosen, request: { ...asked.request, hints }, rowOf: (seq) => chosen.material.rows.get(seq) ?? own.get(seq) };
};

/**
 * Loads rows and decides; reads no source, so that `compact` goes by estimates. Throws TapeError('not-found') for an unknown tape, step
 * or anchor, and 'refused' for policies that have to read more (`decideAt` does).
 */
export function decide(rim: Rows, tapeId: string, at: number | Place, choice: PolicyChoice): Decided {
  const asked = ask(rim, tapeId, at, choice);
  return answer(asked, {}, rim.decide(asked.tape, asked.request, asked.source));
}

/** Decides for any policy, with what it has to find out beforehand. Throws TapeError('not-found') as `decide` does. */
export async function decideAt(rim: Rim, tapeId: string, at: number | Place, choice: PolicyChoice): Promise<Decided> {
  const asked = ask(rim, tapeId, at, choice);
  const { hints, ...chosen } = await choose(rim, asked.tape, asked.request, asked.source);
  return answer(asked, hints, chosen);
}

/** The context of one place under one policy; a number is a step. Costs what the context weighs, not what the tape does. */
export async function assemble(rim: Rim, tapeId: string, at: number | Place, choice: PolicyChoice): Promise<View> {
  return viewOf(rim, await decideAt(rim, tapeId, at, choice));
}

/** What was decided as a view. `apart`: each entry in a block of its own, also where a recorded request has several in one. */
export async function viewOf(rim: Rim, decided: Decided, { apart = false } = {}): Promise<View> {
  const { catalog } = rim;
  const { tape, step, request: asked, material, selection, rowOf } = decided;
  const { choice } = asked;
  const format = rim.formatOf(tape.format);
  const { picks, gaps } = conserve(selection, step.first, material.rows, material.between);
  const { recorded: request } = asked.hints ?? {};
  const { offered } = selection;
  const facts = await factsOf(selection, tape, format, asked.rules, (seqs) => catalog.entriesAt(tape.id, seqs));
  const model = step.model ?? tape.model;
  const encoding = encodingFor(model);
  const rows = picks.flatMap((pick) => rowOf(pick.seq) ?? []);
  const places = picks.flatMap(({ instead }) => (instead === undefined ? [] : (rowOf(instead) ?? [])));
  const scale = scaleFor(model);
  const weights =
    asked.hints?.weights ??
    (await weightsFor(
      rim,
      decided,
      [...rows, ...places],
      material.rows.values(),
      choice.type === 'as-recorded' ? decided : sentAt(rim, decided),
    ));
  // A request that is at hand holds its system prompt and tools as blocks: nothing is left for a base.
  const growth = request || rim.given ? null : measured(weights.growth);
  const known = step.step === null ? await measuredAt(rim, decided, growth) : null;
  const blockFacts: BlockFacts = {
    toolOf: toolNames(material.rows.values(), material.own),
    counted: (row) => weights.counts.get(row.seq),
    estimated: (row) => weights.estimates.get(row.seq) ?? estimate(row, scale),
    subagentOf: subagentsOf(catalog, tape.id),
    fromOf: elsewhereIn(asked.hints),
  };
  // What was sent in the place of an entry has its weight: by recorded growth that of the entry is known, else that of its text is.
  const sentInstead = (instead: number): BlockFacts => ({
    ...blockFacts,
    counted: () => weights.counts.get(instead),
    estimated: (row) => sharedBy(weights.growth, row) ?? weights.estimates.get(instead) ?? blockFacts.estimated(row),
  });
  const blockAt = (pick: Pick): Block[] => {
    const row = rowOf(pick.seq);
    return row ? [blockOf(pick, row, pick.instead === undefined ? blockFacts : sentInstead(pick.instead))] : [];
  };
  const blocks = request ? blocksOf(request, picks, { ...blockFacts, rowOf, scale }, apart) : picks.flatMap(blockAt);
  const tokens = tokensOf(decided, sumOf(blocks.map((block) => block.tokens)), { encoding, growth, known });
  const omissionFacts = {
    before: step.first,
    scale,
    budget: selection.budget ?? null,
    sidechain: step.sidechain,
    stepAfter: (seq: number) => stepBehind(seq, decided),
    choice,
    tokens,
    growth,
    ended: selection.findings.find((finding) => finding.type === 'ended-chain') ?? null,
  };
  return {
    ...headOf(decided),
    parts: partsIn(selection, choice, blocks, (pick) => blockAt(pick).at(0)?.tokens),
    blocks,
    omissions: (request ? placedAfter(gaps, request) : gaps).map((gap) => omissionOf(gap, omissionFacts)),
    ...tailOf(rim, decided, {
      ...{ tokens, known, growth, facts, since: await since(rim, decided) },
      labels: new Set(blocks.map(({ label }) => label)),
      refused: wasSent(decided)
        ? []
        : refusals(offered === undefined ? rows : unique(offered).flatMap(({ seq }) => rowOf(seq) ?? []), asked.rules.gathers),
    }),
  };
}

/** What a view begins with: which context it is. */
export function headOf(decided: Decided) {
  const { tape, step, request } = decided;
  const of = { tape: tape.id, step: step.step, ...step.asked };
  return { ...of, evidence: evidenceAt(decided), before: step.first, policy: formatPolicy(request.choice) };
}

/** The tokenizer that reads the context, and what was recorded of it and before it. */
interface Measures {
  encoding: string | null;
  growth: Growth | null;
  known: Measured | null;
}

/** A size of nothing is none that was recorded. */
const recordedOf = ({ usage }: PlaceRow): number | null => (usage === null ? null : contextSize(usage) || null);

/** The totals of a view whose blocks weigh so much. */
export function tokensOf({ step, request }: Decided, sums: Sums, { encoding, growth, known }: Measures): View['tokens'] {
  return totals(sums, {
    recorded: recordedOf(step),
    cached: step.usage?.cacheRead ?? null,
    tokenizer: encoding,
    growth: growth ?? known?.growth ?? null,
    sent: request.choice.type === 'as-recorded',
  });
}

/** What its blocks and omissions have taught about a view. */
interface Told extends Omit<Measures, 'encoding'> {
  tokens: View['tokens'];
  facts: RecordFacts;
  /** Of the blocks. */
  labels: ReadonlySet<string>;
  /** Why no model accepts the messages. */
  refused: readonly string[];
  since: View['since'];
}

/** What a view says after its blocks and omissions. */
export function tailOf(rim: Rim, decided: Decided, { tokens, known, growth, facts, labels, refused, since }: Told) {
  const { tape, step, material, selection } = decided;
  const { rules, choice, hints } = decided.request;
  const { type } = choice;
  const request = hints?.recorded;
  const recorded = recordedOf(step);
  const model = step.model ?? tape.model;
  const told = warningsOf(step, type, selection.findings, facts, tokens, growth === null ? null : selection.growth);
  return {
    // Every part of a recorded request is a block: what is left over is what the estimates are off by.
    tokens: request && recorded !== null ? { ...tokens, base: 0, unexplained: 0 } : tokens,
    ...(step.step === null && { expected: expectedOf(tokens, known, type === 'as-recorded') }),
    model,
    limit: contextLimit(model, largestKnown(recorded ?? sizeBefore(rim, decided), material.anchors)),
    events: growth?.events ?? [],
    lacking: request
      ? []
      : rules.lacking({
          writer: writerAt(writersOf(tape), step.first),
          agent: isAgentTape(tape) || step.sidechain,
          labels,
        }),
    warnings: [...told.map(({ text }) => text), ...refused],
    calm: told.flatMap(({ text, calm }) => (calm ? [text] : [])),
    since,
  };
}

/** How the context of a place is known. */
export function evidenceAt({ step, request: { rules, choice, hints }, selection }: Decided): Evidence {
  return hints?.recorded ? RECORDED : evidenceOf(rules.evidence, step, choice, selection.findings, selection.growth);
}

/** An agent that sent a context put it in order itself; a native tape, another policy, and a request that was not made have nobody who did. */
const wasSent = ({ step, request }: Decided): boolean =>
  step.step !== null && request.choice.type === 'as-recorded' && request.rules.ordered;

/** The context of a place by the agent's own rules, whatever the policy. */
export function sentAt(rim: Rim, { tape, request, source }: Decided): Chosen {
  return rim.decide(tape, { ...request, choice: { type: 'as-recorded' } }, source);
}

/** What a number below 1 means. */
const elsewhereIn = (hints: Hints = {}): NonNullable<BlockFacts['fromOf']> => {
  const all = new Map([...(hints.brought?.values() ?? [])].flat().map(({ seq, from }) => [seq, from]));
  return ({ seq }) => {
    const from = all.get(seq);
    return from ? { tape: from.tape, title: from.title, entry: from.row.seq } : null;
  };
};

/** Growth is known where a request of the branch has a recorded size. */
export function measured(growth: Growth | undefined): Growth | null {
  return growth === undefined || growth.base === null ? null : growth;
}

/** The catalog of one tape, which answers a stretch of entries once: the step before needs the same ones again. */
const sourceOf = (catalog: Catalog, row: TapeRow): RowSource => {
  const { id: tape } = row;
  const held: { from: number; to: number; rows: EntryRow[] }[] = [];
  return {
    entries(from, to) {
      if (from >= to) return [];
      const known = held.find((range) => from >= range.from && to <= range.to);
      if (known) return known.rows.filter((row) => row.seq >= from && row.seq < to);
      const rows = catalog.entries(tape, from, to);
      held.push({ from, to, rows });
      return rows;
    },
    entriesAt: (seqs) => (seqs.length === 0 ? [] : catalog.entriesAt(tape, seqs)),
    resultsOf: (call) => catalog.tool(tape, call).results,
    ...stepsOf(catalog, tape),
  };
};

/** The sub-agents of all calls by one question at the first of them: a context has hundreds of calls, and few of them started any. */
export function subagentsOf(catalog: Catalog, tape: string): BlockFacts['subagentOf'] {
  let agents: Map<number | null, TapeRow> | null = null;
  const load = (): Map<number | null, TapeRow> => {
    const found = new Map<number | null, TapeRow>();
    for (const other of catalog.subagents(tape)) if (!found.has(other.caller)) found.set(other.caller, other);
    return found;
  };
  return ({ seq }) => {
    agents ??= load();
    const agent = agents.get(seq);
    return agent ? { tape: agent.id, steps: agent.steps, title: agent.title } : null;
  };
}

const stepBehind = (seq: number, { material, step }: Decided): number | null => {
  let first: EntryRow | null = null;
  for (const row of material.rows.values()) if (row.seq > seq && row.step !== null && (!first || row.seq < first.seq)) first = row;
  return first?.step ?? step.step;
};

/** A request that was not made goes to the window of the one before it. */
const sizeBefore = (rim: Rim, { tape, step, request }: Decided): number | null => {
  const before = step.step === null ? requestBefore(branchSource(rim.catalog, tape, request.anchors), step) : null;
  return before?.usage ? contextSize(before.usage) : null;
};

/** A compaction tells how large the window was, also where later steps are small again. */
const largestKnown = (recorded: number | null, anchors: readonly AnchorRow[]): number =>
  anchors.reduce((largest, anchor) => Math.max(largest, anchor.compaction?.preTokens ?? 0), recorded ?? 0);

const since = async (rim: Rim, { tape, step, request, source, selection }: Decided): Promise<View['since']> => {
  const before = requestBefore(branchSource(rim.catalog, tape, request.anchors), step);
  if (before === null) return null;
  try {
    const then = await choose(rim, tape, { ...request, step: before }, source);
    return changesSince(before.step, selection.picks, then.selection.picks);
  } catch (failure) {
    // The anchor of the policy may be between the two steps: then there is nothing to compare with.
    if (failure instanceof TapeError && failure.code === 'not-found') return null;
    throw failure;
  }
};
