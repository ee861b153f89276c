import { useRef, useState } from 'react';
import { CallError } from '../../../../shared/rpc/client.ts';
import { useFloatStatus, useKnownProject } from '../../data/floatHooks.ts';
import type { FilesPlace } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { runCommand } from '../keyboard/useKeys.ts';
import { FilesSkeleton } from './FilesSkeleton.tsx';
import styles from './Start.module.css';
import { StartView } from './StartView.tsx';
import { useKeptFocus } from './useKeptFocus.ts';
import { Workspace } from './Workspace.tsx';

/** A folder that a link names and that nobody has opened here. Its name is a stranger's words: shown, and nothing more. */
function UnknownProject({ root, onRetry }: { root: string; onRetry: () => void }) {
  const setFiles = useStore((state) => state.setFiles);
  return (
    <div className={`${styles.start} grid full-height scroll-y on-bg centred`} role="alert">
      <div className="grid gap-4 content-start">
        <h2 className={`${styles.title} huge bold`}>Unknown project</h2>
        <p className="dim break-anywhere pretty">
          <code className="ink">{root}</code> has no tape in the library, or no longer exists. A link alone opens no folder: if this one is
          yours, open it yourself.
        </p>
        <div className={`${styles.actions} row middle gap-4`}>
          <Button onClick={() => setFiles(null)}>Go back</Button>
          <Button onClick={() => runCommand('files.open')}>Open a folder…</Button>
          <Button look="quiet" onClick={onRetry}>
            look again
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Files are in a part of the window that keeps the keys, whatever comes and goes in it. */
export function FilesView({ place }: { place: FilesPlace }) {
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box);
  return (
    <div ref={box} className="full-height no-outline" tabIndex={-1}>
      <Known place={place} />
    </div>
  );
}

/** The files of a project that is known. A link may name any folder of the disk: one that is not known is neither opened nor asked about. */
const Known = ({ place }: { place: FilesPlace }) => {
  const known = useKnownProject(place.root);
  if (known.isError) return <Failure error={known.error} onRetry={() => void known.refetch()} />;
  if (known.data === undefined || (known.data === null && known.isFetching)) return <FilesSkeleton />;
  if (known.data === null) return <UnknownProject root={place.root} onRetry={() => void known.refetch()} />;
  return <KnownFiles place={place} />;
};

/** The context files of a project; where it has none, what it would take to have them. */
const KnownFiles = ({ place }: { place: FilesPlace }) => {
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
