import { type ChildProcess, spawn } from 'node:child_process';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import { asNumber, asString } from '../../formats/json.ts';
import type { JsonObject } from '../../formats/values.ts';
import { asUser } from '../../umask.ts';
import { bounded, MOST_RESULT, type Place, type Tool } from './tool.ts';

const SECONDS = 60;
const MOST_SECONDS = 600;
/** Bytes of output that are kept; a command that prints more is ended. */
const MOST_OUTPUT = 8 << 20;

export const bash: Tool = {
  allowed: 'bash',
  name: 'bash',
  description: `Run a shell command in the folder of the workspace. It is ended after timeout_seconds (default ${SECONDS}, at most ${MOST_SECONDS}).`,
  parameters: {
    type: 'object',
    properties: { cmd: { type: 'string' }, timeout_seconds: { type: 'integer', minimum: 1, maximum: MOST_SECONDS } },
    required: ['cmd'],
  },
  asks: true,
  subject: ({ cmd }) => asString(cmd),
  limits: (args) => `at most ${secondsOf(args)} s · ${MOST_RESULT.toLocaleString('en')} characters of output kept · network allowed`,
  run: async (args, place) => {
    const cmd = asString(args.cmd);
    if (cmd === null || cmd.trim() === '' || cmd.includes('\0')) throw new TapeError('bad-input', 'bash takes {"cmd"}, a command line.');
    const { code, output, ended } = await execute(cmd, secondsOf(args), place);
    const said = bounded(output.trimEnd());
    if (ended !== null) return { failed: [ended, said].filter(Boolean).join('\n') };
    return code === 0
      ? { text: said || '(no output)' }
      : { failed: [`exit code ${code ?? 'none: a signal ended it'}`, said].filter(Boolean).join('\n') };
  },
};

const secondsOf = ({ timeout_seconds }: JsonObject): number => Math.min(MOST_SECONDS, Math.max(1, asNumber(timeout_seconds) ?? SECONDS));

/** Runs it as the leader of a process group, so that all that it starts can be ended with it. */
const execute = (cmd: string, seconds: number, { root, env, signal }: Place) =>
  new Promise<{ code: number | null; output: string; ended: string | null }>((done, failed) => {
    const child = asUser(() => spawn('bash', ['-c', cmd], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] }));
    const kept: Buffer[] = [];
    let [bytes, ended] = [0, null as string | null];
    const end = (why: string): void => {
      ended ??= why;
      endGroup(child);
    };
    const timer = setTimeout(() => end(`It took longer than ${seconds} s and was ended.`), seconds * 1000);
    const stop = (): void => end('The run was stopped, and the command with it.');
    signal.addEventListener('abort', stop, { once: true });
    const hear = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= MOST_OUTPUT) kept.push(chunk);
      else end('It printed more than 8 MB and was ended.');
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', hear);
    child.once('error', (failure) => failed(new TapeError('refused', `bash cannot be started: ${failure.message}.`)));
    // What it left in the background holds its output open.
    child.once('exit', (code) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      setImmediate(() => {
        endGroup(child);
        done({ code, output: Buffer.concat(kept).toString('utf8'), ended });
      });
    });
  });

const endGroup = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended already.
  }
};
