import { useRef, useState } from 'react';
import { useFloatCall } from '../../data/floatHooks.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { WriteForm } from '../native/Form.tsx';
import styles from '../native/Native.module.css';
import { PathField } from '../open/PathField.tsx';
import { openFiles } from './place.ts';

/** A project by its folder, also one that no tape was written in. */
export function ProjectDialog({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const open = useFloatCall('float.open');
  const [path, setPath] = useState('');
  const run = () =>
    open.mutate(
      { root: path.trim() },
      {
        onSuccess: ({ root }) => {
          onClose();
          openFiles(root);
        },
      },
    );
  return (
    <Dialog title="Context files of a folder" focus={field} onClose={onClose}>
      <WriteForm
        action="Open"
        disabled={path.trim() === '' || open.isPending}
        note="Nothing is written until you start."
        failure={open.isError && <Failure error={open.error} />}
        onSubmit={run}
      >
        <p className={styles.lead}>The folder of a project.</p>
        <PathField ref={field} path={path} onChange={setPath} onOpen={setPath} foldersOnly />
      </WriteForm>
    </Dialog>
  );
}
