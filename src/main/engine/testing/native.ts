import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AppendInput } from '../../../shared/model/native.ts';
import { openTape } from '../store/open-tape.ts';
import type { MergeCommand, Tape, Workspace } from '../store/types.ts';
import { initWorkspace } from '../store/workspace.ts';
import { tempFolder } from './files.ts';

/** A home of native tapes with one workspace, and its tapes opened for writing; all are closed when the test is over. */
export interface NativeHome {
  home: string;
  workspace: Workspace;
  main: Tape;
  /** A session or a fork; a session is made where there is none. */
  open(session: string, fork?: string): Tape;
}

export function nativeHome(home = join(tempFolder(), 'tapes'), project = 'harbour'): NativeHome {
  const root = join(tempFolder(), project);
  mkdirSync(root);
  const { workspace } = initWorkspace(home, root);
  const tapes: Tape[] = [];
  onTestFinished(() => {
    for (const tape of tapes.splice(0)) tape.close();
  });
  const open = (session: string, fork?: string): Tape => {
    const tape = openTape(workspace, { session, fork: fork ?? null }, { create: fork === undefined });
    tapes.push(tape);
    return tape;
  };
  return { home, workspace, main: open('main'), open };
}

export function user(content: string, more: Partial<AppendInput> = {}): AppendInput {
  return { payload: { role: 'user', content }, ...more };
}

export function assistant(content: string, more: Partial<AppendInput> = {}): AppendInput {
  return {
    payload: { role: 'assistant', content },
    ...more,
  };
}

export function call(id: string, name: string): AppendInput {
  return { kind: 'tool_call', payload: { id, name, arguments: { of: id } } };
}

export function result(id: string, text: string): AppendInput {
  return { kind: 'tool_result', payload: { id, result: text } };
}

/** A merge that takes everything; name the forks. */
export const MERGE: Omit<MergeCommand, 'names'> = {
  order: 'append',
  dedup: 'none',
  onConflict: 'keep-both',
  insightsOnly: false,
  gate: null,
  head: null,
};

/** All files below a folder, relative to it. */
export function filesIn(folder: string): string[] {
  return !existsSync(folder)
    ? []
    : readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile());
}

/** Writes other words of the same length over some in every file of lines below `folder`, as an editor would. */
export function editLines(folder: string, from: string, to: string): void {
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    if (!name.endsWith('.jsonl')) continue;
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  }
}
