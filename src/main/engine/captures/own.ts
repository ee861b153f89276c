import { mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnFiles, OwnSwitch } from '../formats/wiring.ts';
import { createKeeper, type Lost } from './keeper.ts';
import { newRun, REQUESTS, type RunFacts } from './runs.ts';

export interface OwnRecording {
  folder: string;
  /** What to add to the agent's environment. */
  env: Record<string, string>;
  /** Takes in what the agent wrote, each block once. Its files are removed but where some of it was not taken in: `left` counts those. */
  close(): { requests: number; left: number } & Lost;
}

/** A file that cannot be read is as good as none. */
const quietly = <T>(read: () => T): T | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

const filesIn = (folder: string): OwnFiles => ({
  paths: readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    ),
  read: (path) => quietly(() => readFileSync(join(folder, path))),
  modified: (path) => quietly(() => statSync(join(folder, path)).mtimeMs) ?? 0,
});

/** Begins a run of an agent that keeps its requests by itself, in a folder of the run, for its user alone. */
export function startOwn(captures: string, own: OwnSwitch, facts: RunFacts): OwnRecording {
  const { folder, first } = newRun(captures, { ...facts, way: 'own' });
  const bodies = join(folder, 'bodies');
  mkdirSync(bodies, { mode: 0o700 });
  return {
    folder,
    env: own.env(bodies),
    close() {
      const { exchanges, left } = own.read(filesIn(bodies));
      const keeper = createKeeper(openSync(join(folder, REQUESTS), 'ax', 0o600));
      keeper.keep(first);
      for (const [at, exchange] of exchanges.entries()) keeper.own(at + 1, exchange);
      keeper.close();
      const lost = keeper.lost();
      if (lost.lines === 0 && left.length === 0) rmSync(bodies, { recursive: true });
      return { requests: exchanges.length, left: left.length, ...lost };
    },
  };
}
