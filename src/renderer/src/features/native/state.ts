import { create } from 'zustand';

/** A line that was entered and what came of it. */
export interface Said {
  id: number;
  line: string;
  did: 'asked' | 'appended' | 'command' | 'unknown' | 'failed';
  lines: readonly string[];
  ids: readonly number[];
}

interface NativeState {
  /** Entries marked as sources of the next handoff, by tape. */
  marked: Readonly<Record<string, readonly number[]>>;
  /** What was typed and answered, by tape, the newest last. */
  said: Readonly<Record<string, readonly Said[]>>;
  toggleMark(tape: string, seq: number): void;
  clearMarks(tape: string): void;
  say(tape: string, line: string): number;
  answer(tape: string, id: number, answer: Pick<Said, 'did' | 'lines' | 'ids'>): void;
}

const KEPT = 200;
let last = 0;

const without = (marked: NativeState['marked'], tape: string): NativeState['marked'] =>
  Object.fromEntries(Object.entries(marked).filter(([other]) => other !== tape));

/** What is being written and is not yet on a tape. It ends with the window. */
export const useNativeState = create<NativeState>()((set) => ({
  marked: {},
  said: {},
  toggleMark: (tape, seq) =>
    set(({ marked }) => {
      const before = marked[tape] ?? [];
      const after = before.includes(seq) ? before.filter((other) => other !== seq) : [...before, seq].sort((a, b) => a - b);
      return { marked: after.length === 0 ? without(marked, tape) : { ...marked, [tape]: after } };
    }),
  clearMarks: (tape) => set(({ marked }) => ({ marked: without(marked, tape) })),
  say: (tape, line) => {
    const id = ++last;
    set(({ said }) => ({
      said: { ...said, [tape]: [...(said[tape] ?? []), { id, line, did: 'asked' as const, lines: [], ids: [] }].slice(-KEPT) },
    }));
    return id;
  },
  answer: (tape, id, answer) =>
    set(({ said }) => ({
      said: { ...said, [tape]: (said[tape] ?? []).map((one) => (one.id === id ? { ...one, ...answer } : one)) },
    })),
}));

const NONE: readonly number[] = [];

export function useMarked(tape: string | null): readonly number[] {
  return useNativeState((state) => (tape === null ? NONE : (state.marked[tape] ?? NONE)));
}
