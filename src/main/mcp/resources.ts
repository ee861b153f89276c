import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type McpServer, ResourceTemplate, type Variables } from '@modelcontextprotocol/server';
import { Tier } from '../../shared/model/float.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { safeJson } from '../cli/format/clean.ts';
import { realPath } from '../engine/disk/disk.ts';
import { line } from './answer.ts';
import { calling, type McpHost } from './host.ts';

/** Sessions that a list of resources names, the newest; every other one can be read by its id all the same. */
const MOST_TAPES = 50;

const one = (variables: Variables, name: string): string => {
  const value = variables[name];
  return decodeURIComponent((Array.isArray(value) ? value.join('/') : value) ?? '');
};

const json = (uri: URL, value: unknown) => ({ contents: [{ uri: uri.href, mimeType: 'application/json', text: safeJson(value) }] });

const addTapes = (server: McpServer, host: McpHost): void => {
  const { catalog } = host.engine;
  const listed = () => {
    const isHere = ({ project }: { project: string }) => host.folder === null || realPath(project) === realPath(host.folder);
    return catalog.tapes().filter(isHere).slice(0, MOST_TAPES);
  };
  const list = () => ({
    resources: listed().map(({ id, title, steps, entries }) => ({
      ...{ uri: `tape://${id}`, name: id, title: line(title, 120), mimeType: 'application/json' },
      description: `${steps} steps, ${entries} entries`,
    })),
  });
  server.registerResource(
    'tape',
    new ResourceTemplate('tape://{tape}', { list }),
    { title: 'Session', description: 'A session: its row in the library, and its anchors and compactions.', mimeType: 'application/json' },
    async (uri, variables, { mcpReq: { signal } }) => {
      const { session } = calling(host, signal);
      const row = await session.tape(one(variables, 'tape'));
      const { tape, anchors } = await session.call('tapes.get', { tape: row.id });
      return json(uri, { tape, anchors: anchors.map(({ seq, name, type }) => ({ entry: seq, name: line(name, 80), type })) });
    },
  );
};

const addEntries = (server: McpServer, host: McpHost): void => {
  server.registerResource(
    'entry',
    new ResourceTemplate('tape://{tape}/entries/{entry}', { list: undefined }),
    { title: 'Entry', description: 'What one entry of a session says, as the log has it.', mimeType: 'application/json' },
    async (uri, variables, { mcpReq: { signal } }) => {
      const { session } = calling(host, signal);
      const seq = Number(one(variables, 'entry'));
      if (!Number.isSafeInteger(seq) || seq < 1) throw new TapeError('bad-input', 'An entry has a number, from 1 on.');
      const row = await session.tape(one(variables, 'tape'));
      const { title, file, digest, parts } = await session.call('entries.get', { tape: row.id, seq });
      return json(uri, { tape: row.id, entry: seq, title, file, digest, parts });
    },
  );
};

/** Context files of the folder, where float keeps some there. */
const addContexts = (server: McpServer, host: McpHost): void => {
  const { folder: root } = host;
  if (root === null) return;
  const list = async ({ mcpReq: { signal } }: { mcpReq: { signal: AbortSignal } }) => {
    if (!existsSync(join(root, '.float'))) return { resources: [] };
    const { session } = calling(host, signal);
    await session.call('float.open', { root });
    const { items } = await session.call('float.folders', { root });
    const resources = items.flatMap(({ path, description, built }) =>
      built.map(({ tier, state, tokens }) => ({
        ...{ uri: `context://${tier}${encodeURI(path)}`, name: `${path} (${tier})`, mimeType: 'text/markdown' },
        description: `${state}, ${tokens} tokens. ${line(description ?? '')}`.trim(),
      })),
    );
    return { resources };
  };
  server.registerResource(
    'context',
    new ResourceTemplate('context://{tier}{/path*}', { list }),
    { title: 'Context file', description: 'A context file of a folder of this project, as float builds it.', mimeType: 'text/markdown' },
    async (uri, _, { mcpReq: { signal } }) => {
      const { session } = calling(host, signal);
      const tier = Tier.safeParse(uri.hostname);
      if (!tier.success) throw new TapeError('bad-input', `There is no tier "${line(uri.hostname, 40)}".`);
      await session.call('float.open', { root });
      const path = decodeURIComponent(uri.pathname) || '/';
      const { text, onDisk } = await session.call('float.context', { root, path, tier: tier.data });
      return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text: onDisk ?? text }] };
    },
  );
};

/** Adds what can be read by address: sessions and their entries, and context files of the folder. */
export function addResources(server: McpServer, host: McpHost): void {
  addTapes(server, host);
  addEntries(server, host);
  addContexts(server, host);
}
