import { create } from 'zustand';
import { placeOf } from '../../../../shared/library/names.ts';
import { readQuery, type Term } from '../../../../shared/library/query.ts';
import type { LibraryGroup, LibrarySort, Own, TapeRow } from '../../../../shared/model/index.ts';
import type { Side, TablePlace } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';
import { compareClicked } from '../compare/take.ts';

export interface Column {
  readonly id: string;
  readonly name: string;
  /** Absent for a column that nothing is sorted by. */
  readonly sort?: LibrarySort;
  readonly numeric?: true;
}

/** The columns after the mark, in their order. LibraryPage.module.css has their widths. */
export const COLUMNS = [
  { id: 'title', name: 'Title', sort: 'title' },
  { id: 'project', name: 'Project', sort: 'project' },
  { id: 'agent', name: 'Agent', sort: 'agent' },
  { id: 'model', name: 'Model', sort: 'model' },
  { id: 'date', name: 'Date', sort: 'newest', numeric: true },
  { id: 'steps', name: 'Steps', sort: 'steps', numeric: true },
  { id: 'tokens', name: 'Tokens', sort: 'tokens', numeric: true },
  { id: 'cost', name: 'Cost', sort: 'cost', numeric: true },
  { id: 'curve', name: 'Context' },
  { id: 'compactions', name: 'Compactions', sort: 'compactions', numeric: true },
  { id: 'forks', name: 'Forks', sort: 'forks', numeric: true },
  { id: 'errors', name: 'Errors', sort: 'errors', numeric: true },
] as const satisfies readonly Column[];

interface TableState {
  /** Keys of rows that were unfolded or folded by hand. */
  toggled: readonly string[];
  /** Key of the row that the keys move. */
  active: string | null;
  /** In the order in which they were selected: the first is A. They stay selected when the filter leaves them out. */
  selected: readonly TapeRow[];
  /** What was forgotten last, so that it can be undone. */
  forgot: readonly TapeRow[];
  /** Where the table was left, to go back to. */
  left: TablePlace;
  setActive(active: string | null): void;
  toggle(key: string): void;
  select(tape: TapeRow): void;
  /** Selects those of them that are not selected yet. */
  selectAll(tapes: readonly TapeRow[]): void;
  /** What was said of a selected session, which may not be in sight. */
  hold(id: string, own: Own): void;
  clear(): void;
}

export const useTable = create<TableState>()((set) => ({
  toggled: [],
  active: null,
  selected: [],
  forgot: [],
  left: { query: '', sort: 'newest', reverse: false },
  setActive: (active) => set({ active }),
  toggle: (key) =>
    set(({ toggled }) => ({ toggled: toggled.includes(key) ? toggled.filter((other) => other !== key) : [...toggled, key] })),
  select: (tape) =>
    set(({ selected }) => {
      const others = selected.filter(({ id }) => id !== tape.id);
      return { selected: others.length < selected.length ? others : [...selected, tape] };
    }),
  selectAll: (tapes) =>
    set(({ selected }) => ({ selected: [...selected, ...tapes.filter(({ id }) => !selected.some((one) => one.id === id))] })),
  hold: (id, own) => set(({ selected }) => ({ selected: selected.map((tape) => (tape.id === id ? { ...tape, own } : tape)) })),
  clear: () => set({ selected: [], forgot: [] }),
}));

/** Where the table was left. */
export function lastTable(): TablePlace {
  return useTable.getState().left;
}

/** The same place with its rows in place of its sums. */
export function rowsOf({ sums: _, ...place }: TablePlace): TablePlace {
  return place;
}

/** Changes what the table shows. */
export function goInTable(change: Partial<TablePlace>): void {
  const place = { ...lastTable(), ...useStore.getState().table, ...change };
  useTable.setState({ left: place, active: null });
  useStore.getState().setTable(place);
}

/** Groups the rows; by nothing where that is asked for. */
export function groupBy(group: LibraryGroup): void {
  const { group: _, ...rest } = { ...lastTable(), ...useStore.getState().table };
  const place = group === 'none' ? rest : { ...rest, group };
  useTable.setState({ left: place, active: null });
  useStore.getState().setTable(place);
}

/** Sorts by a column; by the same again, from its other end. */
export function sortBy(sort: LibrarySort): void {
  const { table } = useStore.getState();
  goInTable({ sort, reverse: table?.sort === sort && !table.reverse });
}

const SIGNS: Readonly<Record<string, string>> = { '>': 'over', '>=': 'at least', '<': 'under', '<=': 'at most', '=': 'exactly' };

const NAMES: Readonly<Record<string, string>> = { since: 'Since', until: 'Until', has: 'With' };

const spanWords: Readonly<Record<string, string>> = { h: 'hours', d: 'days', w: 'weeks' };

const valueWords = ({ name, value }: Term): string => {
  const figure = /^(>=|<=|>|<|=)?(\d.*)$/.exec(value);
  const span = /^(\d+)([hdw])$/.exec(value);
  if (name === 'since' || name === 'until') return span ? `${span[1]} ${spanWords[span[2] ?? '']} ago` : value;
  if (value.startsWith('=')) return `exactly ${value.slice(1)}`;
  const counts = name !== null && !['project', 'agent', 'model', 'title', 'tag', 'has'].includes(name);
  return counts && figure ? `${SIGNS[figure[1] ?? '>=']} ${figure[2]}` : value;
};

/** A condition as it is said: "Steps", "at least 10". */
export function termWords(term: Term): { name: string; value: string } {
  if (term.name === null) return { name: 'Words', value: term.value };
  const name = NAMES[term.name] ?? `${term.name[0]?.toUpperCase()}${term.name.slice(1)}`;
  return { name, value: `${term.not ? 'not ' : ''}${valueWords(term)}` };
}

/** The filter without one of its conditions. */
export function withoutTerm(query: string, at: number): string {
  return readQuery(query)
    .filter((_term, index) => index !== at)
    .map(({ text }) => text)
    .join(' ');
}

/** How two selected sessions are related, before they are compared; null where nothing is known. */
export function relationOf(a: TapeRow, b: TapeRow): string | null {
  if (a.parent === b.id || b.parent === a.id) {
    const made = a.parent === b.id ? a : b;
    return made.relation === 'fork' ? 'one was forked from the other' : `one is a ${made.relation ?? 'part'} of the other`;
  }
  if (a.parent !== null && a.parent === b.parent)
    return a.relation === 'fork' && b.relation === 'fork' ? 'siblings: forks of one session' : 'of one session';
  if (a.session !== null && a.session === b.session) return 'of one session';
  if (a.project === b.project) return 'in the same project';
  return placeOf(a) === placeOf(b) ? 'in the same repository' : null;
}

/** The last request of a session, as a side of a comparison; of one without steps the next. */
const lastOf = ({ id, steps }: TapeRow): Side => ({ tape: id, ...(steps > 0 ? { step: steps } : { next: true }), policy: 'as-recorded' });

/** Shows the last request of a session next to `here`, where the reader is; without a place that is another tape it is opened. */
export function compareTape(here: Side | null, tape: TapeRow): void {
  const { openTape, setPanel } = useStore.getState();
  if (here === null || here.tape === tape.id) {
    openTape(tape.id);
    return;
  }
  compareClicked(here, lastOf(tape));
  if (useStore.getState().sides.length > 1) setPanel('compare');
}

/** Compares the last requests of sessions, in the order in which they were selected. */
export function compareTapes(tapes: readonly TapeRow[], then?: () => void): void {
  const [first] = tapes;
  if (first === undefined) return;
  const { openTape, compare } = useStore.getState();
  openTape(first.id);
  if (tapes.length > 1) compare(tapes.map(lastOf));
  then?.();
}
