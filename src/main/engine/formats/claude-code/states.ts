import type { StateRules } from '../context/states.ts';
import { PLAIN_STATES } from '../context/states.ts';
import { asList, asObject, asString } from '../json.ts';
import type { JsonObject } from '../values.ts';

/** The tool by which Claude Code asks for a plan to be approved. */
const PLAN_TOOL = 'ExitPlanMode';

/** A tape of Claude Code has no phases of its own but compactions: plans that were approved and chains that began again are found here. */
export const claudeStates: StateRules = {
  ...PLAIN_STATES,
  planTool: PLAN_TOOL,
  restarts: true,
  compacted({ compactMetadata, logicalParentUuid }) {
    return { ...asObject(compactMetadata), ...(typeof logicalParentUuid === 'string' && { logicalParentUuid }) };
  },
  planned,
  begun,
  outside,
};

/** The plan as it was approved; a call may leave it to a file, and the answer then repeats it. */
function planned(answer: JsonObject, call: JsonObject | null): JsonObject {
  const told = asObject(answer.toolUseResult);
  const proposed = planOf(call);
  const plan = asString(told?.plan) ?? asString(proposed?.plan);
  const file = asString(told?.filePath) ?? asString(proposed?.planFilePath);
  return {
    ...(plan !== null && { plan }),
    ...(file !== null && { file }),
    ...(proposed?.allowedPrompts && { allowedPrompts: proposed.allowedPrompts }),
  };
}

const planOf = (call: JsonObject | null): JsonObject | null => {
  for (const block of asList(asObject(call?.message)?.content)) {
    const use = asObject(block);
    if (use?.type === 'tool_use' && use.name === PLAN_TOOL) return asObject(use.input);
  }
  return null;
};

/** How a chain began, where its first record says so: a hook of the session, a command, a plan to carry out. */
function begun(record: JsonObject): JsonObject {
  const hook = asString(asObject(record.data)?.hookName);
  const plan = asString(record.planContent);
  const command = /<command-name>([^<]{1,60})</.exec(asString(asObject(record.message)?.content) ?? '')?.[1];
  return { ...(hook !== null && { hook }), ...(command !== undefined && { command }), ...(plan !== null && { plan }) };
}

/**
 * Claude Code names what came before a compaction even where that is in a file of its own, or was never written, and its summaries name ids of
 * anything: nobody broke them.
 */
function outside({ path, at }: Parameters<StateRules['outside']>[0]): string | null {
  if (at !== null) return 'an id that no entry has';
  if (path.length === 1 && path[0] === 'logicalParentUuid') return 'the entries before the compaction are not in this file';
  return path.includes('allUuids') ? 'a message that Claude Code did not write to this file' : null;
}
