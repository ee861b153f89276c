import { asList, asObject, asString, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** Messages as an interface keeps them: one for all steps of an answer, each call with its result in one part. */

/** A call with what became of it; null for a part of another kind. */
interface Invocation {
  id: Json;
  name: string;
  input: Json;
  state: string | null;
  output: Json | undefined;
  failed: boolean;
}

function invocationOf(part: JsonObject): Invocation | null {
  const older = part.type === 'tool-invocation' ? asObject(part.toolInvocation) : null;
  if (older !== null) return invoked(older, asString(older.toolName));
  const type = asString(part.type) ?? '';
  if (type === 'dynamic-tool') return invoked(part, asString(part.toolName));
  const own = part.toolCallId !== undefined && part.state !== undefined && type.startsWith('tool-');
  return own ? invoked(part, type.slice('tool-'.length)) : null;
}

function invoked(call: JsonObject, name: string | null): Invocation {
  const failed = call.errorText !== undefined;
  return {
    ...{ id: call.toolCallId ?? null, name: name ?? 'tool', input: call.input ?? call.args ?? {} },
    ...{ state: asString(call.state), output: call.errorText ?? call.output ?? call.result, failed },
  };
}

const partsOf = (message: JsonObject): JsonObject[] => {
  const parts = asList(message.parts).filter(isObject);
  if (parts.length > 0) return parts;
  const calls = asList(message.toolInvocations).filter(isObject);
  const text = asString(message.content);
  const said = text === null || text === '' ? [] : [{ type: 'text', text }];
  return [...calls.map((toolInvocation) => ({ type: 'tool-invocation', toolInvocation })), ...said];
};

/** Whether the message is of several steps, or holds results of its own calls. */
export function isSplit(message: JsonObject): boolean {
  if (message.role !== 'assistant') return false;
  return messagesIn(message).length > 1;
}

/** The messages that a model is sent for this one: for each step what it said, and what its tools answered. At least one. */
export function messagesIn(message: JsonObject): JsonObject[] {
  const { parts: _parts, toolInvocations: _calls, content: _content, ...rest } = message;
  const [first = [], ...others] = stepsOf(partsOf(message)).map(stepMessages);
  const [said = { role: message.role ?? null, content: [] }, ...results] = first;
  return [{ ...rest, ...said, role: message.role ?? null }, ...results, ...others.flat()];
}

function stepsOf(parts: readonly JsonObject[]): JsonObject[][] {
  const steps: JsonObject[][] = [[]];
  for (const part of parts) {
    if (part.type === 'step-start') steps.push([]);
    else steps.at(-1)?.push(part);
  }
  return steps.filter((step) => step.length > 0);
}

function stepMessages(parts: readonly JsonObject[]): JsonObject[] {
  const content = parts.map((part): JsonObject => {
    const call = invocationOf(part);
    return call === null ? part : { type: 'tool-call', toolCallId: call.id, toolName: call.name, input: call.input };
  });
  const results = parts.flatMap((part): JsonObject[] => {
    const call = invocationOf(part);
    if (call === null || call.output === undefined) return [];
    const output = { type: `${call.failed ? 'error-' : ''}${typeof call.output === 'string' ? 'text' : 'json'}`, value: call.output };
    return [{ type: 'tool-result', toolCallId: call.id, toolName: call.name, output }];
  });
  return [{ role: 'assistant', content }, ...(results.length > 0 ? [{ role: 'tool', content: results }] : [])];
}
