import type { JsonObject } from '../../formats/values.ts';
import type { RunDefaults } from '../../store/types.ts';
import type { Tool } from './tool.ts';

/** What a workspace remembers about calls: `allow` and `deny` of `run` in its config.json. */
export type Remembered = Pick<RunDefaults, 'allow' | 'deny'>;

/** How exactly this call is remembered once it is allowed for good: `bash:npm test`. Another command of the tool asks again. */
export function ruleOf({ allowed, subject }: Tool, args: JsonObject): string {
  const what = subject?.(args) ?? null;
  return what === null ? allowed : `${allowed}:${what}`;
}

/** Whether a call may run: 'ask' leaves it to a person. Pure. */
export function decide(tool: Tool, args: JsonObject, { allow = [], deny = [] }: Remembered): 'yes' | 'ask' | 'no' {
  // A rule for an MCP server is one for all of its tools.
  if (deny.some((rule) => tool.allowed === rule || tool.allowed.startsWith(`${rule}.`))) return 'no';
  return !tool.asks || allow.includes(tool.allowed) || allow.includes(ruleOf(tool, args)) ? 'yes' : 'ask';
}

/** What a model reads of a call that did not run. */
export const REFUSED = 'The user did not allow this call.';

export function deniedWords({ allowed }: Tool): string {
  return `The user does not allow ${allowed} in this workspace.`;
}
