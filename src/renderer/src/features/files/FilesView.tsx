import { useState } from 'react';
import { CallError } from '../../../../shared/rpc/client.ts';
import { useFloatStatus } from '../../data/floatHooks.ts';
import type { FilesPlace } from '../../state/hash.ts';
import { Failure } from '../../ui/Failure.tsx';
import { FilesSkeleton } from './FilesSkeleton.tsx';
import { StartView } from './StartView.tsx';
import { Workspace } from './Workspace.tsx';

/** The context files of a project; where it has none, what it would take to have them. */
export const FilesView = ({ place }: { place: FilesPlace }) => {
  const { root } = place;
  const status = useFloatStatus(root);
  const [starting, setStarting] = useState<string | null>(null);
  const absent = status.error instanceof CallError && status.error.wire.code === 'not-found';
  if (absent || status.data?.folders === 0 || starting === root)
    return <StartView key={root} root={root} onBusy={(busy) => setStarting(busy ? root : null)} />;
  if (status.data !== undefined) return <Workspace key={root} place={place} status={status.data} />;
  if (status.isError) return <Failure error={status.error} onRetry={() => void status.refetch()} />;
  return <FilesSkeleton />;
};
