import type { EntryRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { anchorsUpTo } from '../formats/context/anchors.ts';
import type { PlaceRow } from '../formats/context/place-row.ts';
import type { Finding, Material, Selection } from '../formats/context/selection.ts';
import { writerAt } from '../formats/context/writers.ts';
import { reasonOf } from './conserve.ts';
import { cutsIn, isLoose } from './full-cuts.ts';
import { createRuns, type Entries, type Judged, withRows } from './full-runs.ts';
import { anchorsBefore, lateIn, ownOf, type Request, type RowSource } from './material.ts';
import { startOf } from './place.ts';

/** Where the entries of a tree are read. */
export interface Tree {
  catalog: Entries;
  tape: string;
  source: RowSource;
}

const startIn = ({ step }: Request, own: readonly EntryRow[]): EntryRow | undefined => own.find(({ seq }) => seq === step.first);

/** The entries that the stretches before a request begin with. */
export function stretchesOf(request: Request, { catalog, tape, source }: Tree, length: number): number[] {
  const { first } = request.step;
  const start = startIn(request, ownOf(request, source));
  const runs = createRuns(catalog, tape, first, length);
  const queued = request.rules.queued?.(writerAt(request.writers ?? [], first)) ?? null;
  return cutsIn({ runs, first, anchors: anchorsBefore(request, request.step), start, queued, length });
}

/** What the chain of a request comes from into a stretch: the request itself, or the entry that the next stretch begins with. */
type Entrance = 'request' | 'entry' | null;

interface Stretch {
  rows: EntryRow[];
  selection: Selection;
}

/**
 * What `full` chooses of the entries of a tree, a stretch at a time (`full-cuts.ts`): a stretch is judged as the context of a request
 * after the entry that the next one begins with. Null where a parent was never written and is guessed at: such a chain is mended as a whole.
 */
export function judgeStretches(request: Request, tree: Tree, cuts: readonly number[]): Judged | null {
  const { first } = request.step;
  const begins = cuts.filter((seq) => seq === 1 || seq < first);
  const { decide, nothing, follows } = createDecide(request, tree);
  const stretch = (at: number, entrance: Entrance): Stretch => decide(begins[at] ?? 1, begins[at + 1] ?? first, entrance);
  const entrances: Entrance[] = begins.map(() => null);
  const findings: Finding[] = [];
  for (let at = begins.length - 1, entrance: Entrance = 'request'; at >= 0 && entrance !== null; at -= 1) {
    entrances[at] = entrance;
    const judged = stretch(at, entrance);
    findings.push(...judged.selection.findings);
    entrance = follows(judged) ? 'entry' : null;
  }
  if (findings.some((one) => one.type === 'broken-chain' && one.at !== null)) return null;
  const judgedAt = (at: number): Stretch => stretch(at, entrances[at] ?? null);
  const { material, selection: nowhere } = nothing();
  return {
    frame: { material, selection: { ...nowhere, findings } },
    ownPicks: [],
    judge: ([head]) => (head === undefined || head.seq >= first ? nowhere : judgedAt(begins.indexOf(head.seq)).selection),
    *parts() {
      for (const at of begins.keys()) {
        const { rows, selection: chosen } = judgedAt(at);
        yield { rows, picked: withRows(chosen.picks, new Map(rows.map((row) => [row.seq, row]))), selection: chosen };
      }
    },
  };
}

const createDecide = (request: Request, { catalog, tape, source }: Tree) => {
  const { rules, choice, step, agentTape, writers = [] } = request;
  const anchors = anchorsBefore(request, step);
  const own = ownOf(request, source);
  const start = startIn(request, own);
  const common = { choice, agentTape, writers, writer: writerAt(writers, step.first), hints: {}, steps: new Map(), brought: new Map() };
  const materialOf = (rows: readonly EntryRow[], from: number, place: PlaceRow, mine: readonly EntryRow[]): Material => {
    const byEntry = new Map(rows.map((row) => [row.seq, row]));
    const here = anchors.slice(anchorsUpTo(anchors, from), anchorsUpTo(anchors, place.first));
    return { ...common, step: place, rows: byEntry, from, own: mine, anchors: here, late: lateIn(rules, place, byEntry) };
  };
  const select = (material: Material): Selection => {
    const selection = rules.selectors.full.select(material, { name: '' });
    if (selection === null) throw new Error('A policy that follows a chain could not decide about a part of it.');
    return selection;
  };
  /** In the place of an answer to what follows on `leaf`. */
  const after = (leaf: EntryRow): EntryRow[] => {
    if (isLoose(start)) return start ? [{ ...start, seq: leaf.seq + 1 }] : [];
    return startOf({ ...step, first: leaf.seq + 1, sidechain: has(start?.flags ?? 0, Flag.Sidechain), leaf });
  };
  const decide = (from: number, to: number, entrance: Entrance): Stretch => {
    if (entrance === 'request') {
      const rows = catalog.entries(tape, from, step.first);
      return { rows, selection: select(materialOf(rows, from, step, own)) };
    }
    const rows = catalog.entries(tape, from, to + 1);
    const leaf = rows.pop();
    if (entrance === null || leaf === undefined) return { rows, selection: select(materialOf(rows, from, { ...step, first: to }, [])) };
    const selection = select(materialOf([...rows, leaf], from, { ...step, first: to + 1 }, after(leaf)));
    return { rows, selection: { ...selection, picks: selection.picks.filter(({ seq }) => seq < to) } };
  };
  /** Without any entry before the request. */
  const nothing = () => {
    const material = { ...materialOf([], step.first, step, own), anchors };
    return { material, selection: select({ ...material, anchors: [] }) };
  };
  /** Whether the chain continues to what is before a stretch. */
  const follows = ({ rows: [head], selection }: Stretch): boolean => {
    if (isLoose(start)) return true;
    return head !== undefined && (head.parentSeq ?? 0) > 0 && !ELSEWHERE.has(reasonOf(selection, head.seq));
  };
  return { decide, nothing, follows };
};

const ELSEWHERE: ReadonlySet<string> = new Set(['other-branch', 'subagent']);
