import type { Usage } from '../../../../shared/model/index.ts';
import { usageOf } from '../chat/usage.ts';
import { digest } from '../digest.ts';
import type { Facts } from '../format.ts';
import { asList, asNumber, asObject, asString, isObject, oneLine } from '../json.ts';
import type { Block } from '../snapshots/block.ts';
import { answerBlocks, bodyBlocks } from '../snapshots/body.ts';
import { grownFrom } from '../snapshots/growing.ts';
import { blocksOf } from '../snapshots/normal.ts';
import type { Aside, Snapshot } from '../snapshots/snapshot.ts';
import type { Json, JsonObject } from '../values.ts';
import type { Exchange } from './exchange.ts';
import { wholeAnswer } from './stream.ts';

/** Addresses of calls that ask no model for an answer: counting, embedding, lists of models. */
const NO_ANSWER = /count_?tokens|embed|moderation|\/models(\?|$)|input_tokens$/i;

/** The body that asked a model, as one API or another takes it; null where none was asked. */
export function bodyOf({ request, path }: Pick<Exchange, 'request' | 'path'>): JsonObject | null {
  const body = asObject(request);
  if (body === null || NO_ANSWER.test(path)) return null;
  // Some wrap what Google's API takes.
  const inner = isObject(body.request) && body.request.contents !== undefined ? body.request : body;
  return [inner.messages, inner.input, inner.contents].some((list) => Array.isArray(list) || typeof list === 'string') ? inner : null;
}

/** Messages have blocks, and results of tools have blocks again: nothing nests deeper. */
const MOST = 8;

/** Items that a request sent without the marks of the cache, which move from request to request and are no content. What has none is itself. */
function unmarked(value: Json | undefined, depth = MOST): Json {
  if (depth === 0) return value ?? null;
  if (Array.isArray(value)) {
    const items = value.map((one) => unmarked(one, depth - 1));
    return items.every((one, at) => one === value[at]) ? value : items;
  }
  if (!isObject(value)) return value ?? null;
  const content = Array.isArray(value.content) ? unmarked(value.content, depth - 1) : value.content;
  if (content === value.content && value.cache_control === undefined) return value;
  const { cache_control: _mark, ...rest } = value;
  return content === undefined ? rest : { ...rest, content };
}

/** Tools, system prompt and messages of a body, in the order in which the model reads them; null where it has none. */
export function sentBlocks(body: JsonObject, before: readonly Json[] = []): Block[] | null {
  const { tools, system, messages, input } = body;
  const list = messages ?? input;
  const whole = Array.isArray(list) ? [...grownFrom([...before, ...list].map((one) => unmarked(one)))] : list;
  const plain = {
    ...body,
    ...(tools !== undefined && { tools: unmarked(tools) }),
    ...(system !== undefined && { system: unmarked(system) }),
    ...(messages !== undefined ? { messages: whole ?? null } : input !== undefined && { input: whole ?? null }),
  };
  // A list without messages is one all the same.
  return (
    bodyBlocks(plain) ?? (Array.isArray(whole) && whole.length === 0 ? (bodyBlocks({ ...plain, messages: null, input: '' }) ?? []) : null)
  );
}

/** What was answered. */
export function answeredBlocks(answer: JsonObject | null): Block[] {
  if (answer === null) return [];
  if (Array.isArray(answer.output_items)) return blocksOf(answer.output_items, 'assistant');
  return answer.type === 'error' || answer.error ? [] : answerBlocks(asList(answer.content).length > 0 ? { message: answer } : answer);
}

/** Tokens of an answer, as its API counts them. */
function usageIn(answer: JsonObject | null): Usage | null {
  const google = asObject(answer?.usageMetadata);
  if (google === null) return usageOf(answer?.usage ?? answer?.token_usage);
  const of = (name: string): number => asNumber(google[name]) ?? 0;
  const cached = of('cachedContentTokenCount');
  return {
    input: Math.max(0, of('promptTokenCount') - cached),
    output: of('candidatesTokenCount') + of('thoughtsTokenCount'),
    ...{ cacheRead: cached, cacheWrite: 0 },
  };
}

const first = (values: readonly (Json | undefined)[]): string | null =>
  values.map(asString).find((value) => value !== null && value !== '') ?? null;

/** The id by which a log would know the request or the answer; else that of the request, else what makes it its own. */
export function idOf(exchange: Exchange, answer: JsonObject | null): string {
  const { join, at, request } = exchange;
  const own = first([join.run_id, answer?.id, answer?.response_id, answer?.responseId, join.message_id, join.response_id, join.request_id]);
  return own ?? `request ${digest([at, request]).slice(0, 16)}`;
}

/** Ids of a session, however a body or whoever captured it names them. */
function sessionOf({ join, request }: Pick<Exchange, 'join' | 'request'>): string | null {
  const body = asObject(request) ?? {};
  const { session_id, thread_id } = asObject(body.client_metadata) ?? {};
  const { user_id } = asObject(body.metadata) ?? {};
  const [, old] = /_session_([0-9a-f-]{36})/.exec(asString(user_id) ?? '') ?? [];
  return first([join.thread_id, join.session_id, thread_id, session_id, sessionIn(user_id), old, body.prompt_cache_key, body.session_id]);
}

/** The session, or else the name that whoever captured it gave to the conversation: no log knows that. */
export function conversationOf(exchange: Pick<Exchange, 'join' | 'request'>): string | null {
  return sessionOf(exchange) ?? first([exchange.join.trace_id]);
}

/** A user's id may be JSON with the session in it. */
const sessionIn = (user: Json | undefined): Json => {
  const text = asString(user);
  if (text === null || !text.startsWith('{')) return null;
  try {
    return asObject(JSON.parse(text) as Json)?.session_id ?? null;
  } catch {
    return null;
  }
};

const modelOf = (exchange: Exchange, body: JsonObject, answer: JsonObject | null): string | null =>
  first([
    answer?.model,
    body.model,
    asObject(exchange.request)?.model,
    answer?.modelVersion,
    /models\/([^/:?]+)/.exec(exchange.path)?.[1] ?? null,
  ]);

const TITLE_CHARS = 80;

/** Text that a program put before what a person typed begins with a tag. */
const isTyped = ({ block, role, text }: Block): boolean =>
  block === 'text' && role === 'user' && !/^\s*<[a-z][\w-]*[ >]/i.test(asString(text) ?? '');

function factsOf(exchange: Exchange, sent: readonly Block[] | null, model: string | null): Facts {
  const prompt = sent?.find(isTyped) ?? sent?.find(({ block, role }) => block === 'text' && role === 'user');
  const title = oneLine(asString(prompt?.text) ?? '', TITLE_CHARS);
  const session = sessionOf(exchange);
  const { cwd } = exchange.join;
  return {
    ...{ ...(title !== '' && { title, titleRank: 0 }), ...(session !== null && { session }), ...(model !== null && { model }) },
    ...(cwd !== undefined && { cwd }),
  };
}

/** An exchange in which a model was asked, as a request. */
export function snapshotOf(exchange: Exchange, body: JsonObject): Snapshot {
  const { at, ended, status, by, path, join } = exchange;
  const answer = wholeAnswer(exchange.response);
  const [sent, model] = [sentBlocks(body, exchange.before), modelOf(exchange, body, answer)];
  const failed = (status !== null && status >= 400) || answer?.type === 'error' || isObject(answer?.error);
  return {
    ...{
      request: idOf(exchange, answer),
      label: join.query_source ?? '',
      time: at,
      ended,
      model,
      usage: usageIn(answer),
      cost: null,
      failed,
    },
    ...{ sidechain: false, sent, answer: answeredBlocks(answer), facts: factsOf(exchange, sent, model) },
    rest: { by, path, status, join: { ...join }, parameters: parametersOf(body) },
  };
}

const CONTENT: ReadonlySet<string> = new Set(['messages', 'input', 'contents', 'system', 'instructions', 'tools', 'systemInstruction']);

const parametersOf = (body: JsonObject): JsonObject => Object.fromEntries(Object.entries(body).filter(([name]) => !CONTENT.has(name)));

/** An exchange that asked no model: counting tokens, settings, telemetry. */
export function asideOf({ at, status, method, path, by, join, request, response }: Exchange): Aside {
  return {
    ...{
      aside: 'exchange',
      label: `${method} ${path}`.trim(),
      time: at,
      failed: status !== null && status >= 400,
      unknown: false,
      facts: {},
    },
    rest: { by, status, join: { ...join }, request, response },
  };
}
