import type { FloatRead } from '../../../../shared/model/float.ts';

/** How what an agent read stood at that moment: as it should, not as it should, or nobody knows. */
export const readTone = ({ stale }: Pick<FloatRead, 'stale'>): 'ok' | 'warn' | 'plain' =>
  stale === null ? 'plain' : stale ? 'warn' : 'ok';
