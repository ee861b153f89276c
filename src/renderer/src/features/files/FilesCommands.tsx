import { useRef, useState } from 'react';
import { TIERS } from '../../../../shared/model/float-kinds.ts';
import { useClient } from '../../data/client.tsx';
import { useFloatCall } from '../../data/floatHooks.ts';
import { useTape } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { copyPlace } from '../keyboard/copyPlace.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import { WriteForm } from '../native/Form.tsx';
import { PathField } from '../open/PathField.tsx';
import { goInFiles, isRoot, openFiles } from './place.ts';

/** A project by its folder, also one that no tape was written in. */
function ProjectDialog({ onClose }: { onClose: () => void }) {
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
        <p className="small dim pretty break-anywhere pad-bottom-2">The folder of a project.</p>
        <PathField ref={field} path={path} onChange={setPath} onOpen={setPath} foldersOnly />
      </WriteForm>
    </Dialog>
  );
}

/** The way to the files of the open tape's project or of any other and back, and the keys that work there. It draws the one dialog of that. */
export function FilesCommands() {
  const files = useStore((state) => state.files !== null);
  const project = useTape(useStore((state) => state.tape)).data?.tape.project ?? '';
  const setFiles = useStore((state) => state.setFiles);
  useKeys(files ? { files: () => setFiles(null) } : isRoot(project) ? { files: () => openFiles(project) } : {});
  const [choosing, setChoosing] = useState(false);
  useKeys({ 'files.open': () => setChoosing(true) });
  return (
    <>
      {files && <InFiles />}
      {choosing && <ProjectDialog onClose={() => setChoosing(false)} />}
    </>
  );
}

/** The views of a tape have their like here, and their keys: what is in it, what is logged, the graph, what is compared. */
const InFiles = () => {
  const { bridge } = useClient();
  const nextTier = () => {
    const tier = useStore.getState().files?.tier ?? 'standard';
    goInFiles({ tier: TIERS[(TIERS.indexOf(tier) + 1) % TIERS.length] ?? 'standard' });
  };
  useKeys({
    'panel.context': () => goInFiles({ look: 'context' }),
    'panel.entries': () => goInFiles({ look: 'decisions' }),
    'panel.graph': () => goInFiles({ look: 'graph' }),
    'panel.compare': () => goInFiles({ look: 'builds' }),
    'policy.next': nextTier,
    'place.copy': () => copyPlace(bridge),
  });
  return null;
};
