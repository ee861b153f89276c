import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds now. */
const useMedia = (query: string): boolean => {
  const watch = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches);
};

/** Below this width the library and the inspector open over the work instead of next to it. */
export function useNarrow(): boolean {
  return useMedia('(width < 1200px)');
}
