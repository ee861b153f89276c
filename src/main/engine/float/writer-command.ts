import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { splitWords } from '../store/merge/gate-command.ts';
import { asUser } from '../umask.ts';
import type { Writer } from './generate.ts';
import { requestFor, writtenIn } from './writer-request.ts';

/** Bytes that a command may answer with. */
const MOST_OUTPUT = 1024 * 1024;

/**
 * Lets a command of the person's own describe folders: a request as JSON on its standard input, `{"description", "content"}` on its
 * standard output. No shell, nothing expanded; it runs in the project. Throws 'bad-input' for a command that cannot be split.
 */
export function commandWriter(command: string, { root, timeout }: { root: string; timeout: number }): Writer {
  const [program = '', ...words] = splitWords(command, 'The command that describes folders');
  if (program === '') throw new TapeError('bad-input', 'The command that describes folders is empty.');
  return {
    model: basename(program),
    write: async (folder, found, signal) =>
      writtenIn(await run(program, words, JSON.stringify(requestFor(folder, found)), { root, timeout, signal }), found),
  };
}

interface How {
  root: string;
  /** ms. */
  timeout: number;
  signal: AbortSignal | undefined;
}

const run = (program: string, words: readonly string[], input: string, { root, timeout, signal }: How): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = {
      cwd: root,
      timeout,
      maxBuffer: MOST_OUTPUT,
      killSignal: 'SIGKILL',
      windowsHide: true,
      ...(signal && { signal }),
    } as const;
    const child = asUser(() =>
      execFile(program, words, options, (failure, output, complaint) => {
        if (failure === null) resolve(output);
        else reject(new TapeError('unreadable', reasonOf(failure, complaint, timeout)));
      }),
    );
    // A command that does not read to the end may answer all the same.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });

type Failure = NonNullable<Parameters<NonNullable<Parameters<typeof execFile>[3]>>[0]>;

const reasonOf = (failure: Failure, complaint: string, timeout: number): string => {
  if (failure.code === 'ENOENT') return 'there is no such command.';
  if (failure.code === 'EACCES') return 'the command is not executable.';
  if (failure.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'the command answered with more than a megabyte.';
  if (failure.killed === true) return `the command took longer than ${timeout / 1000} s and was ended.`;
  const said = complaint.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
  const how = typeof failure.code === 'number' ? `with code ${failure.code}` : `by ${failure.signal ?? 'itself'}`;
  return `the command ended ${how}${said === '' ? '.' : `: ${said}`}`;
};
