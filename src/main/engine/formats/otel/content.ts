import { asList, asObject, asString, isObject } from '../json.ts';
import { answerBlocks, bodyBlocks, type Content, systemBlocks } from '../snapshots/body.ts';
import { blocksOf, toolBlocks, unpacked } from '../snapshots/normal.ts';
import type { Json, JsonObject } from '../values.ts';
import { nested, numbered, type Span } from './span.ts';

/** What a request sent and was answered, by each convention in which spans record it, the newest first. */

const NOTHING: Content = { sent: null, answer: [] };

/** Attributes of OpenTelemetry's conventions, on the span or on the event that may carry them. */
function attributed({ attributes, events }: Span): Content {
  const details = events.find(({ name }) => name === 'gen_ai.client.inference.operation.details')?.attributes ?? {};
  const of = (name: string): Json | undefined => attributes[`gen_ai.${name}`] ?? details[`gen_ai.${name}`];
  const input = unpacked(of('input.messages'));
  const [system, tools] = [systemBlocks(of('system_instructions')), toolBlocks(unpacked(of('tool.definitions')))];
  const sent = Array.isArray(input) ? [...tools, ...system, ...blocksOf(input)] : null;
  return { sent, answer: blocksOf(unpacked(of('output.messages')), 'assistant') };
}

/** OpenInference: each field of each message is an attribute of its own. */
function inferred({ attributes }: Span): Content {
  const input = numbered(nested(attributes, 'llm.input_messages.'));
  const tools = numbered(nested(attributes, 'llm.tools.')).map((one) => asObject(asObject(one)?.tool)?.json_schema ?? null);
  const output = numbered(nested(attributes, 'llm.output_messages.'));
  const sent = input.length === 0 ? null : [...toolBlocks(tools), ...blocksOf(input.map(inferredMessage))];
  return { sent, answer: blocksOf(output.map(inferredMessage), 'assistant') };
}

function inferredMessage(item: Json): Json {
  const message = asObject(asObject(item)?.message) ?? {};
  const contents = numbered(message.contents).map((one) => contentPart(asObject(asObject(one)?.message_content) ?? {}));
  const calls = numbered(message.tool_calls);
  return { ...message, contents: null, content: contents.length > 0 ? contents : (message.content ?? ''), tool_calls: calls };
}

const contentPart = (content: JsonObject): JsonObject => {
  const image = asString(asObject(asObject(content.image)?.image)?.url);
  return image === null ? content : { type: 'image', url: image };
};

/** OpenLLMetry, and OpenTelemetry before it had messages: attributes with numbers. */
function indexed({ attributes }: Span): Content {
  const input = numbered(nested(attributes, 'gen_ai.prompt.'));
  const output = numbered(nested(attributes, 'gen_ai.completion.'));
  const functions = numbered(nested(attributes, 'llm.request.functions.')).map((one) => parameters(asObject(one) ?? {}));
  const sent = input.length === 0 ? null : [...toolBlocks(functions), ...blocksOf(input.map(indexedMessage))];
  return { sent, answer: blocksOf(output.map(indexedMessage), 'assistant') };
}

const parameters = (tool: JsonObject): JsonObject => ({ ...tool, parameters: unpacked(tool.parameters) });

function indexedMessage(item: Json): Json {
  const message = asObject(item) ?? {};
  return { ...message, content: unpacked(message.content), tool_calls: numbered(message.tool_calls) };
}

/** The AI SDK of Vercel. */
function vercel({ attributes }: Span): Content {
  const messages = unpacked(attributes['ai.prompt.messages']);
  const tools = toolBlocks(unpacked(attributes['ai.prompt.tools']));
  const calls = unpacked(attributes['ai.response.toolCalls']);
  const [text, thinking] = [asString(attributes['ai.response.text']), asString(attributes['ai.response.reasoning'])];
  return {
    sent: Array.isArray(messages) ? [...tools, ...blocksOf(messages)] : null,
    answer: blocksOf({ role: 'assistant', content: text ?? '', reasoning_content: thinking, tool_calls: asList(calls) }, 'assistant'),
  };
}

/** Events of a span, one for each message: `gen_ai.user.message` and its like, and `gen_ai.choice` for the answer. */
function told({ events, attributes }: Span): Content {
  const logged = asList(unpacked(attributes.events ?? attributes.all_messages_events)).filter(isObject);
  const messages = [
    ...events.map(({ name, attributes: said }) => ({ name, said: { ...said, ...bodyOf(said) } })),
    ...logged.map((said) => ({ name: asString(said['event.name']) ?? `gen_ai.${asString(said.role) ?? 'user'}.message`, said })),
  ];
  const input = messages.flatMap(({ name, said }) => {
    const [, role] = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name) ?? [];
    return role === undefined ? [] : [{ role, ...said, content: unpacked(said.content), tool_calls: unpacked(said.tool_calls) }];
  });
  const choices = messages.filter(({ name }) => name === 'gen_ai.choice').map(({ said }) => choice(said));
  const prompt = events.find(({ name }) => name === 'gen_ai.content.prompt')?.attributes['gen_ai.prompt'];
  const completion = events.find(({ name }) => name === 'gen_ai.content.completion')?.attributes['gen_ai.completion'];
  const sent = input.length > 0 ? blocksOf(input) : bodyBlocks(prompt);
  return { sent, answer: choices.length > 0 ? blocksOf(choices, 'assistant') : answerBlocks(completion) };
}

const bodyOf = (said: JsonObject): JsonObject => asObject(unpacked(said['gen_ai.event.content'])) ?? asObject(said.body) ?? {};

function choice(said: JsonObject): JsonObject {
  const message = asObject(unpacked(said.message)) ?? { content: said.message ?? said.content ?? '' };
  return { role: 'assistant', ...message, tool_calls: unpacked(message.tool_calls ?? said.tool_calls) };
}

/** Agents of Google's kit. */
function google({ attributes }: Span): Content {
  const [request, response] = [attributes['gcp.vertex.agent.llm_request'], attributes['gcp.vertex.agent.llm_response']];
  return { sent: bodyBlocks(request), answer: answerBlocks(response) };
}

/** The body of the request, where a program recorded it as its input and nothing else. */
function whole({ attributes }: Span): Content {
  const [input, output] = [attributes['input.value'], attributes['output.value']];
  const [own, answer] = [attributes['langfuse.observation.input'], attributes['langfuse.observation.output']];
  return { sent: bodyBlocks(input ?? own), answer: answerBlocks(output ?? answer) };
}

const CONVENTIONS: readonly ((span: Span) => Content)[] = [attributed, inferred, indexed, vercel, told, google, whole];

/** What a span recorded, by the first convention that has it. */
export function contentOf(span: Span): Content {
  return CONVENTIONS.reduce<Content>(({ sent, answer }, convention) => {
    if (sent !== null && answer.length > 0) return { sent, answer };
    const found = convention(span);
    return { sent: sent ?? found.sent, answer: answer.length > 0 ? answer : found.answer };
  }, NOTHING);
}

/** Attributes that hold what was sent and answered: it is in blocks, and nowhere again. */
const CONTENT =
  /^(gen_ai\.(input\.messages|output\.messages|system_instructions|tool\.definitions|prompt\.|completion\.)|llm\.(input_messages|output_messages|tools|request\.functions)\.|ai\.prompt|ai\.response\.(text|toolCalls|reasoning)|events$|all_messages_events$|gcp\.vertex\.agent\.llm_re|(input|output)\.(value|mime_type)$|langfuse\.observation\.(input|output)$)/;

/** The attributes of a request without its content. */
export function withoutContent(attributes: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !CONTENT.test(name)));
}
