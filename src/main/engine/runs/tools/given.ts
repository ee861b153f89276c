import { realpathSync } from 'node:fs';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import type { RunDefaults, Workspace } from '../../store/types.ts';
import { toolsOf, withoutSecrets } from './box.ts';
import type { OpenServer } from './mcp.ts';
import type { Tool } from './tool.ts';

/** Tools of a run, which hold what they need until they are closed. */
export interface GivenTools {
  tools: Tool[];
  close(): Promise<void>;
}

const MCP = /^mcp\.([^.]+)(?:\.(.+))?$/;

/** Names of the MCP servers of a workspace as tools: all that each has. */
export function serverNames({ mcp = {} }: RunDefaults): string[] {
  return Object.keys(mcp).map((name) => `mcp.${name}`);
}

/**
 * The tools of these names: ours, `mcp.SERVER` for all of a server of the workspace, `mcp.SERVER.TOOL` for one of them. Servers are started, and run until
 * it is closed. Throws 'bad-input' for a name that none has, 'refused' where a server gives none.
 */
export async function openTools(
  names: readonly string[],
  { config }: Workspace,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<GivenTools> {
  const own = toolsOf(names.filter((name) => !name.startsWith('mcp.')));
  const wanted = names.filter((name) => name.startsWith('mcp.'));
  if (wanted.length === 0) return { tools: own, close: async () => undefined };
  const { openServer } = await import('./mcp.ts');
  const servers = config.run?.mcp ?? {};
  const open: OpenServer[] = [];
  const close = async (): Promise<void> => void (await Promise.allSettled(open.map((server) => server.close())));
  try {
    for (const name of new Set(wanted.map(serverIn))) {
      const server = Object.hasOwn(servers, name) ? servers[name] : undefined;
      if (server === undefined)
        throw new TapeError('bad-input', `There is no MCP server "${name.slice(0, 60)}": "run": {"mcp": {…}} in config.json names them.`);
      open.push(await openServer(name, server, { root: realpathSync(config.root), env: withoutSecrets(env), signal }));
    }
    const theirs = open
      .flatMap(({ tools }) => tools)
      .filter(({ allowed }) => wanted.some((name) => allowed === name || allowed.startsWith(`${name}.`)));
    const lacking = wanted.find((name) => !theirs.some(({ allowed }) => allowed === name || allowed.startsWith(`${name}.`)));
    if (lacking !== undefined) throw new TapeError('bad-input', `There is no tool "${lacking.slice(0, 120)}".`);
    return { tools: [...own, ...theirs], close };
  } catch (failure) {
    await close();
    throw failure;
  }
}

const serverIn = (name: string): string => {
  const [, server] = MCP.exec(name) ?? [];
  if (server === undefined)
    throw new TapeError('bad-input', `A tool of an MCP server is named mcp.SERVER or mcp.SERVER.TOOL, not "${name.slice(0, 60)}".`);
  return server;
};
