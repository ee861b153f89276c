import { useCallback, useSyncExternalStore } from 'react';

const lists = new Map<string, MediaQueryList>();

/** One list for each query: making one costs a style of the whole page. */
const listOf = (query: string): MediaQueryList => {
  const list = lists.get(query) ?? window.matchMedia(query);
  lists.set(query, list);
  return list;
};

/** Whether a media query holds now. */
const useMedia = (query: string): boolean => {
  const watch = useCallback(
    (listener: () => void) => {
      const list = listOf(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => listOf(query).matches);
};

/** Below this width the library and the inspector open over the work instead of next to it. */
export function useNarrow(): boolean {
  return useMedia('(width < 1200px)');
}
