import { create } from 'zustand';
import { kept } from '../../state/kept.ts';
import type { RunSettings } from './settings.ts';

interface State {
  /** What is being written, by tape. */
  drafts: Readonly<Record<string, string>>;
  /** The system prompt that goes with it, by tape; empty leaves the one that the tape has. */
  systems: Readonly<Record<string, string>>;
  /** What was set for the next run, by workspace. */
  settings: Readonly<Record<string, RunSettings>>;
  /** The field for the prompt is to have the keys as soon as it is there. */
  wanted: boolean;
  want(wanted: boolean): void;
  write(tape: string, draft: string): void;
  setSystem(tape: string, system: string): void;
  set(folder: string, change: RunSettings): void;
}

const KEY = 'tapescope-runs';

const keptSettings = (): Record<string, RunSettings> => {
  try {
    const held: unknown = JSON.parse(kept.getItem(KEY) ?? '{}');
    return typeof held === 'object' && held !== null ? (held as Record<string, RunSettings>) : {};
  } catch {
    return {};
  }
};

const NOTHING: RunSettings = {};

/** Drafts last as long as the window, settings outlive it where they can be kept. */
export const useRunState = create<State>()((set) => ({
  drafts: {},
  systems: {},
  settings: keptSettings(),
  wanted: false,
  want: (wanted) => set({ wanted }),
  write: (tape, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [tape]: draft } })),
  setSystem: (tape, system) => set(({ systems }) => ({ systems: { ...systems, [tape]: system } })),
  set: (folder, change) =>
    set(({ settings }) => {
      const next = { ...settings, [folder]: { ...settings[folder], ...change } };
      kept.setItem(KEY, JSON.stringify(next));
      return { settings: next };
    }),
}));

export function useDraft(tape: string): string {
  return useRunState((state) => state.drafts[tape] ?? '');
}

/** The system prompt that a run sets; null for the one that the tape has. */
export function useSystem(tape: string): string | null {
  return useRunState((state) => systemIn(state.systems[tape]));
}

export function systemIn(written: string | undefined): string | null {
  return written === undefined || written.trim() === '' ? null : written;
}

export function useRunSettings(folder: string): RunSettings {
  return useRunState((state) => state.settings[folder] ?? NOTHING);
}
