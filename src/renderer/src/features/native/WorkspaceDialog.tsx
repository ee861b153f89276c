import { useRef, useState } from 'react';
import { useInfo } from '../../data/appHooks.ts';
import { useNativeCall } from '../../data/nativeHooks.ts';
import { useStore } from '../../state/store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { PathField } from '../open/PathField.tsx';
import { READ_ONLY } from './actions.ts';
import { WriteForm } from './Form.tsx';

/** Binds a folder to a workspace, or opens the one that it has. */
export function WorkspaceDialog({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const readOnly = useInfo().data?.readOnly === true;
  const openTape = useStore((state) => state.openTape);
  const init = useNativeCall('native.init');
  const [path, setPath] = useState('');
  const run = () =>
    init.mutate(
      { root: path.trim().replace(/(.)[\\/]+$/, '$1') },
      {
        onSuccess: ({ tape }) => {
          onClose();
          openTape(tape.id);
        },
      },
    );
  return (
    <Dialog title="Start a workspace" focus={field} onClose={onClose}>
      <WriteForm
        action="Start"
        disabled={readOnly || path.trim() === '' || init.isPending}
        note={readOnly ? READ_ONLY : 'Like tape init in that folder. Writes nothing into it.'}
        failure={init.isError && <Failure error={init.error} />}
        onSubmit={run}
      >
        <p className="small dim pretty break-anywhere pad-bottom-2">
          Gives a folder a tape that you and your agents append to. If the folder has one, opens it.
        </p>
        <PathField ref={field} path={path} onChange={setPath} onOpen={setPath} foldersOnly />
      </WriteForm>
    </Dialog>
  );
}
