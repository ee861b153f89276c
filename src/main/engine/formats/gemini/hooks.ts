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

/** Tokens of the last request at which it compresses by itself: half of the window, unless its user set another share. */
const COMPRESSES = 1_048_576 / 2;

const compacts = (log: string): boolean =>
  Number(
    log
      .match(/"tokens":\{"input":\d+/g)
      ?.at(-1)
      ?.slice('"tokens":{"input":'.length),
  ) >= COMPRESSES;

/** Milliseconds. */
const TIMEOUT = 5000;

export const geminiHooking: Hooking = {
  events: Object.keys(EVENTS),
  meaning,
  compacts,
  answer: additionalContext,
  settings: (env, home) => join(env.GEMINI_CLI_HOME ?? home, '.gemini', 'settings.json'),
  group: (_, command) => commandGroup(command, TIMEOUT, '*'),
  notes: ['Sessions that are open take them up when they are started again.'],
};
