import { openTools } from '../runs/tools/given.ts';
import type { Tool } from '../runs/tools/tool.ts';
import type { Workspace } from '../store/types.ts';

/** Lists of tools that are kept. */
const KEPT = 20;

export interface ToolLists {
  /** Tools of these names, to be listed and not to be called: a server of the workspace is started for the first list, and ended when it has answered. */
  of(names: readonly string[], workspace: Workspace): Promise<readonly Tool[]>;
  /** Servers are asked again: a run may have found other tools than are listed. */
  forget(): void;
  /** Ends servers that have not answered yet. */
  close(): void;
}

/** Keeps what MCP servers list from one preview of a request to the next, so that typing a prompt starts no server for each letter. */
export function createToolLists(env: NodeJS.ProcessEnv): ToolLists {
  const lists = new Map<string, Promise<readonly Tool[]>>();
  const ending = new AbortController();
  const list = async (names: readonly string[], workspace: Workspace): Promise<readonly Tool[]> => {
    const { tools, close } = await openTools(names, workspace, env, ending.signal);
    await close();
    return tools;
  };
  return {
    of(names, workspace) {
      const { root, run } = workspace.config;
      const key = JSON.stringify([workspace.folder, root, run?.mcp ?? {}, names]);
      const known = lists.get(key);
      if (known !== undefined) return known;
      const asked = list(names, workspace);
      lists.set(key, asked);
      // A server that did not answer may do so the next time.
      asked.catch(() => lists.get(key) === asked && lists.delete(key));
      for (const other of lists.keys()) if (lists.size > KEPT) lists.delete(other);
      return asked;
    },
    forget: () => lists.clear(),
    close: () => ending.abort(),
  };
}
