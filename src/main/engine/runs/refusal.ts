import { asObject, asString } from '../formats/json.ts';
import type { JsonObject } from '../formats/values.ts';

const SHOWN = 500;

/** What the body of an error says, in its own words. */
export function sentenceIn(text: string): string {
  try {
    const body: JsonObject = JSON.parse(text);
    const said = asString(asObject(body.error)?.message) ?? asString(body.error) ?? asString(body.message) ?? asString(body.detail);
    if (said !== null) return said.slice(0, SHOWN);
  } catch {}
  return text.slice(0, SHOWN).trim() || 'no reason given';
}

/** Why nothing was received, by what was thrown. */
export function reasonOf(failure: unknown): string {
  const cause = failure instanceof Error && failure.cause instanceof Error ? failure.cause : failure;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
