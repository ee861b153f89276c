import type { Relation, TapeRow } from '../../../../shared/model/index.ts';

const sources: Record<string, string> = { 'claude-code': 'Claude Code', claude: 'Claude Code', bub: 'Bub', native: 'native' };

/** The program behind a format, as people call it. */
export const sourceName = (format: string): string => sources[format] ?? format;

const segments = (path: string): string[] => path.split(/[\\/]+/).filter(Boolean);

/**
 * Short names for working directories: the last folder, with as many parents in front as it takes to tell two apart.
 * What is no path stays as it is.
 */
export const projectNames = (projects: readonly string[]): Map<string, string> => {
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
};

const relations: Record<Relation, string> = {
  'sub-agent': 'sub-agent',
  'compaction-copy': 'compaction copy',
  aside: 'aside question',
  warmup: 'warm-up',
  archive: 'archived',
  spill: 'spilled',
  fork: 'fork',
};

/** How a nested tape belongs to the one above it. */
export const relationName = (relation: Relation | null): string => (relation === null ? '' : relations[relation]);

/** Made by the agent program for itself: shown, and left out of every sum. */
export const isDerived = (tape: Pick<TapeRow, 'relation'>): boolean =>
  tape.relation === 'compaction-copy' || tape.relation === 'aside' || tape.relation === 'warmup';

/** All tokens that the log records for a tape. */
export const recordedTokens = ({ usage }: Pick<TapeRow, 'usage'>): number =>
  usage.input + usage.output + usage.cacheRead + usage.cacheWrite;

/** What a tape is called; one that says nothing by itself goes by its session or its file. */
export const titleOf = (tape: Pick<TapeRow, 'title' | 'session' | 'file'>): string =>
  tape.title || tape.session || (segments(tape.file).at(-1) ?? tape.file);
