import type { AnchorRow, EntryRow, StepRow } from '../../../shared/model/index.ts';
import { composedOf, type PolicyChoice } from '../../../shared/model/policy.ts';
import { contextSize, Flag } from '../../../shared/model/vocabulary.ts';
import type { Brought, Hints } from '../formats/context/hints.ts';
import type { PlaceRow } from '../formats/context/place-row.ts';
import type { Rules } from '../formats/context/rules.ts';
import type { Material, Selection } from '../formats/context/selection.ts';
import { type Writers, writerAt } from '../formats/context/writers.ts';
import { startOf } from './place.ts';
import { selectorOf } from './strategies.ts';

/** Where rows come from: the catalog of one tape, or a list in a test. */
export interface RowSource {
  /** Entries with from ≤ seq < to, ascending. */
  entries(from: number, to: number): EntryRow[];
  entriesAt(seqs: readonly number[]): EntryRow[];
  /** Entries that answer a call, anywhere in the tape. */
  resultsOf(call: string): number[];
  step(step: number): StepRow;
  /** Steps with from ≤ number ≤ to, ascending. */
  steps(from: number, to: number): StepRow[];
}

export interface Request {
  rules: Rules;
  choice: PolicyChoice;
  step: PlaceRow;
  /** All anchors of the tape. */
  anchors: readonly AnchorRow[];
  agentTape: boolean;
  writers?: Writers;
  /** What was found out beforehand for this step (`load-hints.ts`). */
  hints?: Hints;
}

export interface Chosen {
  material: Material;
  selection: Selection;
}

/**
 * Loads what the policy asks for and lets it decide. A policy that finds its chain leading further back than the
 * catalog's origin says is called again with every row before the step. Throws TapeError('refused') where the policy needs
 * hints that the request does not have: `summary` (but for compactions) and `memory`.
 */
export function chooseFrom(request: Request, source: RowSource): Chosen {
  const { rules, choice, step } = request;
  const selector = selectorOf(rules.selectors, choice);
  const anchors = anchorsBefore(request, step);
  const { hints = {}, writers = [] } = request;
  const brought = new Map([...source.entriesAt(broughtBy(request)), ...elsewhere(hints)].map((row) => [row.seq, row]));
  const recordedOf = (number: number): number | null => {
    const { usage } = source.step(number);
    return usage === null ? null : contextSize(usage);
  };
  for (const from of [Math.min(selector.from(step, anchors), step.first), 1]) {
    const loaded = load(request, anchors, from, source);
    const material = {
      step,
      anchors,
      from,
      agentTape: request.agentTape,
      writers,
      writer: writerAt(writers, step.first),
      recordedOf,
      choice,
      hints,
      brought,
      ...loaded,
    };
    const selection = selector.select(material);
    if (!selection) continue;
    return { material: brought.size === 0 ? material : { ...material, rows: new Map([...brought, ...loaded.rows]) }, selection };
  }
  throw new Error(`The policy ${choice.type} could not decide about ${step.step === null ? 'the next request' : `step ${step.step}`}.`);
}

/** The anchors that a request could begin at. */
export function anchorsBefore({ rules, anchors }: Pick<Request, 'rules' | 'anchors'>, step: PlaceRow): readonly AnchorRow[] {
  return anchors.filter((anchor) => anchor.seq < step.first && rules.isLate?.(anchor, step) !== true);
}

const NONE: ReadonlySet<number> = new Set();

/** Rows before a step that were written after its request. */
export function lateIn(rules: Rules, step: PlaceRow, rows: ReadonlyMap<number, EntryRow>): ReadonlySet<number> {
  const { isLate } = rules;
  if (isLate === undefined) return NONE;
  const late = new Set<number>();
  for (const row of rows.values()) if (isLate(row, step)) late.add(row.seq);
  return late;
}

const broughtBy = ({ hints = {}, step }: Request): number[] => {
  return [...new Set(allBrought(hints).map(({ seq }) => seq))].filter((seq) => seq >= 1 && seq < step.first);
};

const allBrought = ({ cited = [], recalled = [], brought }: Hints): Brought[] => [
  ...cited,
  ...recalled,
  ...[...(brought?.values() ?? [])].flat(),
];

/** Entries of other tapes under the numbers that the hints give them. They reach the model as text of the user's, so they call for nothing here. */
const elsewhere = (hints: Hints): EntryRow[] =>
  allBrought(hints).flatMap(({ seq, from }) => {
    if (!from) return [];
    const { corrects: _, ...row } = from.row;
    return [{ ...row, seq, role: 'user' as const, flags: Flag.Meta, step: null, parentSeq: null, calls: [], results: [] }];
  });

type Loaded = Pick<Material, 'rows' | 'own' | 'between' | 'late' | 'steps'>;

const load = (request: Request, anchors: readonly AnchorRow[], from: number, source: RowSource): Loaded => {
  const { rules, step, choice } = request;
  const entries = entriesFrom(request, anchors, from, source);
  const steps = composedOf(choice).origin.type === 'as-recorded' && rules.tree ? stepsOf(entries.rows.values(), source) : new Map();
  return { ...entries, own: ownOf({ rules, step }, source), between: betweenIn({ rules, step }, source), steps };
};

type Entries = Pick<Loaded, 'rows' | 'late'>;

/** What was put together of a source last. */
const newest = new WeakMap<RowSource, { request: Request; from: number; entries: Entries }>();

/** The entries before a place, put together once for a policy and for what was recorded of the same place, which weighs its entries. */
const entriesFrom = (request: Request, anchors: readonly AnchorRow[], from: number, source: RowSource): Entries => {
  const known = newest.get(source);
  const { rules, step } = request;
  if (known?.from === from && known.request.step === step && known.request.anchors === request.anchors) return known.entries;
  const rows = new Map<number, EntryRow>();
  for (const row of source.entries(from, step.first)) rows.set(row.seq, row);
  for (const row of carriedOver(anchors, from, source)) rows.set(row.seq, row);
  const entries = { rows, late: lateIn(rules, step, rows) };
  newest.set(source, { request, from, entries });
  return entries;
};

/** Entries of the step itself; what is in their place where the request was not made. */
export function ownOf({ rules, step }: Pick<Request, 'rules' | 'step'>, source: RowSource): EntryRow[] {
  if (step.step === null) return startOf(step);
  if (!rules.ownPrompt) return source.entriesAt([step.first]);
  return source.entries(step.first, step.last + 1).filter((row) => row.step === step.step);
}

/** Entries among those of a step that others wrote after its request. */
export function betweenIn({ rules, step }: Pick<Request, 'rules' | 'step'>, source: RowSource): EntryRow[] {
  const { isBetween } = rules;
  return step.step === null || isBetween === undefined
    ? []
    : source.entries(step.first, step.last + 1).filter((row) => isBetween(row, step));
}

/** Steps that are loaded together. */
const WINDOW = 128;

/** The steps that some answers were written in, by number. Steps close together come in one answer; some may be from far before. */
export function stepsOf(rows: Iterable<EntryRow>, source: Pick<RowSource, 'steps'>): Map<number, StepRow> {
  const wanted = new Set<number>();
  for (const { role, step } of rows) if (role === 'assistant' && step !== null) wanted.add(step);
  const numbers = [...wanted].sort((a, b) => a - b);
  const steps = new Map<number, StepRow>();
  for (let at = 0; at < numbers.length; ) {
    const from = numbers[at] ?? 0;
    let last = at;
    while ((numbers[last + 1] ?? Number.POSITIVE_INFINITY) - (numbers[last] ?? 0) < WINDOW) last += 1;
    for (const step of source.steps(from, numbers[last] ?? from)) steps.set(step.step, step);
    at = last + 1;
  }
  return steps;
}

/** What compactions kept from before `from`: the entries themselves, the rest of their messages, and the results of their calls. */
const carriedOver = (anchors: readonly AnchorRow[], from: number, source: RowSource): EntryRow[] => {
  const kept = new Set(anchors.filter((anchor) => anchor.seq >= from).flatMap((anchor) => anchor.compaction?.preserved ?? []));
  const before = [...kept].filter((seq) => seq < from);
  if (before.length === 0) return [];
  const rows = source.entriesAt(before);
  const messages = new Set(rows.filter((row) => row.role === 'assistant' && row.step !== null).map((row) => row.step));
  const lines = [...messages].flatMap((step) => (step === null ? [] : linesOf(step, from, source)));
  const results = new Set([...rows, ...lines].flatMap((row) => row.calls.flatMap((call) => source.resultsOf(call))));
  return [...rows, ...lines, ...source.entriesAt([...results].filter((seq) => seq < from && !kept.has(seq)))];
};

const linesOf = (step: number, from: number, source: RowSource): EntryRow[] => {
  const { first, last } = source.step(step);
  return source.entries(first, Math.min(last + 1, from)).filter((row) => row.step === step && row.role === 'assistant');
};
