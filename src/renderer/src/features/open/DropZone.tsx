import { useEffect, useEffectEvent, useState } from 'react';
import type { Input } from '../../../../shared/rpc/contract.ts';
import { useOpen } from '../../data/appHooks.ts';
import { useClient } from '../../data/client.tsx';
import { usePick } from '../../state/store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import styles from './Open.module.css';
import { OpenProgress } from './OpenProgress.tsx';
import { OpenResult } from './OpenResult.tsx';
import { useOpenDialog } from './state.ts';

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Takes files and folders dropped anywhere on the window. A browser does not say where they are; then it asks for the path. */
export function DropZone() {
  const { bridge } = useClient();
  const { setOverlay, openTape } = usePick('setOverlay', 'openTape');
  const { setPath, setHint } = useOpenDialog();
  const [over, setOver] = useState(false);
  const open = useOpen();

  const take = (files: readonly File[]) => {
    const paths = files.map((file) => bridge.pathOf(file));
    const known = paths.filter((path) => path !== null);
    if (known.length === 0) {
      setPath('');
      setHint(`A browser does not reveal where ${files[0]?.name ?? 'a file'} is. Choose it here.`);
      setOverlay('open');
      return;
    }
    run({ paths: known });
  };
  const run = (wanted: Input<'library.open'>) =>
    open.mutate(wanted, {
      onSuccess: ({ tapes, refused }) => {
        const [first] = tapes;
        if (first) openTape(first.id);
        if (refused.length === 0 && first) open.reset();
      },
    });
  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    if (event.type === 'drop') take([...(event.dataTransfer?.files ?? [])]);
    // relatedTarget is null only when the pointer leaves the window itself.
    setOver(event.type !== 'drop' && !(event.type === 'dragleave' && event.relatedTarget === null));
  });
  useEffect(() => {
    const types = ['dragenter', 'dragover', 'dragleave', 'drop'] as const;
    const listener = (event: DragEvent) => onDrag(event);
    for (const type of types) window.addEventListener(type, listener);
    return () => {
      for (const type of types) window.removeEventListener(type, listener);
    };
  }, []);

  if (over) {
    return (
      <div className={`${styles.drop} grid bold no-pointer fill huge`}>
        <p>Drop files or folders to open them</p>
      </div>
    );
  }
  if (open.isIdle) return null;
  return (
    <Dialog title="Opening" size="small" onClose={open.reset}>
      <div className="stack shrink-y scroll-y gap-3 pad-x-4 pad-top-2 pad-bottom-4">
        {open.isPending && <OpenProgress />}
        {open.isError && <Failure error={open.error} />}
        {open.data && <OpenResult answer={open.data} onOpened={open.reset} onAs={(path, as) => run({ paths: [path], as })} />}
      </div>
    </Dialog>
  );
}
