import { asList, asNumber, asObject, asString, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import type { Exchange } from './exchange.ts';

/**
 * A captured turn of papercomputeco/tapes, as its table `raw_turns` keeps it: the request as it was sent, the answer as it travelled or reduced to the
 * same words for all providers, and what the proxy noted. Facts: https://github.com/papercomputeco/tapes (the local SQLite store, and the contract of
 * its ingest).
 */
export interface Turn {
  request: Json;
  /** The body of the answer, unpacked; null where only its reduction was kept. */
  answer: Json;
  reduced: Json;
  meta: Json;
  harness: string;
  session: string;
  /** When it was stored, epoch ms. */
  stored: number | null;
}

export const TAPES = 'papercomputeco/tapes';

/** A block in the proxy's own words for all providers, in the words of Anthropic's messages. */
const blockOf = (block: JsonObject): JsonObject => {
  if (block.type === 'tool_use')
    return { type: 'tool_use', id: block.tool_use_id ?? null, name: block.tool_name ?? null, input: block.tool_input ?? {} };
  if (block.type === 'thinking')
    return { type: 'thinking', thinking: block.thinking ?? '', ...(block.thinking_signature && { signature: block.thinking_signature }) };
  if (block.type === 'tool_result')
    return {
      ...{ type: 'tool_result', tool_use_id: block.tool_result_id ?? null, content: block.tool_output ?? '' },
      ...(block.is_error === true && { is_error: true }),
    };
  if (block.type === 'image') return { type: 'image', source: imageOf(block) };
  return block;
};

const imageOf = ({ image_base64: data, media_type, image_url: url }: JsonObject): JsonObject =>
  typeof data === 'string' ? { type: 'base64', media_type: media_type ?? null, data } : { type: 'url', url: url ?? null };

/** The blocks of a message in the words of Anthropic's messages. */
export function contentOf(content: Json | undefined): Json[] {
  return asList(content).flatMap((block) => (asObject(block) === null ? [] : [blockOf(block as JsonObject)]));
}

/** A reduced answer counts what the cache gave and took as a part of the prompt. */
const usageOf = (usage: JsonObject): JsonObject => {
  const [read, written] = [asNumber(usage.cache_read_input_tokens) ?? 0, asNumber(usage.cache_creation_input_tokens) ?? 0];
  return {
    ...{
      input_tokens: Math.max(0, (asNumber(usage.prompt_tokens) ?? 0) - read - written),
      output_tokens: asNumber(usage.completion_tokens) ?? 0,
    },
    ...{ cache_read_input_tokens: read, cache_creation_input_tokens: written },
  };
};

/** An answer that was reduced to the same words for all providers, in those of Anthropic's messages; null for none. */
export function answerOf(reduced: Json): Json {
  const [answer, message] = [asObject(reduced), asObject(asObject(reduced)?.message)];
  if (answer === null || message === null) return null;
  const [id, usage] = [asString(asObject(answer.extra)?.id), asObject(answer.usage)];
  return {
    ...{ ...(id !== null && { id }), type: 'message', role: 'assistant', model: answer.model ?? null },
    content: contentOf(message.content),
    ...{ stop_reason: answer.stop_reason ?? null, ...(usage !== null && { usage: usageOf(usage) }) },
  };
}

const idsOf = (meta: JsonObject, { harness, session }: Turn): Record<string, string> => {
  // For a program that it does not know, it makes up the name of the session.
  const known = harness !== '' && harness !== 'unknown' && session !== '';
  const ids = ['request_id', 'thread_id'].flatMap((name) => (asString(meta[name]) ? [[name, asString(meta[name]) ?? '']] : []));
  return { ...Object.fromEntries(ids), ...(known && { session_id: session }) };
};

/** The exchange of a turn; null where no request was kept. */
export function ofTurn(turn: Turn): Exchange | null {
  if (asObject(turn.request) === null) return null;
  const meta = asObject(turn.meta) ?? {};
  const [sent, took] = [timeOf(meta.ts_request), asNumber(meta.elapsed_seconds)];
  const ended = timeOf(meta.captured_at) ?? (sent !== null && took !== null ? Math.round(sent + took * 1000) : turn.stored);
  return {
    ...{ at: sent ?? (ended !== null && took !== null ? Math.round(ended - took * 1000) : ended), ended, by: TAPES },
    ...{ method: asString(meta.method) ?? 'POST', path: asString(meta.path) ?? asString(meta.endpoint) ?? '' },
    ...{ status: asNumber(meta.upstream_status), join: idsOf(meta, turn), request: turn.request },
    ...{ response: turn.answer ?? answerOf(turn.reduced), before: [] },
  };
}
