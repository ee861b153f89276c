import { parsePolicy } from '../../../shared/model/policy.ts';
import type { Run } from '../../../shared/model/run.ts';
import type { TapeRow } from '../../../shared/model/tape.ts';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';
import { nativeRow } from '../native-calls/tapes.ts';
import { spelledOut } from '../policies/names.ts';
import { endpointOf } from '../runs/endpoint.ts';
import { previewRun } from '../runs/run-tape.ts';
import { openTools } from '../runs/tools/given.ts';
import type { Tool } from '../runs/tools/tool.ts';
import { openTape } from '../store/open-tape.ts';
import { placeOf, workspaceAt } from '../store/places.ts';
import type { Tape, Workspace } from '../store/types.ts';
import { forget } from './approvals.ts';
import { setupOf } from './setup.ts';
import { type Given, type Running, startRun } from './start.ts';

/** Lists of tools that are kept. */
const KEPT_LISTS = 20;

interface ToolLists {
  /** Tools of these names, to be listed and not to be called: a server of the workspace is started for the first list, and ended when it has answered. */
  of(names: readonly string[], workspace: Workspace): Promise<readonly Tool[]>;
  /** Servers are asked again: a run may have found other tools than are listed. */
  forget(): void;
  /** Ends servers that have not answered yet. */
  close(): void;
}

/** Keeps what MCP servers list from one preview of a request to the next, so that typing a prompt starts no server for each letter. */
function createToolLists(env: NodeJS.ProcessEnv): ToolLists {
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
      for (const other of lists.keys()) if (lists.size > KEPT_LISTS) lists.delete(other);
      return asked;
    },
    forget: () => lists.clear(),
    close: () => ending.abort(),
  };
}

export type RunMethods = Pick<Handlers, Extract<keyof Handlers, `runs.${string}`>>;

export interface RunCalls {
  handlers: RunMethods;
  /** Stops all runs, and resolves when their tapes say so. */
  close(): Promise<void>;
}

/** Runs that are over and still shown. */
const KEPT = 20;

/** Calls about runs, for one engine. A run belongs to the host and not to the window that began it: it continues when that is closed. */
export function createRunCalls(given: Given): RunCalls {
  const { engine, env } = given;
  /** By tape: the run under way, or the last one. */
  const runs = new Map<string, Running>();
  const starting = new Set<string>();
  const lists = createToolLists(env);
  const isUnderWay = (tape: string): boolean => starting.has(tape) || runs.get(tape)?.run().running === true;

  const runOf = (id: string): Running => {
    const found = [...runs.values()].find((one) => one.id === id);
    if (found !== undefined) return found;
    throw new TapeError('not-found', 'This run is not known here: it was started by another program, or long ago.');
  };
  const keep = (tape: string, running: Running): void => {
    runs.delete(tape);
    runs.set(tape, running);
    for (const [other, one] of runs) if (runs.size > KEPT && !one.run().running) runs.delete(other);
  };
  const setup = (id: string) =>
    withTape(engine, id, (tape, row) => ({ ...setupOf(tape, engine.options.home, env), run: runs.get(row.id)?.run() ?? null }));

  const start: RunMethods['runs.start'] = async (input) => {
    const row = nativeRow(engine.catalog.tape(input.tape));
    if (isUnderWay(row.id)) throw new TapeError('refused', 'A run is under way on this tape. Stop it, or wait until it ends.');
    const asked = { ...input, tape: row.id, policy: spelledOut(engine, row.id, input.policy) };
    starting.add(row.id);
    lists.forget();
    try {
      const running = await startRun(given, row, opened(engine, row), asked);
      keep(row.id, running);
      return running.run();
    } finally {
      starting.delete(row.id);
    }
  };

  const handlers: RunMethods = {
    'runs.setup': ({ tape }) => setup(tape),
    'runs.start': start,
    'runs.answer': ({ run: id, call, answer }): Run => {
      const running = runOf(id);
      if (!running.answer(call, answer)) throw new TapeError('refused', 'This call no longer waits for an answer.');
      return running.run();
    },
    'runs.stop': async ({ run: id }) => {
      const running = runOf(id);
      running.stop();
      await running.over;
      return running.run();
    },
    'runs.forget': async ({ tape: id, rule }) => {
      await withTape(engine, id, ({ workspace }) => forget(workspace, rule));
      return setup(id);
    },
    'runs.preview': ({ tape: id, model, tools, prompt, system, policy }) =>
      withTape(engine, id, async (tape, row) => {
        const endpoint = endpointOf(model, env);
        const choice = parsePolicy(spelledOut(engine, row.id, policy));
        return previewRun({ tape, endpoint, prompt, system, tools: await lists.of(tools, tape.workspace) }, choice);
      }),
  };
  return {
    handlers,
    async close() {
      lists.close();
      for (const running of runs.values()) running.stop();
      await Promise.all([...runs.values()].map(({ over }) => over));
    },
  };
}

const opened = ({ options }: Engine, row: TapeRow): Tape => {
  const place = placeOf(row.file);
  if (place === null) throw new TapeError('not-found', `${row.file} no longer has a native tape.`);
  return openTape(workspaceAt(place.folder), place.which, { readOnly: options.readOnly });
};

const withTape = async <T>(engine: Engine, id: string, work: (tape: Tape, row: TapeRow) => T | Promise<T>): Promise<T> => {
  const row = nativeRow(engine.catalog.tape(id));
  const tape = opened(engine, row);
  try {
    return await work(tape, row);
  } finally {
    tape.close();
  }
};
