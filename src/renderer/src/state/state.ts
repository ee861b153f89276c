import type { StateCreator } from 'zustand';
import type { Policy, Problem, ResidencyBy } from '../../../shared/model/index.ts';
import type { FilesPlace, GraphLook, Panel, Place, SearchPlace, Side, TablePlace } from './hash.ts';
import type { Span } from './span.ts';

/** Where the reader is on which tape, in which view of it, or on which page in its place. */
export interface Places extends Omit<Place, keyof (Sides & Policies)> {
  openTape(tape: string, at?: Partial<Omit<Place, 'tape'>>): void;
  /** Moves the playhead, within the selected steps where there are any; null is the newest step. */
  moveTo(step: number | null): void;
  /** Moves it after the last step, to the next request, which no selected step is. */
  moveToNext(): void;
  /** Selects steps, that all views show these alone; null shows all again. */
  setSpan(span: Span | null): void;
  setPanel(panel: Panel): void;
  setWhy(why: string | null): void;
  setFamily(family: boolean): void;
  setKinds(kinds: readonly string[]): void;
  setRows(rows: ResidencyBy): void;
  setGraph(graph: Partial<GraphLook>): void;
  setChanges(against: number): void;
  /** Shows a sub-agent next to the branch that called it, in place of the inspector; null shows that again. */
  setAgent(agent: string | null): void;
  setPhase(phase: number | null): void;
  /** Shows the files of a project, or goes back to the tape (null). */
  setFiles(files: FilesPlace | null): void;
  /** Shows the library as a table, or goes back to the tape (null). */
  setTable(table: TablePlace | null): void;
  /** Shows the search page, or goes back to the tape (null). */
  setSearch(search: SearchPlace | null): void;
  /** Takes over a place from a link or the browser's history. */
  goTo(place: Place): void;
}

/** What the inspector shows: an entry of the tape, or a line that could not be read. */
export type Target = { entry: number } | { problem: Problem };

/** What is selected for the inspector, and what was before it. */
export interface Inspected {
  /** The block of the entry's record that is meant, where a view names one that no entry is about; null for the whole. */
  part: number | null;
  /** An unreadable or mended line in the inspector, in place of an entry. */
  problem: Problem | null;
  /** What was inspected on this tape, oldest first, and where in it the reader is. */
  trail: readonly Target[];
  trailAt: number;
  /** What is selected is shown as its record. */
  raw: boolean;
  /** Counts selections and arrivals, so that choosing the same entry again brings it into view again. */
  selections: number;
  setRaw(raw: boolean): void;
  /** Selects an entry for the inspector; the playhead stays. */
  select(entry: number | null, part?: number | null): void;
  inspectProblem(problem: Problem): void;
  /** Back (-1) and forward (+1) through what was inspected. */
  walkTrail(by: -1 | 1): void;
}

/** The policy that makes the context, how it is edited, and what What if holds against it. */
export interface Policies extends Pick<Place, 'policy' | 'instead'> {
  /** The last policy that took a budget or words. */
  asked: Policy | null;
  /** Policies before each edit of its parts, the newest last. */
  undo: readonly Policy[];
  /** The part of the policy that is selected, 0 where the context begins; null for none. */
  selectedPart: number | null;
  /** The policy is shown part by part, also at a step. */
  building: boolean;
  setPolicy(policy: Policy): void;
  /** As `setPolicy`, with a way back. */
  editPolicy(policy: Policy): void;
  undoPolicy(): void;
  selectPart(at: number | null): void;
  setBuilding(building: boolean): void;
  /** Changes what What if sends in the place of the policy that is set; that itself changes nothing. */
  setInstead(instead: Policy): void;
  /** Opens What if; with a policy to hold against the one that is set, with that. */
  openWhatIf(instead?: Policy): void;
}

/** The contexts that are compared. */
export interface Sides extends Pick<Place, 'sides' | 'second'> {
  /** Puts a context among those that are compared, or takes it out again where it is one of them. */
  toggleSide(side: Side): void;
  /**
   * What a click with Ctrl compares: `here`, where the reader is, with what was clicked. While `here` is one of the sides, or a single side was
   * taken, each click adds one more or removes it; from anywhere else a new comparison begins.
   */
  compareWith(here: Side | null, side: Side): void;
  setSides(sides: readonly Side[]): void;
  setSecond(second: number): void;
  /** Shows these next to each other. In one stroke, so that the address never says that the dialog that asked for it is still open. */
  compare(sides: readonly Side[]): void;
}

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

/** How the window is laid out, and what is open over it. */
export interface Layout {
  axis: Axis;
  /** Side panels that are next to the work on a wide window. */
  library: boolean;
  inspector: boolean;
  drawer: Drawer | null;
  /** The one dialog that is open. */
  overlay: Overlay | null;
  /** One line for the reader, from what was done without a dialog: "Copied." */
  notice: string | null;
  /** The inspector is next to the answer, in place of what was lost. */
  reading: boolean;
  /** The timeline is folded while Residency answers, because the answer has its axis. */
  folds: boolean;
  setAxis(axis: Axis): void;
  setSide(side: Drawer, open: boolean): void;
  setDrawer(drawer: Drawer | null): void;
  setOverlay(overlay: Overlay | null): void;
  setNotice(notice: string | null): void;
  setReading(reading: boolean): void;
  setFolds(folds: boolean): void;
}

export type State = Places & Inspected & Policies & Sides & Layout;

/** A part of the state with what changes it. An action may change another part where one stroke changes both. */
export type Slice<Part> = StateCreator<State, [['zustand/persist', unknown]], [], Part>;
