import { expect } from 'vitest';
import type { Place } from '../../../../../shared/model/place.ts';
import { parsePolicy } from '../../../../../shared/model/policy.ts';
import { assemble } from '../../../views/assemble.ts';
import { sentOf } from '../../../views/methods.ts';
import type { ImportedTape } from '../../../views/testing/imported.ts';
import { timesIn } from '../../../views/testing/occurrences.ts';
import type { Json, JsonObject } from '../../values.ts';

/** Sessions of pi for tests, drawn by hand: each function makes a record or a part of one. The id of a record, as a number to base 36, is its second. */

export const START = Date.UTC(2026, 9, 1, 8);
export const HEADER: JsonObject = {
  type: 'session',
  version: 3,
  id: 'garden',
  timestamp: '2026-10-01T08:00:00.000Z',
  cwd: '/home/ann/garden',
};
export const LAB = { api: 'anthropic-messages', provider: 'anthropic', model: 'claude-sonnet-4-5' };

export function entry(id: string, parentId: string | null, more: JsonObject): JsonObject {
  const timestamp = new Date(START + Number.parseInt(id, 36) * 1000).toISOString();
  return { type: 'message', id, parentId, timestamp, ...more };
}

export function says(id: string, parent: string | null, message: JsonObject): JsonObject {
  return entry(id, parent, { message });
}

export function user(id: string, parent: string | null, content: Json): JsonObject {
  return says(id, parent, { role: 'user', content });
}

export function answer(id: string, parent: string, content: Json, more: JsonObject = {}): JsonObject {
  return says(id, parent, { role: 'assistant', content, ...LAB, stopReason: 'stop', ...more });
}

export function text(said: string): JsonObject[] {
  return [{ type: 'text', text: said }];
}

export function call(id: string): JsonObject {
  return { type: 'toolCall', id, name: 'read', arguments: { path: 'beds.md' } };
}

export function result(id: string, parent: string, toolCallId: string, said: string): JsonObject {
  return says(id, parent, { role: 'toolResult', toolCallId, toolName: 'read', content: text(said), isError: false });
}

/** What a place sends, each message in a few words. */
export async function sent({ rim, tape }: ImportedTape, place: Place): Promise<string[]> {
  const { messages } = await sentOf(rim, tape, place, parsePolicy('as-recorded'));
  return messages.map((message) => {
    const { role, content } = message as { role: string; content: string | JsonObject[] };
    const blocks = typeof content === 'string' ? [{ text: content }] : content;
    return `${role}: ${blocks.map((block) => String(block.text ?? block.content ?? block.id ?? block.thinking)).join(' | ')}`;
  });
}

/** Each entry is in one block or one omission, at each step and under each policy. */
export async function inOnePlace({ rim, tape, store }: ImportedTape): Promise<void> {
  for (let step = 1; step <= store.catalog.tape(tape).steps; step += 1)
    for (const policy of ['as-recorded', 'last-anchor', 'full', 'compact:500']) {
      const times = timesIn(await assemble(rim, tape, { step }, parsePolicy(policy)));
      expect(times).toEqual(times.map(() => 1));
    }
}
