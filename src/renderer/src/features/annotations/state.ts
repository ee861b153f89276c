import { create } from 'zustand';
import { useStore } from '../../state/store.ts';

interface Annotating {
  /** The annotation that the dialog opens with; null begins a new one. */
  editing: string | null;
}

export const useAnnotating = create<Annotating>()(() => ({ editing: null }));

/** Opens the dialog for the selected entry, or for an annotation that is there. */
export function annotate(editing: string | null): void {
  useAnnotating.setState({ editing });
  useStore.getState().setOverlay('annotate');
}
