import type { Tier } from '../../../../shared/model/float.ts';
import { useBuildDiff } from '../../data/floatHooks.ts';
import { Failure } from '../../ui/Failure.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { DiffText } from './DiffText.tsx';

/** What differs between the file as it stands and what would be built now. */
export function DiskDiff({ root, path, tier }: { root: string; path: string; tier: Tier }) {
  const diff = useBuildDiff(root, { path, tier }, ['disk', 'now']);
  if (diff.isError) return <Failure error={diff.error} onRetry={() => void diff.refetch()} />;
  if (diff.data === undefined) return <SkeletonRows rows={10} height={44} label="Comparing" />;
  return <DiffText diff={diff.data} names={['on disk', 'as built now']} />;
}
