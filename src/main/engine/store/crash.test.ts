import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/files.ts';
import { openTape } from './open-tape.ts';
import { workspaceAt } from './places.ts';
import { recoveredCount } from './set-aside.ts';
import { type Child, startChild } from './testing/child.ts';
import type { Workspace } from './types.ts';
import { verifyTape } from './verify.ts';
import { initWorkspace } from './workspace.ts';

const WRITER = fileURLToPath(new URL('./testing/crash-writer.ts', import.meta.url));
const ROUNDS = 200;
const MAIN = { session: 'main', fork: null };

const workspaceOf = (): Workspace => {
  const root = join(tempFolder(), 'project');
  mkdirSync(root);
  return initWorkspace(join(root, '..', 'tapes'), root).workspace;
};

/** Whole lines only: the last one may have been cut by the end of the process. */
const acknowledged = (said: string): number[] =>
  said
    .slice(0, said.lastIndexOf('\n') + 1)
    .split(/\s+/)
    .filter((word) => /^\d+$/.test(word))
    .map(Number);

/** A round: a process writes until it is killed, then the tape must hold all that it acknowledged. Answers what was written and mended. */
const round = async (child: Child, nth: number, { folder }: Workspace): Promise<{ writes: number; mended: number }> => {
  child.process.stdin.write('go\n');
  // Some are ended while they open the tape, some after a few writes; the wait is about as long as a write takes.
  await child.lines(1 + (nth % 3));
  await new Promise((resolve) => setTimeout(resolve, (nth * 7) % 4));
  child.process.kill('SIGKILL');
  await child.over;
  const ids = acknowledged(child.said().replace(/^ready\n/, ''));
  const tape = openTape(workspaceAt(folder), MAIN);
  const there = tape.rows({ ids: [ids[0] ?? 1, ids.at(-1) ?? 1] }).map(({ id }) => id);
  expect(there.filter((id) => ids.includes(id))).toEqual(ids.length === 0 ? [] : ids);
  tape.close();
  return { writes: ids.length, mended: tape.notes.length };
};

test('what was acknowledged survives kill -9 at any moment, and opening the tape puts right what is left', async () => {
  const cache = tempFolder();
  const workspaces = [workspaceOf(), workspaceOf()];
  const workspace = (nth: number): Workspace => workspaces[nth % workspaces.length] ?? workspaceOf();
  // The next process starts while this one is being ended and looked at.
  const start = (nth: number): Child => startChild(WRITER, [workspace(nth).folder, String(nth + 1)], cache);
  await startChild(WRITER, [], cache).over;
  const sum = { writes: 0, mended: 0 };
  let next = start(0);
  for (let nth = 0; nth < ROUNDS; nth++) {
    const child = next;
    await child.lines(1);
    next = start(nth + 1);
    const { writes, mended } = await round(child, nth, workspace(nth));
    sum.writes += writes;
    sum.mended += mended;
    if (nth % 25 > 22) expect(verifyTape(workspace(nth), MAIN).problems).toEqual([]);
  }
  next.process.kill('SIGKILL');
  await next.over;
  for (const one of workspaces) expect(verifyTape(one, MAIN).ok).toBe(true);
  expect(sum.writes).toBeGreaterThan(ROUNDS);
  // Each piece that was set aside is in recovered/, and was reported.
  const pieces = workspaces.map(({ folder }) => recoveredCount(folder)).reduce((all, count) => all + count);
  expect(sum.mended).toBeGreaterThanOrEqual(pieces);
});
