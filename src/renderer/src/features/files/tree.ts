import type { ContextState, FloatFolder, Tier, ValidateRow } from '../../../../shared/model/float.ts';
import { TIER_BUDGETS, TIERS } from '../../../../shared/model/float-kinds.ts';

/** A folder in the tree, with the worst that is known of its files. */
export interface FolderRow {
  readonly folder: FloatFolder;
  /** Depth in the tree, 1-based. */
  readonly level: number;
  /** Null where no folder is in it. */
  readonly expanded: boolean | null;
  readonly position: number;
  readonly siblings: number;
  readonly state: ContextState;
  /** Folders below, out of sight, whose files are to be built. */
  readonly staleBelow: number;
}

/** What the disk showed, and when (epoch ms): a file built since is as it was built. */
export interface DiskCheck {
  readonly at: number;
  readonly rows: ReadonlyMap<string, ContextState>;
}

export type Only = 'all' | 'due' | 'silent' | 'person' | 'model' | 'extracted';

export interface TreeWish {
  readonly filter: string;
  readonly only: Only;
  /** Folders that somebody opened (true) or folded (false). */
  readonly folds: ReadonlyMap<string, boolean>;
  /** The folder that is shown; what leads to it is open by itself. */
  readonly selected: string;
}

export const NO_CHECK: DiskCheck = { at: 0, rows: new Map() };

const fileKey = (path: string, tier: Tier): string => `${tier} ${path}`;

/** Only what the database cannot know is taken from the disk. */
export function diskCheck(rows: readonly ValidateRow[], at: number): DiskCheck {
  return {
    at,
    rows: new Map(
      rows.flatMap(({ path, tier, state }) =>
        path !== null && tier !== null && (state === 'missing' || state === 'changed') ? [[fileKey(path, tier), state] as const] : [],
      ),
    ),
  };
}

const RANK: readonly ContextState[] = ['current', 'foreign', 'over-budget', 'pending', 'changed', 'missing', 'stale'];

const worst = (states: readonly ContextState[]): ContextState =>
  states.reduce<ContextState>((held, state) => (RANK.indexOf(state) > RANK.indexOf(held) ? state : held), 'current');

/** State of one file: what the database says, and where that is well, what the disk showed. */
export function tierState(folder: FloatFolder, tier: Tier, check: DiskCheck): ContextState {
  const built = folder.built.find((one) => one.tier === tier);
  if (built === undefined) return 'pending';
  if (built.state !== 'current') return built.state;
  const seen = check.rows.get(fileKey(folder.path, tier));
  if (seen !== undefined && built.builtAt <= check.at) return seen;
  return built.tokens >= (TIER_BUDGETS[tier] ?? Number.POSITIVE_INFINITY) ? 'over-budget' : 'current';
}

/** Tiers that were built for any folder are wanted for all of them; where nothing was built, all four are. */
export function wantedTiers(folders: readonly FloatFolder[]): readonly Tier[] {
  const built = new Set(folders.flatMap((folder) => folder.built.map(({ tier }) => tier)));
  return built.size === 0 ? TIERS : TIERS.filter((tier) => built.has(tier));
}

/** The worst of a folder's files; one of which nothing was built is pending as a whole. */
export function folderState(folder: FloatFolder, check: DiskCheck, wanted: readonly Tier[] = TIERS): ContextState {
  return folder.built.length === 0 ? 'pending' : worst(wanted.map((tier) => tierState(folder, tier, check)));
}

/** Whether a build has something to write here. */
const isDue = (state: ContextState): boolean => state !== 'current' && state !== 'over-budget' && state !== 'foreign';

/** Whether only the disk shows that something is wrong. */
export function isBroken(state: ContextState | undefined): boolean {
  return state === 'missing' || state === 'changed';
}

const described = ({ description, descriptionBy }: FloatFolder): Only => descriptionBy ?? (description === null ? 'silent' : 'extracted');

export interface Counts {
  readonly all: number;
  readonly due: number;
  readonly silent: number;
  readonly person: number;
  readonly model: number;
  readonly extracted: number;
}

export function countsOf(folders: readonly FloatFolder[], states: ReadonlyMap<string, ContextState>): Counts {
  const counts = { all: folders.length, due: 0, silent: 0, person: 0, model: 0, extracted: 0 };
  for (const folder of folders) {
    if (isDue(states.get(folder.path) ?? 'pending')) counts.due += 1;
    const by = described(folder);
    if (by !== 'all' && by !== 'due') counts[by] += 1;
  }
  return counts;
}

export function statesOf(folders: readonly FloatFolder[], check: DiskCheck): Map<string, ContextState> {
  const wanted = wantedTiers(folders);
  return new Map(folders.map((folder) => [folder.path, folderState(folder, check, wanted)]));
}

/** '/', '/src' and '/src/auth' for '/src/auth'. */
export function trailOf(path: string): string[] {
  const parts = path.split('/').filter(Boolean);
  return ['/', ...parts.map((_, at) => `/${parts.slice(0, at + 1).join('/')}`)];
}

const fits = (folder: FloatFolder, state: ContextState, { filter, only }: Pick<TreeWish, 'filter' | 'only'>): boolean => {
  if (only === 'due' ? !isDue(state) : only !== 'all' && described(folder) !== only) return false;
  const text = `${folder.path}\n${folder.description ?? ''}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

/** Folders open down to here by themselves. */
const OPEN_TO = 2;

interface Walk {
  readonly rows: FolderRow[];
  readonly children: ReadonlyMap<string | null, readonly FloatFolder[]>;
  readonly states: ReadonlyMap<string, ContextState>;
  readonly below: ReadonlyMap<string, number>;
  readonly isOpen: (path: string, level: number) => boolean;
}

const addFolders = (walk: Walk, folders: readonly FloatFolder[], level: number): void => {
  folders.forEach((folder, index) => {
    const inside = walk.children.get(folder.path) ?? [];
    const expanded = inside.length === 0 ? null : walk.isOpen(folder.path, level);
    walk.rows.push({
      folder,
      level,
      expanded,
      position: index + 1,
      siblings: folders.length,
      state: walk.states.get(folder.path) ?? 'pending',
      staleBelow: expanded === false ? (walk.below.get(folder.path) ?? 0) : 0,
    });
    if (expanded === true) addFolders(walk, inside, level + 1);
  });
};

/** How many folders below each one are due. */
const dueBelow = (folders: readonly FloatFolder[], states: ReadonlyMap<string, ContextState>): Map<string, number> => {
  const below = new Map<string, number>();
  for (const { path } of folders)
    if (isDue(states.get(path) ?? 'pending')) for (const above of trailOf(path).slice(0, -1)) below.set(above, (below.get(above) ?? 0) + 1);
  return below;
};

/** What of the tree does not change while one walks in it: which folders are in which, and what is due below each. */
export interface TreeShape {
  readonly children: ReadonlyMap<string | null, readonly FloatFolder[]>;
  readonly states: ReadonlyMap<string, ContextState>;
  readonly below: ReadonlyMap<string, number>;
  readonly searching: boolean;
}

/** While something is looked for, hits stand with all that leads to them. */
export function treeShape(
  folders: readonly FloatFolder[],
  states: ReadonlyMap<string, ContextState>,
  wish: Pick<TreeWish, 'filter' | 'only'>,
): TreeShape {
  const searching = wish.filter.trim() !== '' || wish.only !== 'all';
  const hits = searching ? folders.filter((folder) => fits(folder, states.get(folder.path) ?? 'pending', wish)) : folders;
  const kept = searching ? new Set(hits.flatMap(({ path }) => trailOf(path))) : null;
  const shown = kept === null ? folders : folders.filter(({ path }) => kept.has(path));
  const children = Map.groupBy(shown, (folder) => (folder.path === '/' ? null : (folder.parent ?? '/')));
  return { children, states, below: dueBelow(folders, states), searching };
}

/** The tree as the flat list of rows that is drawn. */
export function rowsOf(shape: TreeShape, { folds, selected }: Pick<TreeWish, 'folds' | 'selected'>): FolderRow[] {
  const { children, states, below, searching } = shape;
  const leads = new Set(trailOf(selected).slice(0, -1));
  const walk: Walk = {
    rows: [],
    children,
    states,
    below,
    isOpen: (path, level) => searching || (folds.get(path) ?? (level < OPEN_TO || leads.has(path))),
  };
  addFolders(walk, children.get(null) ?? children.get('/') ?? [], 1);
  return walk.rows;
}

/** Where the keys lead from a row: up, down, to the ends, to what is above, or one level in. */
export function folderAfter(rows: readonly FolderRow[], at: number, key: string): number {
  const level = rows[at]?.level ?? 1;
  if (key === 'ArrowDown' || key === 'j') return Math.min(rows.length - 1, at + 1);
  if (key === 'ArrowUp' || key === 'k') return Math.max(0, at - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return rows.length - 1;
  if (key === 'ArrowLeft')
    return Math.max(
      0,
      rows.slice(0, at).findLastIndex((row) => row.level < level),
    );
  if (key === 'ArrowRight' && rows[at]?.expanded) return Math.min(rows.length - 1, at + 1);
  return at;
}

/** The next folder behind `at` that is due, round the end; null where none is. */
export function dueAfter(rows: readonly FolderRow[], at: number): number | null {
  for (let by = 1; by <= rows.length; by++) {
    const index = (at + by) % rows.length;
    const row = rows[index];
    if (row !== undefined && isDue(row.state)) return index;
  }
  return null;
}
