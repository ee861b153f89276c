import type { Facts } from '../format.ts';
import { asObject, asString, oneLine } from '../json.ts';
import type { Block } from '../snapshots/block.ts';
import type { Aside, Snapshot } from '../snapshots/snapshot.ts';
import type { JsonObject } from '../values.ts';
import { contentOf, withoutContent } from './content.ts';
import type { Span } from './span.ts';
import { costIn, usageIn } from './usage.ts';

const OPERATIONS: ReadonlySet<string> = new Set(['chat', 'text_completion', 'generate_content', 'completion', 'responses']);
const KINDS: ReadonlySet<string> = new Set(['LLM', 'GENERATION']);

/** Whether a model was asked in a span. A span around such spans is none: programs that wrap a client record its requests again. */
export function isRequest({ kind, attributes }: Span): boolean {
  const operation = asString(attributes['gen_ai.operation.name']);
  if (operation !== null) return OPERATIONS.has(operation);
  const vercel = asString(attributes['ai.operationId']);
  if (vercel !== null) return /\.do(Generate|Stream)$/.test(vercel);
  if (kind !== '') return KINDS.has(kind);
  if (attributes['llm.request.type'] !== undefined) return attributes['llm.request.type'] !== 'embedding';
  return attributes['gen_ai.request.model'] !== undefined || attributes['gcp.vertex.agent.llm_request'] !== undefined;
}

/** Whether an agent was at work in a span, with requests of its own below it. */
const isAgent = ({ kind, attributes }: Span): boolean =>
  kind === 'AGENT' || attributes['gen_ai.operation.name'] === 'invoke_agent' || attributes['traceloop.span.kind'] === 'agent';

/** Session or conversation that a span belongs to. */
export function sessionOf({ attributes, trace }: Span): string | null {
  return (
    asString(attributes['gen_ai.conversation.id']) ??
    asString(attributes['session.id']) ??
    asString(attributes['langfuse.session.id']) ??
    asString(attributes['gcp.vertex.agent.session_id']) ??
    trace
  );
}

const modelOf = ({ attributes }: Span): string | null =>
  asString(attributes['gen_ai.response.model']) ??
  asString(attributes['gen_ai.request.model']) ??
  asString(attributes['llm.model_name']) ??
  asString(attributes['ai.model.id']);

/** How a span hangs in its trace, for the thread. */
export function hintOf(span: Span, request: boolean): JsonObject {
  return {
    ...{ span: span.id, parent: span.parent, agent: isAgent(span), request },
  };
}

const TITLE_CHARS = 80;

/** What a request says of its tape. */
export function factsOf(sent: readonly Block[] | null, session: string | null, model: string | null): Facts {
  const prompt = sent?.find(({ block, role }) => block === 'text' && role === 'user');
  const title = oneLine(asString(prompt?.text) ?? '', TITLE_CHARS);
  return { ...(title !== '' && { title, titleRank: 0 }), ...(session !== null && { session }), ...(model !== null && { model }) };
}

/** A span in which a model was asked, as a request. */
export function snapshotOf(span: Span): Snapshot {
  const { sent, answer } = contentOf(span);
  const { id, name, start, end, failed, attributes, events, resource, trace, parent } = span;
  const model = modelOf(span);
  return {
    ...{ request: id, label: name, time: start, ended: end, model, usage: usageIn(attributes), cost: costIn(attributes), failed },
    ...{ sidechain: false, sent, answer, facts: factsOf(sent, sessionOf(span), model), hint: hintOf(span, true) },
    rest: { trace, parent, attributes: withoutContent(attributes), ...(failed && { events: events.map(plainEvent) }), resource },
  };
}

const plainEvent = ({ name, attributes }: Span['events'][number]): JsonObject => ({ name, attributes: withoutContent(attributes) });

/** A span that is not a request: an agent, a tool, a step of a program. */
export function asideOf(span: Span): Aside {
  const { id, parent, trace, name, kind, start, end, failed, attributes, events, resource } = span;
  const session = sessionOf(span);
  return {
    ...{ aside: 'span', label: name, time: start, failed, unknown: false, hint: hintOf(span, false) },
    facts: session === null ? {} : { session },
    rest: {
      id,
      trace,
      parent,
      kind,
      end,
      attributes,
      events: events.map(({ name: of, attributes: said }) => ({ name: of, attributes: said })),
      resource,
    },
  };
}

/** A record that is not a span. */
export function strange(record: JsonObject): Aside {
  const type = asString(record.type) ?? 'record';
  return { aside: type, label: '', time: null, failed: false, unknown: true, facts: {}, rest: asObject(record) ?? {} };
}
