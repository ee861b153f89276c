import { create } from 'zustand';
import type { Ablation, Replay } from '../../../../shared/model/index.ts';
import { type Replaced, TYPED, type Typed, type Variant, type Variation, withSent } from './variation.ts';

/** What was tried at one place of a tape. */
export interface Bench {
  variants: readonly Variant[];
  /** What came so far of what is on its way. */
  arriving: { variation: Variation; sent: Pick<Variant, 'answers' | 'requests' | 'usage' | 'cost'> } | null;
  /** Blocks that were left out one at a time, and of which variation. */
  ablation: { key: string; found: Ablation } | null;
  replay: Replay | null;
  /** Something is on its way. */
  busy: boolean;
  problem: string | null;
  /** The answer that is read: its variation, and its place among that one's answers. */
  read: { key: string; at: number } | null;
}

export const EMPTY: Bench = { variants: [], arriving: null, ablation: null, replay: null, busy: false, problem: null, read: null };

/** All answers that are there, those among them that came of what is still on its way. */
export function answered({ variants, arriving }: Bench): readonly Variant[] {
  return arriving === null ? variants : withSent(variants, arriving.variation, arriving.sent);
}

/** Edits of a tape that no policy can say. */
export interface TapeEdits {
  replace: readonly Replaced[];
  system: string | null;
  /** Absent for the one to begin with. */
  model?: string;
}

export const NO_EDITS: TapeEdits = { replace: [], system: null };

interface State {
  benches: Readonly<Record<string, Bench>>;
  edits: Readonly<Record<string, TapeEdits>>;
  typed: Typed;
  /** The entry of which the text is being replaced. */
  replacing: number | null;
  change(place: string, change: (bench: Bench) => Partial<Bench>): void;
  edit(tape: string, change: Partial<TapeEdits>): void;
  type(change: Partial<Typed>): void;
  setReplacing(entry: number | null): void;
}

/** Lasts as long as the window: what was paid for is not lost by looking elsewhere. */
export const useWhatIfState = create<State>()((set) => ({
  benches: {},
  edits: {},
  typed: TYPED,
  replacing: null,
  change: (place, change) =>
    set(({ benches }) => {
      const bench = benches[place] ?? EMPTY;
      return { benches: { ...benches, [place]: { ...bench, ...change(bench) } } };
    }),
  edit: (tape, change) => set(({ edits }) => ({ edits: { ...edits, [tape]: { ...(edits[tape] ?? NO_EDITS), ...change } } })),
  type: (change) => set(({ typed }) => ({ typed: { ...typed, ...change } })),
  setReplacing: (replacing) => set({ replacing }),
}));
