import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { toWireError } from '../../shared/rpc/tape-error.ts';
import { safeJson } from '../cli/format/clean.ts';
import { type Calling, calling, type McpHost } from './host.ts';

interface Tool<In extends z.ZodObject, Out extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: In;
  output: Out;
  writes?: true;
  run(given: z.output<In>, calling: Calling): Promise<z.output<Out>>;
}

/** Adds a tool to a server. */
export type AddTool = (server: McpServer, host: McpHost) => void;

/** A failure is an answer: the sentence and the code that every host gives, so that the model can do something about it. */
const failed = (thrown: unknown) => {
  const { code, message } = toWireError(thrown);
  return { isError: true, content: [{ type: 'text' as const, text: message }], _meta: { 'tapescope/error': { code, message } } };
};

/** A schema as a client needs it to take an answer apart. Each request of an agent may carry it, so what a model reads in the answer itself is not in it. */
const outline = (schema: unknown): z.ZodType => {
  if (schema instanceof z.ZodNullable) return outline(schema.unwrap()).nullable();
  if (schema instanceof z.ZodArray) return z.array(outline(schema.element));
  if (schema instanceof z.ZodNumber) return z.number();
  return schema instanceof z.ZodString ? z.string() : z.unknown();
};

const outlined = ({ shape }: z.ZodObject): z.ZodObject =>
  z.looseObject(Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, outline(schema).optional()])));

/** Declares a tool. What it answers is structured and held to its whole shape, and is there again as text for clients that know text alone. */
export function defineTool<In extends z.ZodObject, Out extends z.ZodObject>(tool: Tool<In, Out>): AddTool {
  const { name, title, description, input, output, writes = false } = tool;
  // What a reading tool does not do is clear from that alone.
  const annotations = writes
    ? { readOnlyHint: false, destructiveHint: false, openWorldHint: false }
    : { readOnlyHint: true, openWorldHint: false };
  const inputSchema: z.ZodObject = input;
  const outputSchema = outlined(output);
  const declared = { title, description, inputSchema, outputSchema, annotations };
  return (server, host) => {
    server.registerTool(name, declared, async (given, { mcpReq: { signal } }) => {
      try {
        const answer = output.parse(await tool.run(given as z.output<In>, calling(host, signal)));
        return { content: [{ type: 'text' as const, text: safeJson(answer) }], structuredContent: answer };
      } catch (thrown) {
        return failed(thrown);
      }
    });
  };
}
