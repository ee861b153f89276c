import type { Relation, TapeRow } from '../model/index.ts';

/** The program behind a format, as people call it. */
export type NameOf = (format: string) => string;

/** "A, B and C"; where there are more than `most`, "A, B and 9 others". */
export function listOf(names: readonly string[], most: number, others: string): string {
  const shown = names.length > most ? [...names.slice(0, most - 1), `${names.length - most + 1} ${others}`] : names;
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

const segments = (path: string): string[] => path.split(/[\\/]+/).filter(Boolean);

/**
 * Short names for working directories: the last folder, with as many parents in front as it takes to tell two apart.
 * What is not a path stays as it is.
 */
export function projectNames(projects: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  let open = [...new Set(projects)].map((project) => ({ project, own: segments(project) }));
  for (let depth = 1; open.length > 0; depth++) {
    const groups = Map.groupBy(open, ({ own }) => own.slice(-depth).join('/'));
    open = [];
    for (const [name, group] of groups) {
      const deeper = group.length === 1 ? [] : group.filter(({ own }) => own.length > depth);
      for (const { project } of group) names.set(project, name || project || 'no project');
      open.push(...deeper);
    }
  }
  return names;
}

/** What a tape is filed under: the repository that its project is of, or else the project. */
export function placeOf({ joined, project }: Pick<TapeRow, 'joined' | 'project'>): string {
  return joined?.of ?? project;
}

const relations: Record<Relation, string> = {
  'sub-agent': 'sub-agent',
  'compaction-copy': 'compaction copy',
  aside: 'aside question',
  warmup: 'warm-up',
  archive: 'archived',
  spill: 'spilled',
  fork: 'fork',
  capture: 'captured requests',
};

/** How a nested tape belongs to the one above it. */
export function relationName(relation: Relation | null): string {
  return relation === null ? '' : relations[relation];
}

const COPIES: Readonly<Record<string, string>> = {
  'fork-session': 'forked copy',
  'drop-span': 'copy without a span',
  compact: 'compacted copy',
};

/** Which copy Tapescope made a file as; empty for what an agent wrote itself. */
export function copyName(copy: TapeRow['copy']): string {
  return copy === null ? '' : (COPIES[copy.op] ?? 'copy');
}

/** Made by the agent program for itself: shown, and left out of every sum. */
export function isDerived(tape: Pick<TapeRow, 'relation'>): boolean {
  return tape.relation === 'compaction-copy' || tape.relation === 'aside' || tape.relation === 'warmup';
}

/** Whether a tape is of a sub-agent as a whole, so that what is aside elsewhere is its main line. */
export function isAgentTape(tape: Pick<TapeRow, 'relation'>): boolean {
  return tape.relation === 'sub-agent' || isDerived(tape);
}

/** Whether a tape is one by itself: not made for another, and no record of what another sent. */
export function isSession(tape: Pick<TapeRow, 'relation'>): boolean {
  return tape.relation !== 'capture' && !isAgentTape(tape);
}

/** All tokens that the log records for a tape. */
export function recordedTokens({ usage }: Pick<TapeRow, 'usage'>): number {
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
}

type Titled = Pick<TapeRow, 'title' | 'session' | 'file'> & Partial<Pick<TapeRow, 'project' | 'native' | 'own'>>;

/** The session that a workspace begins with needs no name next to that of the workspace. */
const MAIN = 'main';

/**
 * What a tape is called; one that says nothing by itself goes by its session or its file. A native tape goes by its place: what its
 * entries say may change with every handoff.
 */
export function titleOf({ title, session, file, project, native, own }: Titled): string {
  if (own?.title) return own.title;
  const last = (path: string) => segments(path).at(-1) ?? path;
  if (native == null || project === undefined) return title || session || last(file);
  return [last(project), ...(native.session === MAIN ? [] : [native.session]), ...(native.fork === null ? [] : [native.fork])].join(' / ');
}

/** What a tape below another is called: what the agent program asked for itself has no title worth reading, but for a person's aside. */
export function nestedTitleOf(tape: Titled & Pick<TapeRow, 'relation'>): string {
  return isDerived(tape) && tape.relation !== 'aside' ? (tape.own?.title ?? relationName(tape.relation)) : titleOf(tape);
}
