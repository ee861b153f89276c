import type { FloatRead } from '../../../../shared/model/float.ts';
import type { TapeRow } from '../../../../shared/model/index.ts';

/** How what an agent read stood at that moment: as it should, not as it should, or nobody knows. */
export const readTone = ({ stale }: Pick<FloatRead, 'stale'>): 'ok' | 'warn' | 'plain' =>
  stale === null ? 'plain' : stale ? 'warn' : 'ok';

/** The same in two words. */
export const readWord = ({ stale }: Pick<FloatRead, 'stale'>): string =>
  stale === null ? 'unknown build' : stale ? 'stale build' : 'current build';

/** The tapes that were written in a project, the newest first. Those of the same moment keep their order. */
export const newestOf = <Tape extends Pick<TapeRow, 'project' | 'ended'>>(tapes: readonly Tape[], root: string): Tape[] =>
  tapes
    .filter(({ project }) => project === root || project.startsWith(root.endsWith('/') ? root : `${root}/`))
    .toSorted((a, b) => (b.ended ?? 0) - (a.ended ?? 0));
