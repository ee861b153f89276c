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

const meaning = (event: string, { notification_type }: HookInput): HookEvent | null => {
  if (event === 'Notification' && notification_type !== 'ToolPermission') return null;
  return EVENTS[event] ?? null;
};

/** Milliseconds. */
const TIMEOUT = 5000;

export const geminiHooking: Hooking = {
  events: Object.keys(EVENTS),
  meaning,
  answer: additionalContext,
  settings: (env, home) => join(env.GEMINI_CLI_HOME ?? home, '.gemini', 'settings.json'),
  group: (_, command) => commandGroup(command, TIMEOUT, '*'),
  notes: ['Sessions that are open take them up when they are started again.'],
};
