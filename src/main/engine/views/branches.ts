import { isAgentTape } from '../../../shared/library/names.ts';
import type { AnchorRow, TapeBranch, TapeBranches, TapeRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import { opensTurn } from '../formats/context/rows.ts';
import { rulesOf } from '../formats/rules.ts';
import { ROLES, StepFlag } from '../pages/rows.ts';
import { aboveOf, type BranchSource, branchSource, requestBefore, requestOf } from './branch-source.ts';

const LINEAR: TapeBranches = { branches: [], of: new Uint32Array(0) };

/** The branches of a tape; none where each request follows the one written before it. Costs a look at the columns of all entries. */
export function branchesOf(catalog: Catalog, tape: TapeRow, anchors: readonly AnchorRow[]): TapeBranches {
  return branchesWith(catalog, tape, anchors).branches;
}

/** The same by the id of a tape. */
export function branchesAt(catalog: Catalog, id: string): TapeBranches {
  const tape = catalog.tape(id);
  return branchesOf(catalog, tape, catalog.anchors(tape.id));
}

/** The same with the request before each step (`stepsBefore`), which is null where the order of writing tells. */
export function branchesWith(
  catalog: Catalog,
  tape: TapeRow,
  anchors: readonly AnchorRow[],
): { branches: TapeBranches; before: Int32Array | null } {
  if (!rulesOf(tape.format).tree || tape.steps < 2) return { branches: LINEAR, before: null };
  const source = branchSource(catalog, tape, anchors);
  const before = stepsBefore(catalog, source);
  return { branches: laneSteps(before, (step) => opensAt(source, step)), before };
}

/** What `requestBefore` says of a step that is on no branch. */
const NO_BRANCH = -1;
/** For an entry whose parent is not simply the one above it. */
const UNKNOWN = -1;

/**
 * The request before each step on its branch, as `requestBefore` has it: 0 for none, −1 for a step that is on no branch. Parents are followed
 * once for all steps; where one is not plain (a compaction that does not say what it follows, a parent that comes later or never), `requestBefore`
 * itself is asked.
 */
export function stepsBefore(catalog: Catalog, source: BranchSource): Int32Array {
  const { tape } = source;
  const before = new Int32Array(tape.steps).fill(NO_BRANCH);
  const firsts = new Uint32Array(tape.steps);
  const agent = isAgentTape(tape);
  for (const { first, count, cols } of catalog.stepRuns(tape.id))
    for (let at = 0; at < count; at++) {
      const flags = cols.flags[at] ?? 0;
      firsts[first + at - 1] = cols.first[at] ?? 0;
      if ((flags & StepFlag.Synthetic) === 0 && (agent || (flags & StepFlag.Sidechain) === 0)) before[first + at - 1] = 0;
    }
  const { parent, newest } = climb(catalog, source, before);
  for (let step = 1; step <= tape.steps; step++) {
    if (before[step - 1] === NO_BRANCH) continue;
    const above = parent[firsts[step - 1] ?? 0] ?? UNKNOWN;
    const found = above > 0 ? (newest[above] ?? UNKNOWN) : UNKNOWN;
    const plain = found !== UNKNOWN && found !== step && (found === 0 || (firsts[found - 1] ?? 0) < (firsts[step - 1] ?? 0));
    before[step - 1] = plain ? found : (requestBefore(source, source.step(step))?.step ?? 0);
  }
  return before;
}

/** By entry: its plain parent (0 for none, −1 where it is not plain), and the newest request at or above it. */
const climb = (catalog: Catalog, { tape, compactions }: BranchSource, before: Int32Array) => {
  const parent = new Int32Array(tape.entries + 1);
  const newest = new Int32Array(tape.entries + 1);
  const assistant = ROLES.indexOf('assistant') + 1;
  let passed = 0;
  let kept: ReadonlySet<number> = new Set();
  for (const { first, count, cols } of catalog.entryRuns(tape.id))
    for (let at = 0; at < count; at++) {
      const seq = first + at;
      let above = cols.parent[at] ?? 0;
      if (compactions[passed]?.seq === seq) {
        const { preserved, logicalParent = null } = compactions[passed]?.compaction ?? {};
        kept = new Set(preserved);
        passed += 1;
        above = logicalParent !== null && logicalParent < seq ? logicalParent : UNKNOWN;
      } else if (above >= seq || kept.has(above)) above = UNKNOWN;
      parent[seq] = above;
      const step = cols.role[at] === assistant ? (cols.step[at] ?? 0) : 0;
      const isRequest = step > 0 && before[step - 1] !== NO_BRANCH;
      newest[seq] = isRequest ? step : above > 0 ? (newest[above] ?? UNKNOWN) : above;
    }
  return { parent, newest };
};

/** The entry that a branch begins with: the newest prompt above its first step, else what came first after the request before. */
const opensAt = (source: BranchSource, step: number): number => {
  let row = source.row(source.step(step).first);
  let opens = row?.seq ?? 0;
  const seen = new Set<number>();
  while (row !== null && !seen.has(row.seq)) {
    seen.add(row.seq);
    if (row.step !== step && requestOf(source, row, opens)) return opens;
    opens = row.seq;
    if (opensTurn(row)) return opens;
    const above = aboveOf(source, row);
    row = above === null ? null : source.row(above);
  }
  return opens;
};

/** Puts steps on branches by what each follows. A branch continues with whatever leads to the newest step; the rest leaves it. */
export function laneSteps(before: Int32Array, opens: (step: number) => number): TapeBranches {
  const follows = joinAgain(before);
  const heir = heirs(follows);
  const of = new Uint32Array(before.length);
  const branches: TapeBranch[] = [];
  for (let step = 1; step <= follows.length; step++) {
    const from = follows[step - 1] ?? NO_BRANCH;
    if (from === NO_BRANCH) continue;
    if (from > 0 && heir[from - 1] === step) {
      const branch = branches[(of[from - 1] ?? 1) - 1];
      if (branch) Object.assign(branch, { last: step, steps: branch.steps + 1 });
      of[step - 1] = of[from - 1] ?? 0;
    } else {
      branches.push({ first: step, last: step, steps: 1, from: from > 0 ? from : null, entry: 0 });
      of[step - 1] = branches.length;
    }
  }
  if (branches.length < 2) return LINEAR;
  return newestFirst(
    branches.map((branch) => ({ ...branch, entry: opens(branch.first) })),
    of,
  );
}

/** A conversation that begins again where the one before had ended is the same line of work: it follows the step written last. */
const joinAgain = (before: Int32Array): Int32Array => {
  const follows = before.slice();
  const followed = new Uint8Array(before.length + 1);
  for (const step of before) if (step > 0) followed[step] = 1;
  let last = 0;
  for (let step = 1; step <= before.length; step++) {
    if (before[step - 1] === NO_BRANCH) continue;
    if (before[step - 1] === 0 && last > 0 && followed[last] === 0) follows[step - 1] = last;
    last = step;
  }
  return follows;
};

/** By step, which of those that follow it leads to the newest step; 0 for none. */
const heirs = (follows: Int32Array): Uint32Array => {
  const heir = new Uint32Array(follows.length);
  const reach = new Uint32Array(follows.length);
  for (let step = follows.length; step >= 1; step--) {
    const newest = Math.max(step, reach[step - 1] ?? 0);
    const from = follows[step - 1] ?? 0;
    if (from < 1 || newest <= (reach[from - 1] ?? 0)) continue;
    reach[from - 1] = newest;
    heir[from - 1] = step;
  }
  return heir;
};

const newestFirst = (branches: readonly TapeBranch[], of: Uint32Array): TapeBranches => {
  const main = branches.reduce((best, { last }, at) => (last > (branches[best]?.last ?? 0) ? at : best), 0);
  const order = [main, ...[...branches.keys()].filter((at) => at !== main)];
  const place = new Uint32Array(branches.length + 1);
  for (const [to, at] of order.entries()) place[at + 1] = to + 1;
  return { branches: order.flatMap((at) => branches[at] ?? []), of: of.map((branch) => place[branch] ?? 0) };
};
