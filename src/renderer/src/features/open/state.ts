import { create } from 'zustand';

interface OpenDialogState {
  path: string;
  /** Why the dialog opened by itself. */
  hint: string | null;
  setPath(path: string): void;
  setHint(hint: string | null): void;
}

export const useOpenDialog = create<OpenDialogState>()((set) => ({
  path: '',
  hint: null,
  setPath: (path) => set({ path, hint: null }),
  setHint: (hint) => set({ hint }),
}));
