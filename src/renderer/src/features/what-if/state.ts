import { create } from 'zustand';
import type { Ablation, Replay } from '../../../../shared/model/index.ts';
import { kept } from '../../state/kept.ts';
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

const HAD = 'tapescope-what-if';
/** Places that are remembered. */
const MOST_PLACES = 100;

/** How many answers each place had, which outlives the window as the answers do not. */
const hadAnswers = (): Record<string, number> => {
  try {
    return JSON.parse(kept.getItem(HAD) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
};

const remember = (place: string, answers: number): void => {
  const { [place]: _, ...others } = hadAnswers();
  const all = [...Object.entries(others), ...(answers > 0 ? [[place, answers] as const] : [])];
  kept.setItem(HAD, JSON.stringify(Object.fromEntries(all.slice(-MOST_PLACES))));
};

const answersIn = (bench: Bench): number => answered(bench).reduce((sum, { answers }) => sum + answers.length, 0);

/** How many answers were here before the window was reloaded or opened again; 0 where none were, or where there are others now. */
export function goneAnswers(place: string, bench: Bench): number {
  return answersIn(bench) > 0 ? 0 : (hadAnswers()[place] ?? 0);
}

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
      const next = { ...bench, ...change(bench) };
      const [had, has] = [answersIn(bench), answersIn(next)];
      if (had !== has) remember(place, has);
      return { benches: { ...benches, [place]: next } };
    }),
  edit: (tape, change) => set(({ edits }) => ({ edits: { ...edits, [tape]: { ...(edits[tape] ?? NO_EDITS), ...change } } })),
  type: (change) => set(({ typed }) => ({ typed: { ...typed, ...change } })),
  setReplacing: (replacing) => set({ replacing }),
}));
