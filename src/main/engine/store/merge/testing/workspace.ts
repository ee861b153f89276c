import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { AppendInput } from '../../../../../shared/model/native.ts';
import { tempFolder } from '../../../testing/files.ts';
import { forkTape } from '../../fork.ts';
import { openTape } from '../../open-tape.ts';
import type { MergeCommand, OpenOptions, Tape, Workspace } from '../../types.ts';
import { initWorkspace, workspaceAt } from '../../workspace.ts';

/** A clock that moves on by a second with every look. */
function clock(start = Date.UTC(2026, 10, 21, 11)): () => Date {
  let looks = 0;
  return () => new Date(start + 1000 * looks++);
}

export interface Bench {
  workspace: Workspace;
  /** Opens the main tape or a fork of it; the caller closes it. */
  open(fork?: string | null, options?: OpenOptions): Tape;
  /** Runs work on a tape and closes it. */
  on<T>(fork: string | null, work: (tape: Tape) => T): T;
  /** Starts a fork and gives it entries. */
  fork(name: string, at: number, entries?: readonly AppendInput[]): void;
}

/** A workspace in a folder of its own. */
export function bench(parent: readonly AppendInput[] = []): Bench {
  const now = clock();
  const root = join(tempFolder(), 'project');
  mkdirSync(root);
  const made = benchOf(initWorkspace(join(root, '..', 'home'), root, now).workspace, now);
  made.on(null, (tape) => put(tape, parent));
  return made;
}

/** A copy of a workspace that nobody has open. */
export function copyOf({ workspace }: Bench): Bench {
  const folder = join(tempFolder(), 'copy');
  cpSync(workspace.folder, folder, { recursive: true, preserveTimestamps: true });
  return benchOf(workspaceAt(folder), clock(Date.UTC(2026, 10, 22)));
}

function benchOf(workspace: Workspace, now: () => Date): Bench {
  const open = (fork: string | null = null, options: OpenOptions = {}) =>
    openTape(workspace, { session: 'main', fork }, { now, ...options });
  const on = <T>(fork: string | null, work: (tape: Tape) => T): T => {
    const tape = open(fork);
    try {
      return work(tape);
    } finally {
      tape.close();
    }
  };
  return {
    workspace,
    open,
    on,
    fork(name, at, entries = []) {
      on(null, (tape) => forkTape(tape, { name, at, who: 'mia' }));
      on(name, (tape) => put(tape, entries));
    },
  };
}

const put = (tape: Tape, entries: readonly AppendInput[]): void => {
  if (entries.length > 0) tape.append(entries);
};

export function say(text: string, more: Partial<AppendInput> = {}): AppendInput {
  return { payload: { role: 'user', content: text }, ...more };
}

export function anchor(name: string, state: Record<string, unknown> = {}): AppendInput {
  return {
    kind: 'anchor',
    payload: { name, state: { ...state, phase: name } },
  };
}

export function command(names: readonly string[], more: Partial<MergeCommand> = {}): MergeCommand {
  return {
    names,
    order: 'append',
    dedup: 'none',
    onConflict: 'refuse',
    insightsOnly: false,
    gate: null,
    head: null,
    who: 'mia',
    ...more,
  };
}

/** SHA-256 of every file in a folder, by relative path. */
export function digests(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((item) => item.isFile());
  return Object.fromEntries(
    files
      .map((item) => join(item.parentPath, item.name))
      .sort()
      .map((path) => [relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}
