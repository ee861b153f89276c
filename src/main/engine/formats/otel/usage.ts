import type { Usage } from '../../../../shared/model/index.ts';
import { asNumber, asObject, asString } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** What a request used and cost, by the names that conventions give it. */

const first = (attributes: JsonObject, names: readonly string[]): number | null => {
  for (const name of names) {
    const found = countIn(attributes[name]);
    if (found !== null) return found;
  }
  return null;
};

/** A count; some exporters write numbers as text. */
function countIn(value: Json | undefined): number | null {
  const number = asNumber(value) ?? (/^\d{1,15}(\.\d+)?$/.test(asString(value) ?? '') ? Number(value) : null);
  return number !== null && number >= 0 ? number : null;
}

const INPUT = [
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.prompt_tokens',
  'llm.token_count.prompt',
  'ai.usage.inputTokens',
  'ai.usage.promptTokens',
];
const OUTPUT = [
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.completion_tokens',
  'llm.token_count.completion',
  'ai.usage.outputTokens',
  'ai.usage.completionTokens',
];
const CACHE_READ = [
  'gen_ai.usage.cache_read.input_tokens',
  'gen_ai.usage.cache_read_input_tokens',
  'gen_ai.usage.details.cache_read_tokens',
  'llm.token_count.prompt_details.cache_read',
  'ai.usage.cachedInputTokens',
];
const CACHE_WRITE = [
  'gen_ai.usage.cache_creation.input_tokens',
  'gen_ai.usage.cache_creation_input_tokens',
  'gen_ai.usage.details.cache_write_tokens',
  'llm.token_count.prompt_details.cache_write',
];
const COST = ['gen_ai.usage.cost', 'gen_ai.usage.total_cost', 'llm.cost.total', 'operation.cost'];

/** Tokens of a request by its attributes: those of the cache are among those of the input. Null where none are recorded. */
export function usageIn(attributes: JsonObject): Usage | null {
  const [input, output] = [first(attributes, INPUT), first(attributes, OUTPUT)];
  if (input === null && output === null) return null;
  const [cacheRead, cacheWrite] = [first(attributes, CACHE_READ) ?? 0, first(attributes, CACHE_WRITE) ?? 0];
  return { input: Math.max(0, (input ?? 0) - cacheRead - cacheWrite), output: output ?? 0, cacheRead, cacheWrite };
}

/** Dollars by its attributes. */
export function costIn(attributes: JsonObject): number | null {
  return first(attributes, COST);
}

/** Tokens as Langfuse adds them up: each sort of them once. */
export function detailedUsage(details: JsonObject | null, observation: JsonObject): Usage | null {
  const [input, output] = [countIn(details?.input ?? observation.inputUsage), countIn(details?.output ?? observation.outputUsage)];
  if (!input && !output) return null;
  const cacheRead = first(details ?? {}, ['input_cache_read', 'input_cached_tokens', 'cache_read_input_tokens']) ?? 0;
  const cacheWrite = first(details ?? {}, ['input_cache_creation', 'cache_creation_input_tokens']) ?? 0;
  return { input: input ?? 0, output: output ?? 0, cacheRead, cacheWrite };
}

export function detailedCost(observation: JsonObject): number | null {
  return countIn(asObject(observation.costDetails)?.total ?? observation.totalCost ?? observation.calculatedTotalCost);
}
