import { type RefObject, useLayoutEffect } from 'react';
import { create } from 'zustand';

/** Where the steps of the answer are on the screen, so that the folded timeline is on the same axis. */
export interface Axis {
  /** Pixels of the window. */
  readonly left: number;
  readonly width: number;
}

export const useSharedAxis = create<{ axis: Axis | null }>(() => ({ axis: null }));

/** Tells where the element is as long as it is there; `width` is its own, as it was measured. */
export function useShareAxis(element: RefObject<HTMLElement | null>, width: number): void {
  useLayoutEffect(() => {
    const share = () => {
      const left = element.current?.getBoundingClientRect().left ?? 0;
      const { axis } = useSharedAxis.getState();
      if (axis?.left !== left || axis.width !== width) useSharedAxis.setState({ axis: { left, width } });
    };
    share();
    window.addEventListener('resize', share);
    return () => window.removeEventListener('resize', share);
  }, [element, width]);
  useLayoutEffect(() => () => useSharedAxis.setState({ axis: null }), []);
}
