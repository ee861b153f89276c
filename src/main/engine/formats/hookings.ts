import { claudeCodeHooking } from './claude-code/hooks.ts';
import { codexHooking } from './codex/hooks.ts';
import { geminiHooking } from './gemini/hooks.ts';
import type { Hooking } from './hooking.ts';

/** How the hooks of each agent work, by the id of its format. */
const HOOKINGS: Readonly<Record<string, Hooking>> = {
  'claude-code': claudeCodeHooking,
  codex: codexHooking,
  gemini: geminiHooking,
};

/** Ids of the agents that have hooks which Tapescope understands. */
export const HOOKED: readonly string[] = Object.keys(HOOKINGS);

/** Null for an agent without. */
export function hookingOf(agent: string): Hooking | null {
  return Object.hasOwn(HOOKINGS, agent) ? (HOOKINGS[agent] ?? null) : null;
}
