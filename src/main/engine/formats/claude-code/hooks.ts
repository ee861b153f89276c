import { join } from 'node:path';
import {
  AFTER_COMMAND,
  additionalContext,
  commandGroup,
  type HookEvent,
  type HookInput,
  type Hooking,
  type Status,
  sessionIn,
} from '../hooking.ts';
import { asNumber, asObject, asString } from '../json.ts';

const EVENTS: Readonly<Record<string, HookEvent>> = {
  SessionStart: { state: 'waiting', speaks: true },
  UserPromptSubmit: { state: 'running', speaks: true },
  PreCompact: { state: 'compacting', about: 'before-compaction' },
  PostCompact: { state: 'running', about: 'after-compaction' },
  Stop: { state: 'waiting' },
  Notification: { state: 'waiting' },
  InstructionsLoaded: { state: null, about: 'instructions' },
  SessionEnd: { state: 'ended' },
};

/** Notifications by which it waits for a person. */
const WAITS = new Set(['permission_prompt', 'idle_prompt', 'elicitation_dialog', 'worker_permission_prompt']);

const meaning = (event: string, { source, notification_type, agent_id, trigger }: HookInput): HookEvent | null => {
  // What a sub-agent does says nothing about whether the session waits.
  if (agent_id !== undefined) return null;
  if (event === 'SessionStart' && source === 'compact') return { state: 'running', about: 'after-compaction', speaks: true };
  if (event === 'PostCompact' && trigger === 'manual') return AFTER_COMMAND;
  if (event === 'Notification' && !WAITS.has(String(notification_type))) return null;
  return EVENTS[event] ?? null;
};

/** Seconds. A hook that is late is ended by Claude Code, which then continues without it. */
const TIMEOUT = 5;

/** The input of the newest request, whichever way it was paid. */
const USED = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];

const status = (input: HookInput): Status | null => {
  const session = sessionIn(input);
  const window = asObject(input.context_window ?? null);
  if (session === null || window === null) return null;
  const usage = asObject(window.current_usage ?? null);
  const used = usage === null ? null : USED.reduce((sum, name) => sum + (asNumber(usage[name]) ?? 0), 0);
  return { ...session, used, limit: asNumber(window.context_window_size), cost: asNumber(asObject(input.cost ?? null)?.total_cost_usd) };
};

const instruction: Hooking['instruction'] = ({ at, file_path, memory_type, load_reason, trigger_file_path, parent_file_path }) => {
  const path = asString(file_path);
  if (path === null) return null;
  const by = asString(trigger_file_path) ?? asString(parent_file_path);
  return { at: asNumber(at) ?? 0, path, kind: asString(memory_type) ?? '', reason: asString(load_reason) ?? '', by };
};

export const claudeCodeHooking: Hooking = {
  events: Object.keys(EVENTS),
  meaning,
  answer: additionalContext,
  ...{ status, instruction },
  settings: (env, home) => join(env.CLAUDE_CONFIG_DIR ?? join(home, '.claude'), 'settings.json'),
  group: (_, command) => commandGroup(command, TIMEOUT),
  notes: ['Open sessions pick them up when they are restarted.'],
};
