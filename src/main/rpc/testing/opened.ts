import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { TapeRow } from '../../../shared/model/index.ts';
import type { Input, Method, Output, Push } from '../../../shared/rpc/contract.ts';
import type { Engine } from '../../engine/engine.ts';
import { openEngine } from '../../engine/open.ts';
import { tempFolder, writeFile } from '../../engine/testing/files.ts';
import { createDispatch, type Dispatch } from '../dispatch.ts';

/** An engine on real folders behind the one door, with outputs checked. */
export interface Opened {
  engine: Engine;
  dispatch: Dispatch;
  pushes: Push[];
  /** Where the projects and `tapes` are. */
  folder: string;
  /** Makes a call that must succeed. */
  call<M extends Method>(method: M, input: Input<M>): Promise<Output<M>>;
  /** Makes a call that must fail, and answers "code: sentence". */
  refused<M extends Method>(method: M, input: Input<M>): Promise<string>;
  /** A folder with this name, bound to a workspace; answers its tape. */
  workspace(name?: string): Promise<TapeRow>;
}

export async function opened(options: { folder?: string; readOnly?: boolean } = {}): Promise<Opened> {
  const folder = options.folder ?? tempFolder();
  const { readOnly = false } = options;
  const { engine, handlers } = await openEngine({ home: join(folder, 'home'), host: 'terminal', readOnly, samples: null });
  onTestFinished(() => engine.close());
  engine.saveSettings({ tapeHome: join(folder, 'tapes') });
  const pushes: Push[] = [];
  engine.subscribe((push) => pushes.push(push));
  const dispatch = createDispatch({ handlers, readOnly, checkOutputs: true, onBug: () => {} });
  const still = new AbortController().signal;
  const call = async <M extends Method>(method: M, input: Input<M>): Promise<Output<M>> => {
    const answer = await dispatch(method, input, still);
    if (answer.ok) return answer.value as Output<M>;
    throw new Error(`${answer.error.code}: ${answer.error.message}`);
  };
  return {
    ...{ engine, dispatch, pushes, folder, call },
    async refused(method, input) {
      const answer = await dispatch(method, input, still);
      if (answer.ok) throw new Error(`${method} was done: ${JSON.stringify(answer.value)}`);
      return `${answer.error.code}: ${answer.error.message}`;
    },
    async workspace(name = 'harbour') {
      const root = join(folder, name);
      mkdirSync(root, { recursive: true });
      return (await call('native.init', { root })).tape;
    },
  };
}

/** A Claude Code session in the folder `cwd`, as a source to continue from. */
export async function importedSession({ call, folder }: Opened, cwd: string): Promise<TapeRow> {
  const record = (uuid: string, parentUuid: string | null, type: string, message: object): string =>
    JSON.stringify({ type, uuid, parentUuid, sessionId: 's-1', timestamp: '2026-11-20T10:00:00.000Z', cwd, version: '2.1.0', message });
  const lines = [
    record('u1', null, 'user', { role: 'user', content: 'Paint the boat' }),
    record('a1', 'u1', 'assistant', { id: 'm1', role: 'assistant', model: 'claude-x', content: [{ type: 'text', text: 'Painted.' }] }),
    record('u2', 'a1', 'user', { role: 'user', content: 'Now the oars' }),
  ];
  const path = writeFile(folder, 'logs/s-1.jsonl', `${lines.join('\n')}\n`);
  const { tapes } = await call('library.open', { paths: [path] });
  const [tape] = tapes;
  if (tape === undefined) throw new Error('The session was not imported.');
  return tape;
}

/** Every file below a folder with its bytes, but for the index, which is derived. */
export function filesOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile() && !item.name.startsWith('index.db'))
      .map((item) => join(item.parentPath, item.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );
}
