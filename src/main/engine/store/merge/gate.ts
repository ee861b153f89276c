import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { Verdict } from '../../../../shared/model/native.ts';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import { asUser } from '../../umask.ts';
import type { Gate } from '../types.ts';

/** How long a gate may think, unless it is told otherwise. */
export const GATE_TIMEOUT_MS = 60_000;

/** Bytes of what a gate printed that are kept: the end of it. */
const KEPT = 4096;

/** Between asking a gate to end and ending it. */
const GRACE_MS = 1000;

export interface GateRun {
  /** Working directory of the command: the directory that the workspace is bound to. */
  cwd: string;
  signal?: AbortSignal;
}

/**
 * Lets the user's own command judge a union: the lines of the tape as it would be after the merge come on its
 * standard input, exit 0 survives, anything else refutes, and so do the time limit and a signal. No shell, nothing expanded.
 * `union` gives lines without their line feed, and is read no faster than the command takes them.
 * Throws 'bad-input' where the command cannot be started, and 'cancelled'; both are no verdict.
 */
export async function runGate(gate: Gate, union: Iterable<string>, { cwd, signal }: GateRun): Promise<Verdict> {
  const began = performance.now();
  const child = await start(gate.words, cwd, signal);
  const exit = exitOf(child);
  const output = tailOf([child.stdout, child.stderr]);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    end(child);
  }, gate.timeoutMs);
  const cancel = (): void => end(child);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    const [code] = await Promise.all([exit, feed(child.stdin, union)]);
    if (signal?.aborted) throw new TapeError('cancelled', 'The gate was cancelled before it had judged.');
    const limit = late ? `\nIt took longer than ${gate.timeoutMs / 1000} s and was ended.` : '';
    return {
      gate: shown(gate.words),
      verdict: code === 0 && !late ? 'survives' : 'refuted',
      exit: late ? null : code,
      output: `${output()}${limit}`.trim(),
      ms: Math.round(performance.now() - began),
    };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    kill(child, 'SIGKILL');
  }
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** The command leads a process group of its own, so that all that it starts can be ended with it. */
async function start(words: readonly string[], cwd: string, signal: AbortSignal | undefined): Promise<Child> {
  const [command, ...rest] = words;
  if (signal?.aborted) throw new TapeError('cancelled', 'The gate was cancelled before it began.');
  if (command === undefined || command === '') throw new TapeError('bad-input', 'The command that judges a merge is empty.');
  if (words.some((word) => word.includes('\0'))) throw new TapeError('bad-input', 'The command that judges a merge has a NUL byte in it.');
  if (!isFolder(cwd)) throw new TapeError('bad-input', `The gate cannot run: ${cwd} is no longer a folder.`);
  const child = asUser(() =>
    spawn(command, rest, { cwd, shell: false, detached: true, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true }),
  );
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new TapeError('bad-input', `The gate “${shown(words)}” cannot be started: ${reason(error)}.`);
  }
  return child;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return 'there is no such command';
  if (code === 'EACCES') return 'it is not executable';
  return error instanceof Error ? error.message : String(error);
}

/** A gate that does not read to the end, or not at all, may still judge: a closed pipe is not an error. */
async function feed(stdin: Writable, union: Iterable<string>): Promise<void> {
  const gone = new Promise<'gone'>((resolve) => {
    for (const event of ['error', 'close'] as const) stdin.once(event, () => resolve('gone'));
  });
  stdin.on('error', () => {});
  for (const line of union) {
    if (stdin.destroyed || stdin.writableEnded) return;
    const room = stdin.write(`${line}\n`);
    if (!room && (await Promise.race([gone, once(stdin, 'drain').catch(() => 'gone')])) === 'gone') return;
  }
  if (!stdin.destroyed) stdin.end();
}

/** How long the output may come in after the command is gone: what it left in the background may hold it open for ever. */
const LINGER_MS = 200;

/** Exit code, or null for a signal, once the command is gone and its output is in. */
async function exitOf(child: Child): Promise<number | null> {
  const closed = once(child, 'close');
  const [code] = (await once(child, 'exit')) as [number | null];
  child.stdin.destroy();
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([closed, new Promise((resolve) => (timer = setTimeout(resolve, LINGER_MS)))]);
  clearTimeout(timer);
  return code;
}

/** Asks the whole group to end, and ends it shortly after. */
function end(child: Child): void {
  if (!kill(child, 'SIGTERM')) return;
  setTimeout(() => kill(child, 'SIGKILL'), GRACE_MS).unref();
}

function kill(child: Child, signal: NodeJS.Signals): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return child.exitCode === null && child.signalCode === null && child.kill(signal);
  }
}

/** The last bytes of both streams, as text that a terminal may be shown. */
function tailOf(streams: readonly Readable[]): () => string {
  let kept = Buffer.alloc(0);
  for (const stream of streams) {
    stream.on('data', (chunk: Buffer) => {
      kept = Buffer.concat([kept, chunk]).subarray(-KEPT);
    });
    stream.on('error', () => {});
  }
  return () => printable(kept.toString('utf8')).trim();
}

/** Escape sequences go whole, then every control character but tab and line feed. */
const printable = (text: string): string =>
  text.replace(/(?![\t\n\r])\p{Cc}\[[0-?]*[ -/]*[@-~]/gu, '').replace(/(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '');

const shown = (words: readonly string[]): string =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
