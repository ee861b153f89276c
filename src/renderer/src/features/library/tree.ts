import type { TapeRow } from '../../../../shared/model/index.ts';
import { projectNames, recordedTokens, sourceName } from './names.ts';

export type Sort = 'newest' | 'title' | 'steps' | 'tokens';

export interface Wish {
  sort: Sort;
  filter: string;
  /** Keys of rows that stand the other way than they do by themselves: groups open, tapes folded. */
  toggled: ReadonlySet<string>;
}

interface RowBase {
  key: string;
  /** Depth in the tree, 1-based, as readers of the screen count it. */
  level: number;
  /** Null where nothing is below. */
  expanded: boolean | null;
  position: number;
  siblings: number;
}
/** Native tapes stand under a heading of their own, also where there is nothing else. */
const groupName = (format: string): string => (format === 'native' ? WORKSPACES : sourceName(format));
const WORKSPACES = 'Workspaces';

export type SourceRow = RowBase & { type: 'source'; name: string; tapes: number };
export type ProjectRow = RowBase & { type: 'project'; name: string; path: string; tapes: number };
/** `forks` are the open forks of a native session; `name` is what it goes by where its own title would not do. */
export type TapeItem = RowBase & { type: 'tape'; tape: TapeRow; nested: boolean; children: number; forks: number; name: string | null };
export type LibraryRow = SourceRow | ProjectRow | TapeItem;

const orders: Record<Sort, (a: TapeRow, b: TapeRow) => number> = {
  newest: (a, b) => (b.ended ?? 0) - (a.ended ?? 0),
  title: (a, b) => a.title.localeCompare(b.title, 'en', { numeric: true, sensitivity: 'base' }),
  steps: (a, b) => b.steps - a.steps,
  tokens: (a, b) => recordedTokens(b) - recordedTokens(a),
};

const order = (sort: Sort) => (a: TapeRow, b: TapeRow) => orders[sort](a, b) || orders.newest(a, b) || a.id.localeCompare(b.id);

const groupBy = <T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
};

const matches = (words: readonly string[]) => (tape: TapeRow) => {
  const text = `${tape.title}\n${tape.project}\n${tape.session ?? ''}\n${tape.model ?? ''}\n${tape.file}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

/** The tapes that fit the filter, and those above them, so that a hit is never without its session. */
export const filterTapes = (tapes: readonly TapeRow[], filter: string): TapeRow[] => {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...tapes];
  const byId = new Map(tapes.map((tape) => [tape.id, tape]));
  const kept = new Set<string>();
  for (const tape of tapes.filter(matches(words))) {
    let at: TapeRow | undefined = tape;
    while (at !== undefined && !kept.has(at.id)) {
      kept.add(at.id);
      at = at.parent === null ? undefined : byId.get(at.parent);
    }
  }
  return tapes.filter((tape) => kept.has(tape.id));
};

/** Parents that lead in a circle, or to a tape that is not here, leave the tape at the top. */
const rootsOf = (tapes: readonly TapeRow[]): TapeRow[] => {
  const byId = new Map(tapes.map((tape) => [tape.id, tape]));
  const hangs = (tape: TapeRow): boolean => {
    const seen = new Set([tape.id]);
    let parent = tape.parent === null ? undefined : byId.get(tape.parent);
    if (parent === undefined) return false;
    while (parent?.parent != null && !seen.has(parent.id)) {
      seen.add(parent.id);
      parent = byId.get(parent.parent);
    }
    return parent === undefined || !seen.has(parent.id);
  };
  return tapes.filter((tape) => !hangs(tape));
};

interface Walk {
  rows: LibraryRow[];
  children: Map<string, TapeRow[]>;
  isOpen: (key: string, byDefault: boolean) => boolean;
}

const isOpenFork = ({ native }: TapeRow): boolean => native?.fork != null && native.open;

const addTapes = (walk: Walk, tapes: readonly TapeRow[], level: number, nested: boolean, name: string | null = null): void => {
  tapes.forEach((tape, index) => {
    const below = walk.children.get(tape.id) ?? [];
    const key = `tape ${tape.id}`;
    // What hangs below an imported session is the agent's own; a fork is somebody's, and stands in sight.
    const expanded = below.length === 0 ? null : walk.isOpen(key, tape.native !== null);
    walk.rows.push({
      type: 'tape',
      key,
      level,
      expanded,
      position: index + 1,
      siblings: tapes.length,
      tape,
      nested,
      children: below.length,
      forks: below.filter(isOpenFork).length,
      name: name ?? tape.native?.fork ?? tape.native?.session ?? null,
    });
    if (expanded) addTapes(walk, below, level + 1, true);
  });
};

const addProjects = (walk: Walk, source: string, roots: readonly TapeRow[], level: number, names: Map<string, string>): void => {
  const projects = [...groupBy(roots, (tape) => tape.project)];
  // One row each, unless a heading is needed to tell whose sessions are whose.
  const single = source === WORKSPACES && projects.every(([, tapes]) => tapes.length === 1);
  projects.forEach(([path, tapes], index) => {
    if (single) {
      const before = walk.rows.length;
      addTapes(walk, tapes, level, false, names.get(path) ?? path);
      walk.rows[before] = { ...(walk.rows[before] as LibraryRow), position: index + 1, siblings: projects.length };
      return;
    }
    const key = `project ${source} ${path}`;
    const expanded = walk.isOpen(key, true);
    const name = names.get(path) ?? path;
    walk.rows.push({
      type: 'project',
      key,
      level,
      expanded,
      position: index + 1,
      siblings: projects.length,
      name,
      path,
      tapes: tapes.length,
    });
    if (expanded) addTapes(walk, tapes, level + 1, false);
  });
};

/**
 * The library as the flat list of rows that is drawn: sources (where there is more than one), their projects, the tapes, and
 * below them what was made from or for them. Where every workspace has one session, each is one row. Groups follow the order of their first tape.
 */
export const libraryRows = (tapes: readonly TapeRow[], { sort, filter, toggled }: Wish): LibraryRow[] => {
  const searching = filter.trim() !== '';
  const shown = filterTapes(tapes, filter).sort(order(sort));
  const roots = rootsOf(shown);
  const top = new Set(roots);
  const names = projectNames([...new Set(shown.map((tape) => tape.project))]);
  if (sort === 'title')
    roots.sort((a, b) => (names.get(a.project) ?? '').localeCompare(names.get(b.project) ?? '') || order('title')(a, b));
  const walk: Walk = {
    rows: [],
    children: groupBy(
      shown.filter((tape) => !top.has(tape)),
      (tape) => tape.parent ?? '',
    ),
    isOpen: (key, byDefault) => searching || toggled.has(key) !== byDefault,
  };
  const sources = [...groupBy(roots, (tape) => groupName(tape.format))];
  const [only] = sources;
  if (sources.length === 1 && only && only[0] !== WORKSPACES) {
    addProjects(walk, only[0], only[1], 1, names);
    return walk.rows;
  }
  sources.forEach(([name, items], index) => {
    const key = `source ${name}`;
    const expanded = walk.isOpen(key, true);
    walk.rows.push({ type: 'source', key, level: 1, expanded, position: index + 1, siblings: sources.length, name, tapes: items.length });
    if (expanded) addProjects(walk, name, items, 2, names);
  });
  return walk.rows;
};

/** Where the keys lead from a row: up, down, to the ends, to what is above, or one level in. */
export const rowAfter = (rows: readonly LibraryRow[], at: number, key: string): number => {
  const row = rows[at];
  if (key === 'ArrowDown' || key === 'j') return Math.min(rows.length - 1, at + 1);
  if (key === 'ArrowUp' || key === 'k') return Math.max(0, at - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return rows.length - 1;
  if (key === 'ArrowLeft' && row) {
    for (let index = at - 1; index >= 0; index--) if ((rows[index]?.level ?? 0) < row.level) return index;
  }
  if (key === 'ArrowRight' && row?.expanded) return Math.min(rows.length - 1, at + 1);
  return at;
};
