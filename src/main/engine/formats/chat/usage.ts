import type { Usage } from '../../../../shared/model/index.ts';
import { asNumber, asObject, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/**
 * What a request used, as an API of chats says it. Where tokens from the cache have a count within the details of the input, they are part of the input;
 * where they have one next to it, they are not. Null where nothing is said.
 */
export function usageOf(said: Json | undefined): Usage | null {
  if (!isObject(said)) return null;
  const details = asObject(said.prompt_tokens_details ?? said.input_tokens_details ?? said.inputTokenDetails);
  const inside =
    count(details ?? {}, ['cached_tokens', 'cacheReadTokens']) ?? count(said, ['cachedInputTokens', 'cached_input_tokens']) ?? 0;
  const input = count(said, ['prompt_tokens', 'input_tokens', 'inputTokens', 'promptTokens']) ?? 0;
  const usage = {
    input: Math.max(0, input - inside),
    output: count(said, ['completion_tokens', 'output_tokens', 'outputTokens', 'completionTokens']) ?? 0,
    cacheRead: Math.min(inside, input) + (count(said, ['cache_read_input_tokens']) ?? 0),
    cacheWrite: count(said, ['cache_creation_input_tokens']) ?? 0,
  };
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite > 0 ? usage : null;
}

/** A count by its names; null for none, and for what is not a count. */
function count(said: JsonObject, names: readonly string[]): number | null {
  for (const name of names) {
    const value = asNumber(said[name]);
    if (value !== null && value >= 0) return value;
  }
  return null;
}
