import type { FloatRead } from '../../../../shared/model/float.ts';
import { formatMoment } from '../../ui/format.ts';

/** How what an agent read stood at that moment: as it should, not as it should, or nobody knows. */
export function readTone({ stale }: Pick<FloatRead, 'stale'>): 'ok' | 'warn' | 'plain' {
  return stale === null ? 'plain' : stale ? 'warn' : 'ok';
}

/** The same in two words. */
export function readWord({ stale }: Pick<FloatRead, 'stale'>): string {
  return stale === null ? 'unknown build' : stale ? 'stale build' : 'current build';
}

/** Which build that was and how it stood, in a sentence; or why nobody knows. */
export function readWords({ told, builtAt, stale, staleAt }: Pick<FloatRead, 'told' | 'builtAt' | 'stale' | 'staleAt'>): string {
  switch (told) {
    case 'unknown-project':
      return 'The project is unknown, and so is whether the file was stale.';
    case 'no-sign':
      return 'Neither the result nor the time shows which build it was.';
    case 'unknown-build':
      return 'The project does not know this build: its database was rebuilt since, or the file is another project’s.';
  }
  const how = told === 'time' ? ', by its time: the result does not show the first lines' : '';
  const which = `The build of ${formatMoment(builtAt)}${how}`;
  if (stale === null) return `${which}; the transcript has no time, so it is unknown whether it was stale.`;
  return stale ? `${which}; stale since ${formatMoment(staleAt)}.` : `${which}; current at that time.`;
}
