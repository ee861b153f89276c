import { clock, type Drawing, type Turn, type Used } from '../../../testing/laws/drawing.ts';
import type { Json, JsonObject } from '../../values.ts';

const anyOf = (value: Json): JsonObject => (typeof value === 'number' ? { intValue: String(value) } : { stringValue: String(value) });

const attributesOf = (values: JsonObject): JsonObject[] => Object.entries(values).map(([key, value]) => ({ key, value: anyOf(value) }));

const nanos = (iso: string): string => `${Date.parse(iso)}000000`;

/** One span to a line, as a collector's file exporter writes them. */
const lineOf = (id: number, name: string, times: readonly [string, string], attributes: JsonObject): JsonObject => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf({ 'service.name': 'mill' }) },
      scopeSpans: [
        {
          scope: { name: 'mill.tracing' },
          spans: [
            {
              ...{
                traceId: '0af7651916cd43dd8448eb211c80319c',
                spanId: id.toString(16).padStart(16, '0'),
                parentSpanId: 'ffffffffffffffff',
              },
              ...{ name, kind: 3, startTimeUnixNano: nanos(times[0]), endTimeUnixNano: nanos(times[1]) },
              attributes: attributesOf(attributes),
            },
          ],
        },
      ],
    },
  ],
});

const said = (role: string, content: string): JsonObject => ({ role, parts: [{ type: 'text', content }] });

const write = (turns: readonly Turn[]): JsonObject[] => {
  const now = clock();
  const out: JsonObject[] = [];
  let history: JsonObject[] = [];
  const request = (answer: JsonObject, used: Used | null): void => {
    out.push(
      lineOf(out.length + 1, 'chat mill-1', [now(), now()], {
        ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'mill-1', 'gen_ai.conversation.id': 'grinding' },
        ...(used && { 'gen_ai.usage.input_tokens': used.input, 'gen_ai.usage.output_tokens': used.output }),
        'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: 'Grind well.' }]),
        'gen_ai.tool.definitions': JSON.stringify([{ type: 'function', name: 'grind', parameters: { type: 'object' } }]),
        'gen_ai.input.messages': JSON.stringify(history),
        'gen_ai.output.messages': JSON.stringify([{ ...answer, finish_reason: 'stop' }]),
      }),
    );
    history = [...history, answer];
  };
  for (const { prompt, calls, answer, used, summary, strange } of turns) {
    history.push(said('user', prompt));
    for (const { id, input, output, used: own } of calls) {
      request({ role: 'assistant', parts: [{ type: 'tool_call', id, name: 'grind', arguments: { grain: input } }] }, own);
      out.push(lineOf(out.length + 1, 'execute_tool grind', [now(), now()], { 'gen_ai.operation.name': 'execute_tool' }));
      history.push({ role: 'tool', parts: [{ type: 'tool_call_response', id, response: output }] });
    }
    request(said('assistant', answer), used);
    if (summary !== null) {
      request(said('assistant', summary), null);
      // The program puts it in the place of all that was said.
      history = [said('user', summary)];
    }
    if (strange !== null) out.push({ type: drawing.strange, says: strange });
  }
  return out;
};

/** How traces look. */
export const drawing: Drawing = {
  write,
  strange: 'millstone',
  asksForSummary: true,
  corpus: { globs: ['otel-genai/{Arize,evil}*.json', 'otel-genai/*.trace.json'], least: 13 },
};
