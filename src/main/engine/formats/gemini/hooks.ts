import { join } from 'node:path';
import { additionalContext, commandGroup, type HookEvent, type HookInput, type Hooking } from '../hooking.ts';

const EVENTS: Readonly<Record<string, HookEvent>> = {
  SessionStart: { state: 'waiting', speaks: true },
  BeforeAgent: { state: 'running', speaks: true },
  AfterAgent: { state: 'waiting' },
  // Nothing says when the compression is over: the next turn does.
  PreCompress: { state: 'compacting', about: 'before-compaction' },
  Notification: { state: 'waiting' },
  SessionEnd: { state: 'ended' },
};

const meaning = (event: string, { notification_type, trigger }: HookInput): HookEvent | null => {
  // Fired before each request, and only then does it look at the size (chatCompressionService.ts of 0.61).
  if (event === 'PreCompress' && trigger === 'auto') return { state: 'compacting', about: 'before-compaction', maybe: true };
  if (event === 'Notification' && notification_type !== 'ToolPermission') return null;
  return EVENTS[event] ?? null;
};

const WINDOW = 1_048_576;
/** The share of the window at which it compresses by itself, unless its user set another. */
const SHARE = 0.5;

/** The last figure by a name in texts of JSON, comments or not; NaN for none. */
const lastFigure = (name: RegExp, ...texts: readonly string[]): number =>
  Number(texts.flatMap((text) => [...text.matchAll(name)]).at(-1)?.[1] ?? Number.NaN);

const compacts = (log: string, settings: readonly string[]): boolean => {
  const share = lastFigure(/"compressionThreshold"\s*:\s*([\d.]+)/g, ...settings);
  // Gemini takes 0 for none, too.
  return lastFigure(/"tokens":\{"input":(\d+)/g, log) >= (share > 0 ? share : SHARE) * WINDOW;
};

/** Milliseconds. */
const TIMEOUT = 5000;

export const geminiHooking: Hooking = {
  events: Object.keys(EVENTS),
  meaning,
  compacts,
  answer: additionalContext,
  settings: (env, home) => join(env.GEMINI_CLI_HOME ?? home, '.gemini', 'settings.json'),
  projectSettings: (folder) => join(folder, '.gemini', 'settings.json'),
  group: (_, command) => commandGroup(command, TIMEOUT, '*'),
  notes: ['Open sessions pick them up when they are restarted.'],
};
