import { create, type StateCreator } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { useShallow } from 'zustand/react/shallow';
import type { Policy, Problem, ResidencyBy } from '../../../shared/model/index.ts';
import { isOnePlace } from '../../../shared/model/place.ts';
import {
  type FilesPlace,
  type GraphLook,
  MOST_SIDES,
  NOWHERE,
  type Panel,
  type Place,
  type SearchPlace,
  type Side,
  type TablePlace,
} from './hash.ts';
import { changedOnly, kept } from './kept.ts';
import { clampTo, type Span } from './span.ts';

export type Axis = 'entry' | 'step' | 'time';
/** What opens over the work where the window is too narrow to show both. */
export type Drawer = 'library' | 'inspector';
export type Overlay =
  | 'open'
  | 'settings'
  | 'keys'
  | 'palette'
  | 'receipt'
  | 'note'
  | 'correct'
  | 'handoff'
  | 'fork'
  | 'discard'
  | 'reset'
  | 'continue'
  | 'workspace'
  | 'surgery'
  | 'changes'
  | 'annotate'
  | 'report'
  | 'memory';

/** What the inspector shows: an entry of the tape, or a line that could not be read. */
export type Inspected = { entry: number } | { problem: Problem };

export interface State extends Place {
  /** The block of the entry's record that is meant, where a view names one that no entry is about; null for the whole. */
  part: number | null;
  /** An unreadable or mended line in the inspector, in place of an entry. */
  problem: Problem | null;
  /** What was inspected on this tape, oldest first, and where in it the reader is. */
  trail: readonly Inspected[];
  trailAt: number;
  /** What is selected is shown as its record. */
  raw: boolean;
  /** Counts selections and arrivals, so that choosing the same entry again brings it into view again. */
  selections: number;
  axis: Axis;
  /** Side panels that are next to the work on a wide window. */
  library: boolean;
  inspector: boolean;
  drawer: Drawer | null;
  /** The one dialog that is open. */
  overlay: Overlay | null;
  /** One line for the reader, from what was done without a dialog: "Copied." */
  notice: string | null;
  /** The last policy that took a budget or words. */
  asked: Policy | null;
  /** Policies before each edit of its parts, the newest last. */
  undo: readonly Policy[];
  /** The part of the policy that is selected, 0 where the context begins; null for none. */
  selectedPart: number | null;
  /** The policy is shown part by part, also at a step. */
  building: boolean;
  /** The inspector is next to the answer, in place of what was lost. */
  reading: boolean;
  /** The timeline is folded while Residency answers, because the answer has its axis. */
  folds: boolean;
  setWhy(why: string | null): void;
  setRaw(raw: boolean): void;
  setReading(reading: boolean): void;
  setFolds(folds: boolean): void;
  openTape(tape: string, at?: Partial<Omit<Place, 'tape'>>): void;
  /** Moves the playhead, within the selected steps where there are any; null is the newest step. */
  moveTo(step: number | null): void;
  /** Moves it after the last step, to the next request, which no selected step is. */
  moveToNext(): void;
  /** Selects steps, that all views show these alone; null shows all again. */
  setSpan(span: Span | null): void;
  /** Selects an entry for the inspector; the playhead stays. */
  select(entry: number | null, part?: number | null): void;
  inspectProblem(problem: Problem): void;
  /** Back (-1) and forward (+1) through what was inspected. */
  walkTrail(by: -1 | 1): void;
  /** Puts a context among those that are compared, or takes it out again where it is one of them. */
  toggleSide(side: Side): void;
  /**
   * What a click with Ctrl compares: `here`, where the reader is, with what was clicked. While `here` is one of the sides, or a single side was
   * taken, each click adds one more or removes it; from anywhere else a new comparison begins.
   */
  compareWith(here: Side | null, side: Side): void;
  setSides(sides: readonly Side[]): void;
  /** Shows these next to each other. In one stroke, so that the address never says that the dialog that asked for it is still open. */
  compare(sides: readonly Side[]): void;
  setPolicy(policy: Policy): void;
  /** As `setPolicy`, with a way back. */
  editPolicy(policy: Policy): void;
  undoPolicy(): void;
  selectPart(at: number | null): void;
  setBuilding(building: boolean): void;
  setFamily(family: boolean): void;
  setBeside(beside: number): void;
  setKinds(kinds: readonly string[]): void;
  setRows(rows: ResidencyBy): void;
  setGraph(graph: Partial<GraphLook>): void;
  /** Changes what What if sends in the place of the policy that is set; that itself changes nothing. */
  setInstead(instead: Policy): void;
  /** Opens What if; with a policy to hold against the one that is set, with that. */
  openWhatIf(instead?: Policy): void;
  setChanges(against: number): void;
  setPanel(panel: Panel): void;
  /** Shows a sub-agent next to the branch that called it, in place of the inspector; null shows that again. */
  setAgent(agent: string | null): void;
  setPhase(phase: number | null): void;
  /** Shows the files of a project, or goes back to the tape (null). */
  setFiles(files: FilesPlace | null): void;
  /** Shows the library as a table, or goes back to the tape (null). */
  setTable(table: TablePlace | null): void;
  /** Shows the search page, or goes back to the tape (null). */
  setSearch(search: SearchPlace | null): void;
  setAxis(axis: Axis): void;
  setSide(side: Drawer, open: boolean): void;
  setDrawer(drawer: Drawer | null): void;
  setOverlay(overlay: Overlay | null): void;
  setNotice(notice: string | null): void;
  /** Takes over a place from a link or the browser's history. */
  goTo(place: Place): void;
}

const TRAIL_LIMIT = 100;

const sameTarget = (a: Inspected | undefined, b: Inspected): boolean =>
  a !== undefined && ('entry' in a ? 'entry' in b && a.entry === b.entry : 'problem' in b && a.problem.offset === b.problem.offset);

const show = (target: Inspected): Pick<State, 'entry' | 'part' | 'problem'> =>
  'entry' in target ? { entry: target.entry, part: null, problem: null } : { entry: null, part: null, problem: target.problem };

const inspect = (state: State, target: Inspected): Partial<State> => {
  const selections = state.selections + 1;
  const selectedPart = null;
  if (sameTarget(state.trail[state.trailAt], target)) return { ...show(target), selections, selectedPart };
  const trail = [...state.trail.slice(0, state.trailAt + 1), target].slice(-TRAIL_LIMIT);
  return { ...show(target), trail, trailAt: trail.length - 1, selections, selectedPart, raw: false };
};

const freshTrail = (entry: number | null): Pick<State, 'part' | 'problem' | 'trail' | 'trailAt'> => ({
  part: null,
  problem: null,
  trail: entry === null ? [] : [{ entry }],
  trailAt: entry === null ? -1 : 0,
});

const sameSide = (a: Side, b: Side): boolean => isOnePlace(a, b) && a.policy === b.policy;

const toggled = (sides: readonly Side[], side: Side): readonly Side[] => {
  const others = sides.filter((other) => !sameSide(other, side));
  return others.length < sides.length ? others : [...sides, side].slice(-MOST_SIDES);
};

/** After a Ctrl-click: continues with what is compared, or begins again from where the reader is. */
const paired = (sides: readonly Side[], here: Side | null, side: Side): readonly Side[] => {
  const has = (one: Side): boolean => sides.some((other) => sameSide(one, other));
  const goesOn = here === null || sameSide(here, side) || sides.length === 1 || has(here) || has(side);
  return toggled(goesOn ? sides : [here], side);
};

const takesMore = (policy: Policy): boolean => policy.startsWith('compact:') || policy.startsWith('memory:') || policy.includes(' + ');

const MOST_UNDO = 50;

const begin: StateCreator<State> = (set) => ({
  ...NOWHERE,
  ...freshTrail(null),
  selections: 0,
  raw: false,
  axis: 'entry',
  library: true,
  inspector: true,
  drawer: null,
  overlay: null,
  notice: null,
  asked: null,
  undo: [],
  selectedPart: null,
  building: false,
  reading: false,
  folds: true,
  setWhy: (why) => set({ why, reading: false }),
  setRaw: (raw) => set({ raw }),
  setReading: (reading) => set({ reading }),
  setFolds: (folds) => set({ folds }),
  openTape: (tape, at = {}) =>
    set((state) => ({
      ...NOWHERE,
      panel: state.panel === 'merge' ? 'context' : state.panel,
      sides: state.sides,
      beside: state.beside,
      family: state.family,
      rows: state.rows,
      graph: state.graph,
      ...freshTrail(at.entry ?? null),
      selections: state.selections + 1,
      undo: [],
      selectedPart: null,
      reading: false,
      ...at,
      tape,
      drawer: state.drawer === 'library' ? null : state.drawer,
    })),
  // Whoever goes to a place of the tape wants to see it, not the files shown in its place.
  moveTo: (step) => set(({ span }) => ({ step: clampTo(span, step), next: false, files: null, table: null, search: null })),
  moveToNext: () => set({ step: null, next: true, span: null, files: null, table: null, search: null }),
  setSpan: (span) => set(({ step }) => (span === null ? { span } : { span, step: clampTo(span, step), next: false })),
  select: (entry, part = null) =>
    set((state) =>
      entry === null
        ? { entry: null, part: null, problem: null }
        : { ...inspect(state, { entry }), part, files: null, table: null, search: null },
    ),
  inspectProblem: (problem) => set((state) => inspect(state, { problem })),
  walkTrail: (by) =>
    set((state) => {
      const target = state.trail[state.trailAt + by];
      return target === undefined ? {} : { ...show(target), trailAt: state.trailAt + by, selections: state.selections + 1 };
    }),
  toggleSide: (side) => set(({ sides }) => ({ sides: toggled(sides, side) })),
  compareWith: (here, side) => set(({ sides }) => ({ sides: paired(sides, here, side) })),
  setSides: (sides) => set({ sides: sides.slice(0, MOST_SIDES) }),
  compare: (sides) => set({ sides: sides.slice(0, MOST_SIDES), panel: 'compare', overlay: null, changes: null }),
  setPolicy: (policy) => set({ policy, undo: [], selectedPart: null, ...(takesMore(policy) && { asked: policy }) }),
  editPolicy: (policy) =>
    set((state) => (policy === state.policy ? {} : { policy, undo: [...state.undo, state.policy].slice(-MOST_UNDO), selectedPart: null })),
  undoPolicy: () =>
    set((state) => {
      const before = state.undo.at(-1);
      return before === undefined ? {} : { policy: before, undo: state.undo.slice(0, -1), selectedPart: null };
    }),
  selectPart: (selectedPart) => set({ selectedPart, entry: null, problem: null }),
  setBuilding: (building) => set({ building }),
  setFamily: (family) => set({ family }),
  setBeside: (beside) => set({ beside }),
  setKinds: (kinds) => set({ kinds }),
  setRows: (rows) => set({ rows }),
  setGraph: (graph) => set((state) => ({ graph: { ...state.graph, ...graph } })),
  setInstead: (instead) => set(({ policy }) => ({ instead: instead === policy ? null : instead })),
  openWhatIf: (instead) => set(instead === undefined ? { panel: 'what-if' } : { panel: 'what-if', instead }),
  setChanges: (changes) => set({ changes }),
  setPanel: (panel) => set({ panel }),
  setAgent: (agent) => set(agent === null ? { agent, drawer: null } : { agent, inspector: true, drawer: 'inspector' }),
  setPhase: (phase) => set({ phase }),
  setFiles: (files) => set({ files, table: null, search: null }),
  setTable: (table) => set({ table, files: null, search: null, drawer: null }),
  setSearch: (search) => set({ search, files: null, table: null, drawer: null }),
  setAxis: (axis) => set({ axis }),
  setSide: (side, open) => set(side === 'library' ? { library: open } : { inspector: open }),
  setDrawer: (drawer) => set({ drawer }),
  setOverlay: (overlay) => set(({ changes }) => ({ overlay, changes: overlay === 'changes' ? (changes ?? 0) : null })),
  setNotice: (notice) => set({ notice }),
  goTo: (place) =>
    set((state) => {
      // What a dialog writes is meant for the tape that it was opened on.
      if (place.files !== null || place.table !== null || place.search !== null) return { ...place, ...freshTrail(null), overlay: null };
      const asked = place.changes === null ? null : ('changes' as const);
      if (place.tape !== state.tape) return { ...place, ...freshTrail(place.entry), selections: state.selections + 1, overlay: asked };
      const overlay = state.overlay === 'changes' ? asked : (asked ?? state.overlay);
      // Only What if says its edits: on the way back to another view they stay.
      const instead = place.panel === 'what-if' ? place.instead : state.instead;
      return { ...place, instead, overlay, ...(place.entry === null ? { problem: null } : inspect(state, { entry: place.entry })) };
    }),
});

/** Selection and layout, nothing that the engine knows. The layout outlives the window, where it can be kept. */
export const useStore = create<State>()(
  persist(begin, {
    name: 'tapescope-layout',
    storage: createJSONStorage(() => changedOnly(kept)),
    partialize: ({ axis, library, inspector }) => ({ axis, library, inspector }),
  }),
);

/** Some parts of it: what uses them is drawn again when one of these changes, and with nothing else. */
export function usePick<Part extends keyof State>(...parts: readonly Part[]): Pick<State, Part> {
  return useStore(useShallow((state) => Object.fromEntries(parts.map((part) => [part, state[part]])) as Pick<State, Part>));
}
