import type { Json, JsonObject } from '../../values.ts';

const anyOf = (value: Json): JsonObject => {
  if (typeof value === 'number') return { intValue: String(value) };
  if (typeof value === 'string') return { stringValue: value };
  return Array.isArray(value)
    ? { arrayValue: { values: value.map(anyOf) } }
    : { kvlistValue: { values: attributesOf(value as JsonObject) } };
};

/** Values as OTLP spells them. */
export function attributesOf(values: JsonObject): JsonObject[] {
  return Object.entries(values).map(([key, value]) => ({ key, value: anyOf(value) }));
}

/** One span on a line as OTLP has it. `more` takes the place of what it would have. */
export function spanLine(id: string, name: string, attributes: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'mill' }) },
        scopeSpans: [
          {
            spans: [
              {
                ...{ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: id, parentSpanId: '', name, kind: 3 },
                ...{ startTimeUnixNano: '1767603600000000000', endTimeUnixNano: '1767603601000000000' },
                ...{ attributes: attributesOf(attributes), ...more },
              },
            ],
          },
        ],
      },
    ],
  };
}

const said = (role: string, content: string): JsonObject => ({ role, parts: [{ type: 'text', content }] });

/** A request with the messages that it sent, written as `role: text`, and its answer. */
export function asked(id: string, messages: readonly string[], answer: string, size = 0): JsonObject {
  return spanLine(id, 'chat mill-1', {
    ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'mill-1' },
    ...(size > 0 && { 'gen_ai.usage.input_tokens': size, 'gen_ai.usage.output_tokens': 5 }),
    'gen_ai.input.messages': JSON.stringify(messages.map((message) => said(...(message.split(': ') as [string, string])))),
    'gen_ai.output.messages': JSON.stringify([{ ...said('assistant', answer), finish_reason: 'stop' }]),
  });
}
