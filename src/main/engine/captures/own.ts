import { mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnSwitch } from '../formats/wiring.ts';
import { filesIn } from './files.ts';
import { createKeeper, type Lost } from './keeper.ts';
import { newRun, REQUESTS, type RunFacts } from './runs.ts';

export interface OwnRecording {
  folder: string;
  /** What to add to the agent's environment. */
  env: Record<string, string>;
  /** Takes in what the agent wrote, each block once. Its files are removed but where some of it was not taken in: `left` counts those. */
  close(): { requests: number; left: number } & Lost;
}

/** Begins a run of an agent that keeps its requests by itself, in a folder of the run, for its user alone. */
export function startOwn(captures: string, own: OwnSwitch, facts: RunFacts): OwnRecording {
  const { folder, first } = newRun(captures, { ...facts, way: 'own' });
  const bodies = join(folder, 'bodies');
  mkdirSync(bodies, { mode: 0o700 });
  return {
    folder,
    env: own.env(bodies),
    close() {
      const files = filesIn(bodies);
      const { exchanges, left } = own.read(files);
      const keeper = createKeeper(openSync(join(folder, REQUESTS), 'ax', 0o600));
      keeper.keep(first);
      for (const [at, exchange] of exchanges.entries()) {
        const request = files.read(exchange.request);
        const response = exchange.response === null ? null : files.read(exchange.response);
        if (request !== null) keeper.own(at + 1, { ...exchange, request, response });
      }
      keeper.close();
      const lost = keeper.lost();
      if (lost.lines === 0 && left.length === 0) rmSync(bodies, { recursive: true });
      return { requests: exchanges.length, left: left.length, ...lost };
    },
  };
}
