import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { useShallow } from 'zustand/react/shallow';
import { changedOnly, kept } from './kept.ts';
import { inspected } from './slices/inspected.ts';
import { layout } from './slices/layout.ts';
import { places } from './slices/place.ts';
import { policies } from './slices/policy.ts';
import { sides } from './slices/sides.ts';
import type { State } from './state.ts';

/** Selection and layout, nothing that the engine knows. The layout outlives the window, where it can be kept. */
export const useStore = create<State>()(
  persist((...at) => ({ ...places(...at), ...inspected(...at), ...policies(...at), ...sides(...at), ...layout(...at) }), {
    name: 'tapescope-layout',
    storage: createJSONStorage(() => changedOnly(kept)),
    partialize: ({ axis, library, inspector }) => ({ axis, library, inspector }),
  }),
);

/** Some parts of it: what uses them is drawn again when one of these changes, and with nothing else. */
export function usePick<Part extends keyof State>(...parts: readonly Part[]): Pick<State, Part> {
  return useStore(useShallow((state) => Object.fromEntries(parts.map((part) => [part, state[part]])) as Pick<State, Part>));
}
