import { useStore } from '../../state/store.ts';
import { useNarrow } from '../../ui/useMedia.ts';

/** Unfolds the inspector: next to the work, or over it on a narrow window. */
export function useShowInspector(): () => void {
  const narrow = useNarrow();
  const setDrawer = useStore((state) => state.setDrawer);
  const setSide = useStore((state) => state.setSide);
  return () => (narrow ? setDrawer('inspector') : setSide('inspector', true));
}
