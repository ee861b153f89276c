// One home folder for all unit tests, empty at their beginning: what is in the home of whoever runs them (sessions of agents, native tapes) is
// not theirs to read, and what they leave in it would be read by the next. A test that writes there says so by failing the run.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Sets HOME before the workers start, which inherit it; afterwards the folder is removed, and the run fails if anything was in it. */
export function setup(): () => void {
  const home = mkdtempSync(join(tmpdir(), 'tapescope-home-'));
  process.env.HOME = home;
  return () => {
    const left = readdirSync(home);
    rmSync(home, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`Unit tests wrote into the home folder of whoever runs them: ${left.join(', ')}.`);
  };
}
