import type { CallToolResult, Client, Tool as ServerTool } from '@modelcontextprotocol/client';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import { version } from '../../app/version.ts';
import { isObject } from '../../formats/json.ts';
import type { JsonObject } from '../../formats/values.ts';
import type { McpServer } from '../../store/types.ts';
import { bounded, MOST_RESULT, type Tool } from './tool.ts';

/** How long a server may take to start, and for one call. */
const START_MS = 30_000;
const CALL_MS = 120_000;
/** Tools of one server, and characters of what it says of one. */
const MOST_TOOLS = 200;
const MOST_SAID = 2000;

/** What the protocol lets a tool be named: a name of anything else could pass for another where a person is asked. */
const NAME = /^[\w.-]{1,128}$/;

/** The tools of a server that is running, until it is closed. */
export interface OpenServer {
  tools: Tool[];
  close(): Promise<void>;
}

export interface ServerPlace {
  /** The folder of the workspace. */
  root: string;
  /** Without keys: what a server needs, its own `env` says. */
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/** Starts an MCP server of the user's, or reaches one, and answers its tools. Throws 'refused' with a sentence where it does not answer. */
export async function openServer(name: string, server: McpServer, place: ServerPlace): Promise<OpenServer> {
  const { Client } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'tapescope', version });
  const options = { signal: place.signal, timeout: START_MS };
  try {
    await client.connect(await transportOf(server, place), options);
    const { tools } = await client.listTools(undefined, options);
    const names = new Set<string>();
    const named = tools.filter((tool) => NAME.test(tool.name)).slice(0, MOST_TOOLS);
    return { tools: named.map((tool) => toolOf(name, tool, client, names)), close: () => client.close() };
  } catch (failure) {
    await client.close().catch(() => undefined);
    const why = failure instanceof Error ? failure.message : String(failure);
    throw new TapeError('refused', `The MCP server "${name}" gives no tools: ${why.slice(0, 300)}`);
  }
}

const transportOf = async (server: McpServer, { root, env }: ServerPlace) => {
  if ('url' in server) {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    return new StreamableHTTPClientTransport(new URL(server.url));
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const own = Object.entries({ ...env, ...server.env }).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
  return new StdioClientTransport({
    command: server.command,
    args: [...(server.args ?? [])],
    cwd: root,
    env: Object.fromEntries(own),
    stderr: 'ignore',
  });
};

/** A person is asked before each call, since only the server knows what it does. */
const toolOf = (server: string, { name, description = '', inputSchema }: ServerTool, client: Client, names: Set<string>): Tool => ({
  allowed: `mcp.${server}.${name}`,
  name: wireName(server, name, names),
  description: bounded(description, MOST_SAID),
  parameters: inputSchema as JsonObject,
  asks: true,
  subject: (args) => JSON.stringify(args),
  limits: () => `MCP server ${server} · at most ${CALL_MS / 1000} s · ${MOST_RESULT.toLocaleString('en')} characters of the answer kept`,
  run: async (args, { signal }) => {
    const answer = await client.callTool({ name, arguments: args }, { signal, timeout: CALL_MS });
    const text = bounded(textOf(answer)) || '(nothing)';
    return answer.isError === true ? { failed: text } : { text };
  },
});

/** A name that every API takes; two tools never share one. */
const wireName = (server: string, tool: string, names: Set<string>): string => {
  const plain = `mcp_${server}_${tool}`.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 60);
  let name = plain;
  for (let at = 2; names.has(name); at += 1) name = `${plain}_${at}`;
  names.add(name);
  return name;
};

const textOf = ({ content, structuredContent }: CallToolResult): string => {
  const texts = content.map((part) => {
    if (part.type === 'text') return part.text;
    if (part.type === 'resource' && 'text' in part.resource) return String(part.resource.text);
    return part.type === 'resource_link' ? part.uri : `[${part.type}, which is not passed on]`;
  });
  return texts.length === 0 && isObject(structuredContent as JsonObject) ? JSON.stringify(structuredContent) : texts.join('\n');
};
