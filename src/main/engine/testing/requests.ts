import { digest } from '../formats/digest.ts';
import type { Json, JsonObject } from '../formats/values.ts';

/** Records of requests as Claude Code logs them since 2.1.330, for sessions that are written in a test. */

export interface Shape {
  system: JsonObject[];
  tools: JsonObject[];
}

export interface Asked {
  messages: JsonObject[];
  /** Where the cache is marked, as paths into the body. */
  marks?: (string | number)[][];
  source?: string;
  /** System prompt and tools of this request, where they are others. */
  shape?: Shape;
}

const MARK: JsonObject = { type: 'ephemeral' };
export const PARAMETERS: JsonObject = { model: 'claude-sonnet-4-5', max_tokens: 1000 };

const inBlocks = (message: JsonObject): JsonObject =>
  typeof message.content === 'string' ? { ...message, content: [{ type: 'text', text: message.content }] } : message;

const hashOfMessage = (message: JsonObject): string => digest(inBlocks(message));

/**
 * Makes the records of one request after another. A request continues from the one before as far as its messages are the same; messages of
 * the user's side are stored, answers are not: the log has their lines.
 */
export function createRequests(first: Shape) {
  const stored = new Set<string>();
  let last: { id: string; hashes: string[] } | null = null;
  let made = 0;
  const session = { sessionId: 'session-1' };

  const store = (hash: string, record: JsonObject): JsonObject[] => (stored.has(hash) || !stored.add(hash) ? [] : [record]);

  return ({ messages, marks = [], source = 'sdk', shape = first }: Asked): JsonObject[] => {
    const shapeHash = digest({ system: shape.system, tools: shape.tools });
    const hashes = messages.map(hashOfMessage);
    const before = last?.hashes ?? [];
    const differs = hashes.findIndex((hash, at) => hash !== before[at]);
    const keep = differs < 0 ? hashes.length : differs;
    made += 1;
    const id = `request-${made}`;
    const body = marked({ ...PARAMETERS, system: shape.system, tools: shape.tools, messages: messages.map(inBlocks) }, marks);
    const request: JsonObject = {
      ...{ type: 'api-request', ...session, id, timestamp: '2026-01-05T09:00:00.000Z', version: '2.1.330', querySource: source, shapeHash },
      ...{ params: PARAMETERS, ...(last && keep > 0 && { base: last.id }), keep, tail: hashes.slice(keep) },
      ...{ cacheControl: marks.map((path) => ({ path, value: MARK })), requestDigest: digest(body) },
    };
    last = { id, hashes };
    return [
      ...store(shapeHash, { type: 'api-request-shape', ...session, shapeHash, shape: { system: shape.system, tools: shape.tools } }),
      ...messages.flatMap((message, at) => {
        const hash = hashes[at] ?? '';
        return message.role === 'assistant' ? [] : store(hash, { type: 'api-request-blob', ...session, hash, message });
      }),
      request,
    ];
  };
}

function marked(body: JsonObject, marks: readonly (string | number)[][]): JsonObject {
  const copy: JsonObject = structuredClone(body);
  for (const path of marks) {
    let at: Json | undefined = copy;
    for (const step of path) at = (at as { [key: string]: Json } | undefined)?.[step];
    (at as JsonObject).cache_control = MARK;
  }
  return copy;
}
