import type { Role } from '../../../../shared/model/index.ts';
import { asList, asObject, asString, isObject, stringify } from '../json.ts';
import { contentOf, NOTHING_SAID, type Said, type SaidCall } from '../said/said.ts';
import type { JsonObject } from '../values.ts';

/** The entries of a step, each as a record of its own: what was said, then each result that came of it. */
export function entriesOf(record: JsonObject): JsonObject[] {
  const results = asList(asObject(record.observation)?.results).filter(isObject);
  if (results.length === 0 || record.source === undefined) return [record];
  const { observation: _results, ...step } = record;
  const { timestamp = null, is_copied_context = null } = step;
  return [step, ...results.map((result) => ({ timestamp, is_copied_context, result }))];
}

const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['user', 'user'],
  ['agent', 'assistant'],
  ['system', 'system'],
]);

/** Sub-agents whose trajectories a result refers to. */
export function referencesIn(result: JsonObject): string[] {
  const all = result.subagent_trajectory_ref;
  return (Array.isArray(all) ? all : [all]).flatMap((one) => {
    const { trajectory_id, session_id } = asObject(one) ?? {};
    return asString(trajectory_id) ?? asString(session_id) ?? [];
  });
}

/** What the record of an entry says; null for what no model was shown. */
export function saidIn(record: JsonObject): Said | null {
  const result = asObject(record.result);
  if (result !== null && record.source === undefined) return resultOf(result);
  const role = ROLES.get(asString(record.source) ?? '');
  if (role === undefined) return null;
  const thought = asString(record.reasoning_content) ?? '';
  return { ...NOTHING_SAID, role, ...contentOf(record.message), thought, calls: asList(record.tool_calls).filter(isObject).map(callOf) };
}

const resultOf = ({ source_call_id, content = null }: JsonObject): Said | null => {
  if (content === null) return null;
  const { text, images } = contentOf(content);
  return { ...NOTHING_SAID, role: 'tool', images, result: { id: asString(source_call_id), text, failed: false } };
};

const callOf = ({ tool_call_id, function_name, arguments: args = {} }: JsonObject): SaidCall => ({
  id: asString(tool_call_id),
  name: asString(function_name) ?? 'tool',
  args,
});

/** Names a step among those of its trajectory. */
export function stepOf({ step_id = null }: JsonObject): string {
  return `step ${stringify(step_id).slice(0, 100)}`;
}
