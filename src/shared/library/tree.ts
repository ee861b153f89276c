import type { LibraryRow, LibrarySort, TapeItem, TapeRow } from '../model/index.ts';
import { type NameOf, placeOf, projectNames } from './names.ts';
import { byName } from './order.ts';
import { fitting } from './query.ts';

export interface Wish {
  sort: LibrarySort;
  filter: string;
  /** Keys of rows that are the other way than by default: groups open, tapes folded. */
  toggled: ReadonlySet<string>;
}

/** Native tapes are under a heading of their own, also where there is nothing else. */
const groupName = (format: string, nameOf: NameOf): string => (format === 'native' ? WORKSPACES : nameOf(format));
const WORKSPACES = 'Workspaces';

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** `agent:NAME` keeps what that agent wrote, by the start of its name or id. */
const AGENT = 'agent:';

/** The filter that keeps the tapes below a heading of the library. */
export function agentFilter(group: string): string {
  return `${AGENT}${group === WORKSPACES ? 'native' : group.toLowerCase().replaceAll(' ', '-')}`;
}

const isBelow = ({ parent }: TapeRow): boolean => parent !== null;

/** These tapes of all, and those above them, in the order of all. */
export function withParents(tapes: readonly TapeRow[], hits: readonly TapeRow[]): readonly TapeRow[] {
  if (!hits.some(isBelow)) return hits;
  const byId = new Map(tapes.map((tape) => [tape.id, tape]));
  const kept = new Set<string>();
  for (const tape of hits) {
    let at: TapeRow | undefined = tape;
    while (at !== undefined && !kept.has(at.id)) {
      kept.add(at.id);
      at = at.parent === null ? undefined : byId.get(at.parent);
    }
  }
  return tapes.filter((tape) => kept.has(tape.id));
}

/** The tapes that fit the filter, and those above them, so that a hit is never without its session. */
export function filterTapes(tapes: readonly TapeRow[], filter: string, nameOf: NameOf): readonly TapeRow[] {
  const fits = fitting(filter, nameOf, Date.now());
  return fits === null ? tapes : withParents(tapes, tapes.filter(fits));
}

/** Parents that lead in a circle, or to a tape that is not here, leave the tape at the top. */
export function rootsOf(tapes: readonly TapeRow[]): readonly TapeRow[] {
  if (!tapes.some(isBelow)) return tapes;
  const byId = new Map(tapes.map((tape) => [tape.id, tape]));
  const hangs = (tape: TapeRow): boolean => {
    let parent = tape.parent === null ? undefined : byId.get(tape.parent);
    if (parent === undefined) return false;
    const seen = new Set([tape.id]);
    while (parent?.parent != null && !seen.has(parent.id)) {
      seen.add(parent.id);
      parent = byId.get(parent.parent);
    }
    return parent === undefined || !seen.has(parent.id);
  };
  return tapes.filter((tape) => !hangs(tape));
}

/** What is shown below others, by what it is below; what was captured comes last. */
export function childrenOf(shown: readonly TapeRow[], roots: readonly TapeRow[]): Map<string, TapeRow[]> {
  if (roots.length === shown.length) return new Map();
  const top = new Set(roots);
  const below = Map.groupBy(
    shown.filter((tape) => !top.has(tape)),
    ({ relation }) => relation === 'capture',
  );
  return groupBy([...(below.get(false) ?? []), ...(below.get(true) ?? [])], (tape) => tape.parent ?? '');
}

export interface Walk {
  rows: LibraryRow[];
  children: Map<string, TapeRow[]>;
  isOpen: (key: string, byDefault: boolean) => boolean;
}

/** Where rows hang: below which row, and how deep. */
interface Place {
  parent: number | null;
  level: number;
}

const isOpenFork = ({ native }: TapeRow): boolean => native?.fork != null && native.open;

const NOTHING: readonly TapeRow[] = [];

export function addTape(
  walk: Walk,
  tape: TapeRow,
  at: Pick<LibraryRow, 'parent' | 'level' | 'position' | 'siblings'>,
  name: string | null,
  nested: boolean,
): void {
  const below = walk.children.get(tape.id) ?? NOTHING;
  const key = `tape ${tape.id}`;
  // What hangs below an imported session is the agent's own; a person made a fork, so it is in sight.
  const expanded = below.length === 0 ? null : walk.isOpen(key, tape.native !== null && below.some(({ relation }) => relation === 'fork'));
  const index = walk.rows.length;
  walk.rows.push({
    type: 'tape',
    key,
    index,
    parent: at.parent,
    level: at.level,
    expanded,
    position: at.position,
    siblings: at.siblings,
    tape,
    nested,
    forks: below.length === 0 ? 0 : below.filter(isOpenFork).length,
    name: name ?? tape.native?.fork ?? tape.native?.session ?? null,
  } satisfies TapeItem);
  if (expanded) addTapes(walk, below, { parent: index, level: at.level + 1 }, true);
}

const addTapes = (walk: Walk, tapes: readonly TapeRow[], { parent, level }: Place, nested: boolean): void => {
  for (const [at, tape] of tapes.entries()) addTape(walk, tape, { parent, level, position: at + 1, siblings: tapes.length }, null, nested);
};

const addProjects = (walk: Walk, source: string, roots: readonly TapeRow[], { parent, level }: Place, names: Map<string, string>): void => {
  const projects = [...groupBy(roots, placeOf)];
  // One row each, unless a heading is needed to tell whose sessions are whose.
  const single = source === WORKSPACES && projects.every(([, tapes]) => tapes.length === 1);
  projects.forEach(([filed, tapes], at) => {
    const place = { parent, level, position: at + 1, siblings: projects.length };
    const name = names.get(filed) ?? filed;
    if (single) {
      for (const tape of tapes) addTape(walk, tape, place, name, false);
      return;
    }
    const key = `project ${source} ${filed}`;
    // A folder of it: the context files are those of a folder.
    const path = tapes[0]?.project ?? filed;
    const expanded = walk.isOpen(key, true);
    const index = walk.rows.length;
    walk.rows.push({ type: 'project', key, index, ...place, expanded, name, path, tapes: tapes.length });
    if (expanded) addTapes(walk, tapes, { parent: index, level: level + 1 }, false);
  });
};

/** Tapes of one project next to each other, the projects by name; within one, the order stays. */
const byProject = (roots: readonly TapeRow[], names: Map<string, string>): readonly TapeRow[] =>
  [...groupBy(roots, placeOf)].sort(([a], [b]) => byName(names.get(a) ?? '', names.get(b) ?? '')).flatMap(([, tapes]) => tapes);

/**
 * The library as the flat list of rows that is drawn: sources (where there is more than one), their projects, the tapes, and
 * below them what was made from or for them. Where every workspace has one session, each is one row. Groups follow the order of their first tape.
 * `tapes` are in the order that is wished for (order.ts).
 */
export function libraryRows(tapes: readonly TapeRow[], { sort, filter, toggled }: Wish, nameOf: NameOf): LibraryRow[] {
  const searching = filter.trim() !== '';
  const shown = filterTapes(tapes, filter, nameOf);
  const tops = rootsOf(shown);
  const names = projectNames([...new Set(shown.map(placeOf))]);
  const roots = sort === 'title' ? byProject(tops, names) : tops;
  const walk: Walk = {
    rows: [],
    children: childrenOf(shown, tops),
    isOpen: (key, byDefault) => searching || toggled.has(key) !== byDefault,
  };
  const sources = [...groupBy(roots, (tape) => groupName(tape.format, nameOf))];
  const [only] = sources;
  if (sources.length === 1 && only && only[0] !== WORKSPACES) {
    addProjects(walk, only[0], only[1], { parent: null, level: 1 }, names);
    return walk.rows;
  }
  sources.forEach(([name, items], at) => {
    const key = `source ${name}`;
    const expanded = walk.isOpen(key, true);
    const index = walk.rows.length;
    const place = { parent: null, level: 1, position: at + 1, siblings: sources.length };
    walk.rows.push({ type: 'source', key, index, ...place, expanded, name, tapes: items.length });
    if (expanded) addProjects(walk, name, items, { parent: index, level: 2 }, names);
  });
  return walk.rows;
}

/** Where the keys lead from a row of this many: up, down, to the ends, to what is above, or one level in. */
export function indexAfter(row: Pick<LibraryRow, 'index' | 'parent' | 'expanded'>, count: number, key: string): number {
  if (key === 'ArrowDown' || key === 'j') return Math.min(count - 1, row.index + 1);
  if (key === 'ArrowUp' || key === 'k') return Math.max(0, row.index - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === 'ArrowLeft') return row.parent ?? row.index;
  if (key === 'ArrowRight' && row.expanded) return Math.min(count - 1, row.index + 1);
  return row.index;
}
