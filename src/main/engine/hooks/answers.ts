import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePath } from '../disk/make-path.ts';
import { fileName } from './links.ts';
import type { Where } from './notes.ts';

/**
 * Texts that wait for a session's next hook that may say something, one file each: AGENT.SESSION.KIND, of two lines, and between them goes the name of
 * the event. So `bin/tape-hook` can say them too, without Node; it knows these names and kinds.
 */

/** A report of what a compaction took; or what was in context, which is said at the start after a compaction, unless the report is there. */
export type Kind = 'report' | 'compact';

/** A text that nobody has come for in this long is removed. */
const KEPT_MS = 30 * 24 * 3_600_000;

export function answersIn(home: string): string {
  return join(home, 'answers');
}

const file = ({ home, agent, session }: Where, kind: Kind): string => join(answersIn(home), `${agent}.${fileName(session)}.${kind}`);

const prune = (folder: string, now: number): void => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (now - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
};

/** Keeps a text for the next hook that may say it, as the agent's hooks print it. A report replaces what else waits. */
export function keepAnswer(where: Where, kind: Kind, answer: (event: string) => object, now: number): void {
  const folder = answersIn(where.home);
  makePath(folder, 0o700);
  prune(folder, now);
  const EVENT = 'EVENT';
  const printed = JSON.stringify(answer(EVENT));
  const at = printed.indexOf(EVENT);
  const draft = join(folder, `.${process.pid}`);
  writeFileSync(draft, `${printed.slice(0, at)}\n${printed.slice(at + EVENT.length)}\n`);
  renameSync(draft, file(where, kind));
  if (kind === 'report') rmSync(file(where, 'compact'), { force: true });
}

/** What waits, as it is printed for an event, and waits no more; null for none. Whoever moves the file says it, and nobody else. */
export function takeAnswer(where: Where, event: string, isAfterCompaction: boolean): string | null {
  const taken = join(answersIn(where.home), `.said-${process.pid}`);
  for (const kind of isAfterCompaction ? (['report', 'compact'] as const) : (['report'] as const)) {
    try {
      renameSync(file(where, kind), taken);
    } catch {
      continue;
    }
    const [before, after] = readFileSync(taken, 'utf8').split('\n');
    rmSync(taken);
    return `${before}${event}${after}`;
  }
  return null;
}
