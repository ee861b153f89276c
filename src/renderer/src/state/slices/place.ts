import { NOWHERE, type Place } from '../hash.ts';
import { clampTo } from '../span.ts';
import type { Places, Slice, State } from '../state.ts';
import { freshTrail, inspect } from './inspected.ts';

const { sides: _sides, second: _second, policy: _policy, instead: _instead, ...nowhere } = NOWHERE;

/** Whoever goes to a place of the tape wants to see it, not the page shown in its place. */
const ON_TAPE = { files: null, table: null, search: null };

const opened = (state: State, tape: string, at: Partial<Omit<Place, 'tape'>>): Partial<State> => ({
  ...NOWHERE,
  panel: state.panel === 'merge' ? 'context' : state.panel,
  sides: state.sides,
  second: state.second,
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
});

const gone = (state: State, place: Place): Partial<State> => {
  // What a dialog writes is meant for the tape that it was opened on.
  if (place.files !== null || place.table !== null || place.search !== null) return { ...place, ...freshTrail(null), overlay: null };
  const asked = place.changes === null ? null : ('changes' as const);
  if (place.tape !== state.tape) return { ...place, ...freshTrail(place.entry), selections: state.selections + 1, overlay: asked };
  const overlay = state.overlay === 'changes' ? asked : (asked ?? state.overlay);
  // Only What if says its edits: on the way back to another view they stay.
  const instead = place.panel === 'what-if' ? place.instead : state.instead;
  return { ...place, instead, overlay, ...(place.entry === null ? { problem: null } : inspect(state, { entry: place.entry })) };
};

export const places: Slice<Places> = (set) => ({
  ...nowhere,
  openTape: (tape, at = {}) => set((state) => opened(state, tape, at)),
  moveTo: (step) => set(({ span }) => ({ step: clampTo(span, step), next: false, ...ON_TAPE })),
  moveToNext: () => set({ step: null, next: true, span: null, ...ON_TAPE }),
  setSpan: (span) => set(({ step }) => (span === null ? { span } : { span, step: clampTo(span, step), next: false })),
  setPanel: (panel) => set({ panel }),
  setWhy: (why) => set({ why, reading: false }),
  setFamily: (family) => set({ family }),
  setKinds: (kinds) => set({ kinds }),
  setRows: (rows) => set({ rows }),
  setGraph: (graph) => set((state) => ({ graph: { ...state.graph, ...graph } })),
  setChanges: (changes) => set({ changes }),
  setAgent: (agent) => set(agent === null ? { agent, drawer: null } : { agent, inspector: true, drawer: 'inspector' }),
  setPhase: (phase) => set({ phase }),
  setFiles: (files) => set({ ...ON_TAPE, files }),
  setTable: (table) => set({ ...ON_TAPE, table, drawer: null }),
  setSearch: (search) => set({ ...ON_TAPE, search, drawer: null }),
  goTo: (place) => set((state) => gone(state, place)),
});
