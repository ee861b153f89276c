import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/** A process that runs a program of ours. */
export interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  /** What it has printed so far. */
  said(): string;
  /** Resolves when it has printed this many lines, or is over. */
  lines(count: number): Promise<void>;
  /** Resolves with its exit code when it is over and all of its output was read; null where a signal ended it. */
  over: Promise<number | null>;
}

/** `cache` keeps compiled modules, so that many of them start fast. */
export function startChild(program: string, args: readonly string[], cache?: string): Child {
  const env = { ...process.env, ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }) };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], { env });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const over = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  const lines = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (said.split('\n').length > count) resolve();
      };
      child.stdout.on('data', look);
      void over.then(() => resolve());
      look();
    });
  return { process: child, said: () => said, lines, over };
}
