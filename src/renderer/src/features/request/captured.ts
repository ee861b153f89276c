import type { CapturedBase } from '../../../../shared/model/index.ts';
import { formatNumber } from '../../ui/format.ts';

/** "as captured in step 12", of another session with its title. */
export function capturedIn({ tape, title, step }: Pick<CapturedBase, 'tape' | 'title' | 'step'>, own: string): string {
  return `as captured in ${tape === own ? '' : `${title}, `}step ${formatNumber(step)}`;
}
