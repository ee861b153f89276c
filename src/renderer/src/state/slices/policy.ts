import type { Policy } from '../../../../shared/model/index.ts';
import { NOWHERE } from '../hash.ts';
import type { Policies, Slice } from '../state.ts';

const MOST_UNDO = 50;

const takesMore = (policy: Policy): boolean => policy.startsWith('compact:') || policy.startsWith('memory:') || policy.includes(' + ');

export const policies: Slice<Policies> = (set) => ({
  policy: NOWHERE.policy,
  instead: NOWHERE.instead,
  asked: null,
  undo: [],
  selectedPart: null,
  building: false,
  setPolicy: (policy) => set({ policy, undo: [], selectedPart: null, ...(takesMore(policy) && { asked: policy }) }),
  editPolicy: (policy) =>
    set((state) => (policy === state.policy ? {} : { policy, undo: [...state.undo, state.policy].slice(-MOST_UNDO), selectedPart: null })),
  undoPolicy: () =>
    set((state) => {
      const before = state.undo.at(-1);
      return before === undefined ? {} : { policy: before, undo: state.undo.slice(0, -1), selectedPart: null };
    }),
  selectPart: (selectedPart) => set({ selectedPart, entry: null, problem: null }),
  setBuilding: (building) => set({ building }),
  setInstead: (instead) => set(({ policy }) => ({ instead: instead === policy ? null : instead })),
  openWhatIf: (instead) => set(instead === undefined ? { panel: 'what-if' } : { panel: 'what-if', instead }),
});
