import { useState } from 'react';
import { TIERS } from '../../../../shared/model/float-kinds.ts';
import { useClient } from '../../data/client.tsx';
import { useTape } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { copyPlace } from '../keyboard/copyPlace.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import { ProjectDialog } from './ProjectDialog.tsx';
import { goInFiles, isRoot, openFiles } from './place.ts';

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
