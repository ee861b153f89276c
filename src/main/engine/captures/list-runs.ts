import { createReadStream, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Line } from './lines.ts';
import { REQUESTS } from './runs.ts';

/** A run as a list shows it. `sent` counts the bytes of its requests as they travelled, `kept` those of its folder. */
export interface Run {
  name: string;
  folder: string;
  at: string;
  agent: string | null;
  program: string;
  way: (Line & { type: 'run' })['way'];
  requests: number;
  sent: number;
  kept: number;
}

const parsed = <T extends Line['type']>(line: string, type: T): (Line & { type: T }) | null => {
  if (!line.startsWith(`{"type":"${type}"`)) return null;
  try {
    return JSON.parse(line);
  } catch {
    // The last line of a run that was killed.
    return null;
  }
};

/** What is in a folder, links not followed; 0 for what is gone meanwhile. */
const bytesIn = (path: string): number => {
  const look = lstatSync(path, { throwIfNoEntry: false });
  if (!look?.isDirectory()) return look?.size ?? 0;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
};

/** Reads a run, a line at a time; null for a folder that holds none. */
const readRun = async (captures: string, name: string): Promise<Run | null> => {
  const folder = join(captures, name);
  const path = join(folder, REQUESTS);
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return null;
  let run: Run | null = null;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (run === null) {
      const first = parsed(line, 'run');
      if (first === null) return null;
      const { at, agent, program, way } = first;
      run = { name, folder, at, agent, program, way, requests: 0, sent: 0, kept: bytesIn(folder) };
    }
    const request = parsed(line, 'request');
    if (request !== null) Object.assign(run, { requests: run.requests + 1, sent: run.sent + request.bytes });
  }
  return run;
};

/** Lists the runs that were kept, oldest first. What is not a run is left out; a folder that is not there has none. */
export async function listRuns(captures: string): Promise<Run[]> {
  if (!lstatSync(captures, { throwIfNoEntry: false })?.isDirectory()) return [];
  const names = readdirSync(captures, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const runs: Run[] = [];
  for (const { name } of names) {
    const run = await readRun(captures, name);
    if (run !== null) runs.push(run);
  }
  return runs.toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

/** Chooses what retention removes: runs that began before `before`, epoch ms, and then the oldest until the rest fits into `bytes`. */
export function overdue(runs: readonly Run[], { before, bytes }: { before: number | null; bytes: number | null }): Run[] {
  const old = runs.filter(({ at }) => before !== null && Date.parse(at) < before);
  const rest = runs.filter((run) => !old.includes(run));
  let left = rest.reduce((sum, { kept }) => sum + kept, 0);
  const beyond = rest.filter(({ kept }) => {
    if (bytes === null || left <= bytes) return false;
    left -= kept;
    return true;
  });
  return [...old, ...beyond];
}

/** Removes runs from the disk. */
export function removeRuns(runs: readonly Run[]): void {
  for (const { folder } of runs) rmSync(folder, { recursive: true });
}
