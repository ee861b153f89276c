import type { Layout, Slice } from '../state.ts';

export const layout: Slice<Layout> = (set) => ({
  axis: 'entry',
  library: true,
  inspector: true,
  drawer: null,
  overlay: null,
  notice: null,
  reading: false,
  folds: true,
  setAxis: (axis) => set({ axis }),
  setSide: (side, open) => set(side === 'library' ? { library: open } : { inspector: open }),
  setDrawer: (drawer) => set({ drawer }),
  setOverlay: (overlay) => set(({ changes }) => ({ overlay, changes: overlay === 'changes' ? (changes ?? 0) : null })),
  setNotice: (notice) => set({ notice }),
  setReading: (reading) => set({ reading }),
  setFolds: (folds) => set({ folds }),
});
