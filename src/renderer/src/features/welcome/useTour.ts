import { create } from 'zustand';
import { useInfo, useSamples } from '../../data/appHooks.ts';
import type { State } from '../../state/state.ts';
import { useStore } from '../../state/store.ts';
import type { CommandId } from '../keyboard/keys.ts';

/** Something to try on the open sample; it counts as tried when the window shows it, whichever way one got there. */
export interface Stop {
  readonly words: string;
  readonly id: CommandId;
  tried(now: State, before: State): boolean;
}

export const STOPS: readonly Stop[] = [
  { words: 'Go back a step: every view follows the playhead', id: 'step.previous', tried: (now, before) => now.step !== before.step },
  // Tried once it is closed again: while a dialog is open, the keys of the next stop do nothing.
  {
    words: 'See what the context gained and lost since the step before',
    id: 'changes',
    tried: ({ overlay }, before) => before.overlay === 'changes' && overlay !== 'changes',
  },
  { words: 'Read the session as a conversation', id: 'panel.conversation', tried: ({ panel }) => panel === 'conversation' },
  { words: 'See where each part of the context came from', id: 'panel.provenance', tried: ({ panel }) => panel === 'provenance' },
  // Not by `why`, whose field would take the keys of the next stop.
  {
    words: 'See when each entry was in context, and ask why one is not',
    id: 'panel.residency',
    tried: ({ panel }) => panel === 'residency',
  },
  { words: 'See where the session forks', id: 'panel.graph', tried: ({ panel }) => panel === 'graph' },
  // Tried once it is left again: its field takes `?`, which opens all keys.
  {
    words: 'Search every session, and open what you find',
    id: 'search',
    tried: ({ search }, before) => before.search !== null && search === null,
  },
];

interface TourState {
  /** The stop one is at, as many as there are where all were tried; null while there is no tour. */
  at: number | null;
  begin(): void;
  next(): void;
  end(): void;
}

export const useTour = create<TourState>()((set) => ({
  at: null,
  begin: () => set({ at: 0 }),
  next: () => set(({ at }) => ({ at: at === null ? null : Math.min(STOPS.length, at + 1) })),
  end: () => set({ at: null }),
}));

/** Opens the sample tapes, the longest in front, and begins the tour there. `open` is null where there are no samples. */
export function useOpenSamples() {
  const samples = useSamples();
  const known = useInfo().data?.samples === true;
  // By the promise: the button that asks goes as soon as the library has a tape, and the callbacks of `mutate` go with it.
  const open = () =>
    samples.mutateAsync().then(
      ({ tapes }) => {
        const [first] = tapes.toSorted((a, b) => b.steps - a.steps);
        if (first === undefined) return;
        useStore.getState().openTape(first.id);
        useTour.getState().begin();
      },
      () => {},
    );
  return { open: known ? open : null, isPending: samples.isPending, error: samples.error };
}
