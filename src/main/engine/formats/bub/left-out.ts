import type { Json, JsonObject } from '../values.ts';

/** What did not reach the model of an anchor after which Bub's slice begins; `call` is the record of the call that made it. */
export function leftOut(anchor: JsonObject | null, call: JsonObject | null, name: string): { text: string; calm: boolean } | null {
  if (!hasHandoffState(anchor)) return null;
  const lost = `The state of the anchor ${name} did not reach the model, because Bub's default slice begins after the anchor.`;
  const tool = callOf(call, name);
  if (tool === null) return { text: lost, calm: false };
  return { text: `${lost} What the model itself handed over survives: its call of ${tool} is after the anchor.`, calm: true };
}

const member = (value: Json | undefined, key: string): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** More than the owner and the archive that a reset notes down: something that was meant for the next phase. */
const hasHandoffState = (record: JsonObject | null): boolean => {
  const state = member(record?.payload, 'state');
  if (typeof state !== 'object' || state === null) return false;
  return Object.entries(state).some(([key, value]) => !(key === 'owner' && value === 'human') && key !== 'archived');
};

/** The name of the tool by which the model made the anchor `name`, if this record holds such a call. */
const callOf = (record: JsonObject | null, name: string): string | null => {
  const calls = member(record?.payload, 'calls');
  if (!Array.isArray(calls)) return null;
  for (const call of calls) {
    const tool = member(member(call, 'function'), 'name');
    if (typeof tool !== 'string' || !/handoff/i.test(tool)) continue;
    const given = member(parsed(member(member(call, 'function'), 'arguments')), 'name');
    if (typeof given !== 'string' || given === name) return tool;
  }
  return null;
};

const parsed = (text: Json | undefined): Json | undefined => {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
