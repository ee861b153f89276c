import { mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnSwitch } from '../formats/wiring.ts';
import { filesIn } from './files.ts';
import { createKeeper, type Lost } from './keeper.ts';
import { newRun, REQUESTS, type RunFacts } from './runs.ts';

export interface OwnRecording {
  folder: string;
  /** What to add to the agent's environment. */
  env: Record<string, string>;
  /** The words of the agent's command, with what it is given. */
  words(words: readonly string[]): string[];
  /**
   * Takes in what the agent wrote, each block once. Its files are removed but where some of it was not taken in: `left` counts answers that nothing joins to a
   * request, `unread` all files where requests were not found in them, or could not be read.
   */
  close(): { requests: number; left: number; unread: number } & Lost;
}

/** Begins a run of an agent that keeps its requests by itself, in a folder of the run, for its user alone. */
export function startOwn(captures: string, own: OwnSwitch, facts: RunFacts): OwnRecording {
  const { folder, first } = newRun(captures, { ...facts, way: 'own' });
  const bodies = join(folder, 'bodies');
  mkdirSync(bodies, { mode: 0o700 });
  const { given } = own;
  const path = join(folder, given?.name ?? '');
  if (given !== undefined) writeFileSync(path, given.text, { mode: 0o600 });
  // First, so that a run that is killed is listed, and can be removed.
  const keeper = createKeeper(openSync(join(folder, REQUESTS), 'ax', 0o600));
  keeper.keep(first);
  return {
    folder,
    env: { ...own.env(bodies), ...given?.env?.(path, process.env) },
    words: (words) => given?.words?.(path, words) ?? [...words],
    close() {
      const files = filesIn(bodies);
      const { exchanges, left, files: within = files } = own.read(files);
      if (given !== undefined) rmSync(path, { force: true });
      let requests = 0;
      for (const [at, exchange] of exchanges.entries()) {
        const request = within.read(exchange.request);
        const response = exchange.response === null ? null : within.read(exchange.response);
        if (request === null) continue;
        keeper.own(at + 1, { ...exchange, request, response });
        requests += 1;
      }
      keeper.close();
      const lost = keeper.lost();
      // A version may write what nobody has seen yet: that is all there is of its requests.
      const unread = requests < exchanges.length || (requests === 0 && left.length === 0) ? files.paths.length : 0;
      if (lost.lines === 0 && left.length + unread === 0) rmSync(bodies, { recursive: true });
      return { requests, left: left.length, unread, ...lost };
    },
  };
}
