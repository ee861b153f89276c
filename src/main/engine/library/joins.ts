import { lstat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { findRepository, type Joined, joinedBy, joinedByName } from './repository.ts';

/** Milliseconds for which what was seen on the disk counts. */
const FRESH = 60_000;
/** Folders that are looked at at a time. */
const AT_ONCE = 16;

export type Joins = ReadonlyMap<string, Joined>;

const isGone = async (path: string): Promise<boolean> => (await lstat(path).catch(() => null)) === null;

const lookAt = async (projects: readonly string[], userHome: string): Promise<Joins> => {
  const joins = new Map<string, Joined>();
  const left: string[] = [];
  const waiting = [...projects];
  const work = async (): Promise<void> => {
    for (let project = waiting.pop(); project !== undefined; project = waiting.pop()) {
      const found = await findRepository(project, userHome);
      if (found !== null) joins.set(project, joinedBy(project, found));
      else if (/^(?:\/|[a-z]:[\\/])/i.test(project) && (await isGone(project))) left.push(project);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const known = [...joins.values()].map(({ of }) => of);
  for (const project of left) {
    const named = joinedByName(project, known);
    if (named !== null) joins.set(project, named);
  }
  return joins;
};

/** Which projects are of one repository. The answer is another object only where it says something else. */
export function createJoins(userHome = homedir()) {
  let kept: { at: number; asked: string; text: string; joins: Joins } | null = null;
  return async (projects: ReadonlySet<string>): Promise<Joins> => {
    const sorted = [...projects].sort();
    const asked = sorted.join('\n');
    if (kept?.asked === asked && Date.now() - kept.at < FRESH) return kept.joins;
    const joins = await lookAt(sorted, userHome);
    const text = JSON.stringify([...joins].sort(([a], [b]) => (a < b ? -1 : 1)));
    kept = { at: Date.now(), asked, text, joins: kept?.text === text ? kept.joins : joins };
    return kept.joins;
  };
}
