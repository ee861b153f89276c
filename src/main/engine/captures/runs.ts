import { join } from 'node:path';
import { makePath } from '../disk/make-path.ts';
import type { Line } from './lines.ts';

type RunLine = Line & { type: 'run' };

/** What is known of a run as it begins. */
export type RunFacts = Omit<RunLine, 'type' | 'version' | 'at' | 'way'>;

/** The session of requests that were tried with a changed context: none of them is what a log sent. */
export const TRIED = 'what-if';

/** How the sessions of requests begin that a run on a native tape sent, a replay among them: no log of an agent sent them. */
export const OF_RUN = 'tape run ';

/** The file of a run in its folder. */
export const REQUESTS = 'requests.jsonl';

/** Where captures are kept, in the folder for Tapescope's own data. */
export function capturesIn(home: string): string {
  return join(home, 'captures');
}

/** Makes the folder of a run, readable by its user alone, and the first line of its file. Names of folders sort by time. */
export function newRun(captures: string, facts: RunFacts & Pick<RunLine, 'way'>): { folder: string; first: RunLine } {
  const at = new Date().toISOString();
  const folder = join(captures, `${at.replaceAll(/[:.]/g, '-')}-${process.pid}`);
  makePath(folder, 0o700);
  return { folder, first: { type: 'run', version: 1, at, ...facts } };
}
