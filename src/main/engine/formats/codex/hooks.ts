import { join } from 'node:path';
import { AFTER_COMMAND, additionalContext, commandGroup, type HookEvent, type HookInput, type Hooking } from '../hooking.ts';

const EVENTS: Readonly<Record<string, HookEvent>> = {
  SessionStart: { state: 'waiting', speaks: true },
  UserPromptSubmit: { state: 'running', speaks: true },
  PreCompact: { state: 'compacting', about: 'before-compaction' },
  PostCompact: { state: 'running', about: 'after-compaction' },
  Stop: { state: 'waiting' },
};

const meaning = (event: string, { source, trigger }: HookInput): HookEvent | null => {
  // It comes with the next turn, when the model is asked again.
  if (event === 'SessionStart' && source === 'compact') return { state: 'running', about: 'after-compaction', speaks: true };
  if (event === 'PostCompact' && trigger === 'manual') return AFTER_COMMAND;
  return EVENTS[event] ?? null;
};

/** Seconds. */
const TIMEOUT = 5;

export const codexHooking: Hooking = {
  events: Object.keys(EVENTS),
  meaning,
  answer: additionalContext,
  settings: (env, home) => join(env.CODEX_HOME ?? join(home, '.codex'), 'hooks.json'),
  group: (_, command) => commandGroup(command, TIMEOUT),
  notes: ['Codex runs hooks of a user only after they were trusted: it asks at its next start, or see /hooks there.'],
};
