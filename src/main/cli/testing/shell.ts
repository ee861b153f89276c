import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppendInput } from '../../../shared/model/native.ts';
import { openTape } from '../../engine/store/open-tape.ts';
import type { Workspace } from '../../engine/store/types.ts';
import { initWorkspace } from '../../engine/store/workspace.ts';
import { tempFolder } from '../../engine/testing/files.ts';

export const TAPE = fileURLToPath(new URL('../tape.ts', import.meta.url));

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** What a process printed and how it ended. */
export function ended(child: ChildProcess): Promise<Ended> {
  return new Promise((done, failed) => {
    let out = '';
    let err = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      err += chunk;
    });
    child.on('error', failed);
    child.on('close', (code) => done({ code, out, err }));
  });
}

export interface Shell {
  /** Runs `tape …` with this shell's own catalog. */
  tape(...words: string[]): Promise<Ended>;
  /** The same with `--json`; answers the one object on stdout, and fails where there is anything else. */
  json(...words: string[]): Promise<unknown>;
  /** The same as `tape`, with text on stdin. */
  fed(input: string | Uint8Array, ...words: string[]): Promise<Ended>;
  /** A running `tape …` whose stdin stays open. */
  start(...words: string[]): ChildProcess;
  /** The same in a folder below its directory, which is made. */
  inside(folder: string): Shell;
  /** The directory that it runs in. */
  readonly home: string;
  readonly env: Record<string, string | undefined>;
}

/** Binds the shell's directory and appends to its tape, without starting a process: what is tested comes after that. */
export function bind(shell: Shell, entries: readonly AppendInput[] = []): Workspace {
  const { workspace } = initWorkspace(shell.env.TAPE_HOME ?? '', shell.home);
  const tape = openTape(workspace, { session: 'main', fork: null });
  tape.append(entries);
  tape.close();
  return workspace;
}

/** A terminal of `columns` columns, with a home for tapes and a catalog of its own in a folder that is removed after the tests, or in `catalog`. */
export function openShell(columns = 80, catalog?: string): Shell {
  const home = tempFolder();
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOME: home,
    TAPE_HOME: `${home}/tapes`,
    TAPESCOPE_HOME: catalog ?? `${home}/tapescope`,
    COLUMNS: String(columns),
  };
  return shellIn(home, env);
}

const shellIn = (home: string, env: Record<string, string | undefined>): Shell => {
  const run = (words: readonly string[], stdin: 'ignore' | 'pipe'): ChildProcess =>
    spawn(process.execPath, [TAPE, ...words], { env, cwd: home, stdio: [stdin, 'pipe', 'pipe'] });
  const tape = (...words: string[]): Promise<Ended> => ended(run(words, 'ignore'));
  return {
    home,
    env,
    start: (...words) => run(words, 'pipe'),
    tape,
    inside(folder) {
      mkdirSync(join(home, folder), { recursive: true });
      return shellIn(join(home, folder), env);
    },
    fed(input, ...words) {
      const child = run(words, 'pipe');
      // A command that needs no more of it closes its end.
      child.stdin?.on('error', () => {});
      child.stdin?.end(input);
      return ended(child);
    },
    async json(...words) {
      const { code, out, err } = await tape(...words, '--json');
      if (code !== 0 || err !== '') throw new Error(`tape ${words.join(' ')} --json ended with ${code}: ${err}`);
      if (out.indexOf('\n') !== out.length - 1) throw new Error('--json printed more than one line');
      return JSON.parse(out);
    },
  };
};
