import { onTestFinished } from 'vitest';
import type { Run } from '../../../shared/model/run.ts';
import type { CallContext, Input } from '../../../shared/rpc/contract.ts';
import { openEngine } from '../open.ts';
import type { Received, Scripted } from '../runs/testing/model-server.ts';
import { serveModel } from '../runs/testing/model-server.ts';
import { tempFolder } from '../testing/files.ts';
import { nativeHome } from '../testing/native.ts';
import { createRunCalls } from './methods.ts';

export const STILL: CallContext = { signal: new AbortController().signal };

export const BOUNDS = { steps: 5, tokens: null, dollars: null, seconds: 600 };

/** An engine with a native tape in it, a model server that answers from a script, and every frame that windows would get. */
export async function runRoom(script: readonly Scripted[], heard?: (received: Received, at: number) => void) {
  const home = nativeHome();
  const { engine, handlers } = await openEngine({ home: tempFolder(), host: 'terminal', readOnly: false, samples: null });
  let count = 0;
  const server = await serveModel(script, (one) => {
    count += 1;
    heard?.(one, count);
  });
  const frames: Run[] = [];
  const listeners = new Set<(run: Run) => void>();
  const tell = (run: Run): void => {
    frames.push(run);
    for (const listener of listeners) listener(run);
  };
  const calls = createRunCalls({ engine, others: handlers, env: server.env, pause: async () => undefined, tell });
  onTestFinished(async () => {
    await calls.close();
    await engine.close();
  });
  const [tape = ''] = (await engine.ingest.open([home.main.folder])).tapes;
  const asked = { tape, prompt: 'Go', model: 'openai-compatible:m', policy: 'as-recorded', tools: [], system: null, takeOver: false };
  const start = async (change: Partial<Input<'runs.start'>> = {}) =>
    calls.handlers['runs.start']({ ...asked, bounds: BOUNDS, ...change } as never, STILL);
  /** Resolves with the first frame that fits, those that came already among them. */
  const until = (fits: (run: Run) => boolean): Promise<Run> =>
    new Promise((done) => {
      const found = frames.find(fits);
      if (found !== undefined) return done(found);
      const listener = (run: Run): void => {
        if (!fits(run)) return;
        listeners.delete(listener);
        done(run);
      };
      listeners.add(listener);
    });
  return { ...{ home, engine, handlers: { ...handlers, ...calls.handlers }, calls, server, frames, listeners, tape, start, until } };
}

/** Runs a prompt to its end. */
export async function runToEnd(room: Awaited<ReturnType<typeof runRoom>>, change: Partial<Input<'runs.start'>> = {}): Promise<Run> {
  const { id } = await room.start(change);
  return room.until((run) => run.id === id && !run.running);
}
