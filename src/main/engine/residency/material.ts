import { isAgentTape } from '../../../shared/library/names.ts';
import { isOnLine, lineThrough, otherBranches } from '../../../shared/model/branches.ts';
import type { EntryRow, OtherBranch, StepRow, TapeBranches, TapeRow } from '../../../shared/model/index.ts';
import { composedOf, type PolicyChoice } from '../../../shared/model/policy.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Catalog } from '../catalog/types.ts';
import { scaleFor } from '../formats/context/models.ts';
import { writersOf } from '../formats/context/writers.ts';
import { rulesOf } from '../formats/rules.ts';
import { type BranchSource, branchSource, requestBefore } from '../views/branch-source.ts';
import { branchesWith } from '../views/branches.ts';
import { anchorsBefore } from '../views/material.ts';
import { estimatesOf } from './estimates.ts';
import type { Asked, Rows } from './held.ts';
import type { Weights } from './stays.ts';

/** What is known of a tape before any of its entries is looked at. */
export interface Outline {
  tape: TapeRow;
  /** All steps, those of sub-agents among them. */
  all: readonly StepRow[];
  branches: TapeBranches;
  /** By step, the request before it on its branch, as `stepsBefore` has it; null where the order of writing tells. */
  before: Int32Array | null;
  asked: Asked;
}

/** Steps of one line of work that made a request: the branch that was asked for, and what it continues from. */
export interface Line {
  steps: StepRow[];
  /** Branches that are not on that line. */
  otherBranches: OtherBranch[];
}

/** A tape as residency looks at it: all rows at once, since it looks at all of them step after step. */
export interface Whole extends Line {
  tape: TapeRow;
  /** All from one entry on; of the whole tape, or of a stretch of it. */
  rows: readonly EntryRow[];
  source: Rows;
  all: readonly StepRow[];
  asked: Asked;
  /** By estimate; `counted` has what was counted among them. */
  weights: Weights;
}

/** Which steps of a tape are followed. */
export interface Part {
  /** A step on the line; the newest where none is named. */
  at?: number | undefined;
  /** Place of a branch. */
  branch?: number | undefined;
}

export function outlineOf(catalog: Catalog, id: string, choice: PolicyChoice): Outline {
  const tape = catalog.tape(id);
  const all = catalog.steps(tape.id, 1, Math.max(1, tape.steps)).items;
  const anchors = catalog.anchors(tape.id);
  const asked = { rules: rulesOf(tape.format), choice, anchors, agentTape: isAgentTape(tape), writers: writersOf(tape) };
  return { tape, all, asked, ...branchesWith(catalog, tape, anchors) };
}

/** The request before a step on its branch; null at its first one. */
export function beforeIn(catalog: Catalog, { tape, all, before, asked }: Outline): (step: StepRow) => StepRow | null {
  const source: BranchSource = {
    ...branchSource(catalog, tape, asked.anchors),
    step: (step) => all[step - 1] ?? catalog.step(tape.id, step),
    steps: (from, limit) => all.slice(from - 1, from - 1 + limit),
  };
  return (step) => {
    const known = before?.[step.step - 1] ?? -1;
    return known < 0 ? requestBefore(source, step) : (all[known - 1] ?? null);
  };
}

/** The line through the step `at`, else through the newest; or of one branch its own steps alone. */
export function lineOf({ tape, all, branches, asked }: Outline, { at, branch }: Part = {}): Line {
  const line = lineThrough(branches, at ?? tape.steps);
  const isWanted = ({ step }: StepRow): boolean =>
    branch === undefined ? isOnLine(branches, line, step) : branches.of[step - 1] === branch + 1;
  // A sub-agent inside the file has a context of its own, unless it is the whole tape; a synthetic answer has none.
  const main = all.filter((step) => (asked.agentTape || !step.sidechain) && !step.synthetic && isWanted(step));
  return { steps: main.filter(hasContext(asked)), otherBranches: otherBranches(branches, line) };
}

/** Loads the entries with from ≤ seq < to, which following a line needs. What is outside is looked up where somebody asks for it. */
export function withRows(catalog: Catalog, { tape, all, asked }: Outline, line: Line, from: number, to: number): Whole {
  const rows = catalog.entries(tape.id, from, to);
  const isHere = (seq: number): boolean => seq >= from && seq < from + rows.length;
  const rowAt = (seq: number): EntryRow | undefined => (isHere(seq) ? rows[seq - from] : catalog.entriesAt(tape.id, [seq])[0]);
  const source: Rows = {
    entries: (first, end) =>
      first >= from && end <= from + rows.length
        ? rows.slice(first - from, Math.max(first, end) - from)
        : catalog.entries(tape.id, first, end),
    row: rowAt,
    entriesAt: (seqs) => seqs.map(rowAt).filter((row) => row !== undefined),
    resultsOf: (call) => catalog.tool(tape.id, call).results,
    step: (step) => all[step - 1] ?? catalog.step(tape.id, step),
    steps: (first, last) => all.slice(first - 1, last),
  };
  return { tape, rows, source, all, ...line, asked, weights: estimates(tape, rows, all) };
}

/** Loads all that following a line of a tape needs. Throws as `outlineOf` does, and TapeError('not-found') where no step is after a named anchor. */
export function loadWhole(catalog: Catalog, id: string, choice: PolicyChoice, part: Part = {}): Whole {
  const outline = outlineOf(catalog, id, choice);
  const line = lineOf(outline, part);
  needContext(outline, line);
  return withRows(catalog, outline, line, 1, outline.tape.entries + 1);
}

/** Policies that bring entries from elsewhere: what they find out for a step says nothing about the next. */
export function brings({ type }: PolicyChoice): boolean {
  return type === 'summary' || type === 'memory' || type === 'composed';
}

/** Policies that shrink what `last-anchor` shows. */
export function shrinks({ type }: PolicyChoice): boolean {
  return type === 'compact' || type === 'summary' || type === 'memory';
}

/** Under a named anchor a context exists where the anchor is before the request. */
export function hasContext(asked: Asked): (step: StepRow) => boolean {
  const { origin } = composedOf(asked.choice);
  if (origin.type !== 'from-anchor') return () => true;
  const { name, seq } = origin;
  const named = asked.anchors.filter((anchor) => (seq === undefined ? anchor.name === name : anchor.seq === seq));
  return (step) => anchorsBefore({ ...asked, anchors: named }, step).length > 0;
}

/** Throws TapeError('not-found') where no step of a line has a context under a named anchor. */
const needContext = ({ asked: { choice, anchors }, all }: Outline, { steps }: Line): void => {
  const { origin } = composedOf(choice);
  if (origin.type !== 'from-anchor' || steps.length > 0 || all.length === 0) return;
  const names = [...new Set(anchors.map(({ name }) => name))];
  const known = names.length === 0 ? 'This tape has no anchor.' : `This tape has: ${names.slice(0, 20).join(', ')}.`;
  const wanted = origin.seq === undefined ? `called ${JSON.stringify(origin.name)}` : `at entry #${origin.seq}`;
  throw new TapeError('not-found', `No anchor ${wanted} is before a step. ${known}`, { anchors: names });
};

const estimates = (tape: TapeRow, rows: readonly EntryRow[], steps: readonly StepRow[]): Weights => ({
  tokens: estimatesOf(tape.entries, rows, (step) => steps[step - 1]?.usage?.output ?? null, scaleFor(tape.model)),
  ...{ exact: new Uint8Array(tape.entries + 2), counts: new Map(), tokenizer: null },
});
