import type { CacheReason, CacheTold } from '../../../../shared/model/cache.ts';
import type { JsonObject } from '../format.ts';
import { asList, asNumber, asObject, asString } from '../json.ts';

/** What the provider calls a miss. `previous_message_not_found` and `unavailable` say that it does not know. */
const REASONS: Readonly<Record<string, CacheReason>> = {
  tools_changed: 'tools-changed',
  system_changed: 'system-changed',
  messages_changed: 'prefix-changed',
  model_changed: 'model-switched',
};

/** Tokens that the server cleared out of a request before the model read it, by its edits; 0 for none. */
const clearedBy = (message: JsonObject): number => {
  const edits = asList(asObject(message.context_management)?.applied_edits);
  return edits.reduce<number>((sum, edit) => sum + Math.max(0, asNumber(asObject(edit)?.cleared_input_tokens) ?? 0), 0);
};

/** What an answer records of its cache (since 2.1.126); null for nothing. */
export function cacheTold(message: JsonObject): CacheTold | null {
  if (!message.diagnostics && !message.context_management) return null;
  const said = asObject(asObject(message.diagnostics)?.cache_miss_reason);
  const [word, missed, cleared] = [asString(said?.type), asNumber(said?.cache_missed_input_tokens), clearedBy(message)];
  if (word === null && cleared === 0) return null;
  return { word, reason: (word !== null && REASONS[word]) || null, ...(missed !== null && { missed }), ...(cleared > 0 && { cleared }) };
}
