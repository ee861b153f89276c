import type { FilesPlace } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';

/** Goes to another folder, tier or look of the project that is shown. */
export function goInFiles(change: Partial<FilesPlace>): void {
  const { files, setFiles } = useStore.getState();
  if (files !== null) setFiles({ ...files, ...change });
}

/** Shows the files of a project, at its root unless said otherwise. */
export function openFiles(root: string, at: Partial<Omit<FilesPlace, 'root'>> = {}): void {
  useStore.getState().setFiles({ root, folder: '/', tier: 'standard', look: 'context', ...at });
  useStore.getState().setDrawer(null);
}

/** Whether a tape's project is a folder that can have context files. */
export function isRoot(project: string): boolean {
  return /^(\/|[A-Za-z]:[\\/])/.test(project);
}
