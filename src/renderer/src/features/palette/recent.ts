import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { kept } from '../../state/kept.ts';
import { type CommandId, commands } from '../keyboard/keys.ts';

/** Commands that come first. */
const MOST = 8;

interface Recent {
  /** The last one first. */
  used: readonly CommandId[];
  use(id: CommandId): void;
}

/** The commands of another version that are none any more are forgotten. */
const known = (value: unknown): CommandId[] => {
  const used = typeof value === 'object' && value !== null && 'used' in value && Array.isArray(value.used) ? value.used : [];
  return commands
    .map(({ id }) => id)
    .filter((id) => used.includes(id))
    .toSorted((a, b) => used.indexOf(a) - used.indexOf(b));
};

/** What was chosen in the palette lately. */
export const useRecent = create<Recent>()(
  persist(
    (set) => ({
      used: [],
      use: (id) => set(({ used }) => ({ used: [id, ...used.filter((other) => other !== id)].slice(0, MOST) })),
    }),
    {
      name: 'tapescope-palette',
      storage: createJSONStorage(() => kept),
      partialize: ({ used }) => ({ used }),
      merge: (stored, current) => ({ ...current, used: known(stored) }),
    },
  ),
);
