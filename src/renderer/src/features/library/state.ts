import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { LibrarySort } from '../../../../shared/model/index.ts';
import { kept } from '../../state/kept.ts';

interface LibraryLayout {
  sort: LibrarySort;
  filter: string;
  /** Rows folded or unfolded by hand, by key. */
  toggled: readonly string[];
  /** The row that the arrows move, by key. */
  active: string | null;
  setSort(sort: LibrarySort): void;
  setFilter(filter: string): void;
  setActive(active: string | null): void;
  toggle(key: string): void;
}

export const useLibraryLayout = create<LibraryLayout>()(
  persist(
    (set) => ({
      sort: 'newest',
      filter: '',
      toggled: [],
      active: null,
      setSort: (sort) => set({ sort }),
      setFilter: (filter) => set({ filter }),
      setActive: (active) => set({ active }),
      toggle: (key) =>
        set(({ toggled }) => ({ toggled: toggled.includes(key) ? toggled.filter((other) => other !== key) : [...toggled, key] })),
    }),
    {
      name: 'tapescope-library',
      storage: createJSONStorage(() => kept),
      partialize: ({ sort, toggled }) => ({ sort, toggled }),
    },
  ),
);
