import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { defaultHome } from '../../engine/app/home.ts';
import { startOwn } from '../../engine/captures/own.ts';
import { startRecording } from '../../engine/captures/recording.ts';
import { capturesIn } from '../../engine/captures/runs.ts';
import type { Wiring } from '../../engine/formats/wiring.ts';
import { RECORDED, wiringOf, wiringOfAny } from '../../engine/formats/wirings.ts';
import { asUser } from '../../engine/umask.ts';
import { listIn } from '../arguments.ts';
import type { Context, Declaration, Given } from '../command.ts';
import { plural } from '../format/number.ts';
import { textOf } from '../options.ts';
import type { Terminal } from '../terminal.ts';

export const command: Declaration = {
  flags: [
    { name: 'agent', value: 'AGENT', offers: RECORDED, description: 'run COMMAND as this agent (default: by the name of the command)' },
    { name: 'relay', description: 'go through a relay also where the agent can keep its requests itself' },
    { name: 'base', value: 'NAME=URL', many: true, description: 'give COMMAND the relay to URL in the environment variable NAME' },
  ],
  notes: [
    'Where an agent can keep its requests itself, it is asked to, or is given an extension that does. Any other goes through a relay on 127.0.0.1, which passes bytes on as they come and changes none. Which way it was, and what that way changes, is printed and kept.',
    'Requests and answers are kept in captures, in the folder of TAPESCOPE_HOME, for your user alone: each block once, and only headers that hold no credential.',
    'The exit code is that of COMMAND. Without a relay, what was kept is written when COMMAND has ended.',
  ],
  example: ['tape record my-agent --verbose', 'starts my-agent as always, and keeps what it sends'],
  run,
};

/** How long an agent may send nothing before we say so, once. */
const SILENT_MS = 20_000;

interface Way {
  folder: string;
  env: Record<string, string>;
  words(words: readonly string[]): string[];
  changes: readonly string[];
  requests(): number | null;
  close(): Promise<{ requests: number; left: number; unread: number; lines: number; why: string | null }>;
}

/** Variables that the user named, as addresses by a word of their own. */
const namedBases = (given: Given): { name: string; word: string; url: string }[] =>
  listIn(given, 'base').map((text, at) => {
    const [, name, url] = /^([A-Za-z_]\w*)=(https?:\/\/\S+)$/.exec(text) ?? [];
    if (name === undefined || url === undefined || !URL.canParse(url))
      throw new TapeError(
        'bad-input',
        `--base takes NAME=URL, such as OPENAI_BASE_URL=https://host/v1; the one of ${text.split('=')[0]} is not a URL.`,
      );
    return { name, word: `base-${at + 1}`, url };
  });

/** No message repeats an address: it may have a password in it. */
const addressOf = (word: string, url: string): URL => {
  if (URL.canParse(url)) return new URL(url);
  throw new TapeError('bad-input', `The base address of ${word} in the environment is not a URL.`);
};

const relayWay = async (given: Given, wiring: Wiring, facts: { agent: string | null; program: string; cwd: string }): Promise<Way> => {
  const named = namedBases(given);
  const [upstreams, changes] =
    named.length > 0
      ? [Object.fromEntries(named.map(({ word, url }) => [word, url])), named.map(({ name }) => `${name} is the relay.`)]
      : [wiring.upstreams(process.env), wiring.changes];
  const urls = Object.fromEntries(Object.entries(upstreams).map(([word, url]) => [word, addressOf(word, url)]));
  const recording = await startRecording(capturesIn(defaultHome()), urls, { ...facts, changes });
  const env =
    named.length > 0
      ? Object.fromEntries(named.map(({ name, word }) => [name, recording.base(word)]))
      : wiring.through(recording.base, process.env);
  const close = async () => ({ ...(await recording.close()), requests: recording.requests(), left: 0, unread: 0 });
  const words = (given: readonly string[]): string[] =>
    (named.length === 0 && wiring.words?.(recording.base, given, process.env)) || [...given];
  return { folder: recording.folder, env, words, changes, requests: recording.requests, close };
};

const ownWay = (own: NonNullable<Wiring['own']>, facts: { agent: string | null; program: string; cwd: string }): Way => {
  const recording = startOwn(capturesIn(defaultHome()), own, { ...facts, changes: own.changes });
  return { ...recording, changes: own.changes, requests: () => null, close: async () => recording.close() };
};

const agentIn = (given: Given): string | undefined => {
  const agent = textOf(given, 'agent');
  if (agent === undefined || RECORDED.includes(agent)) return agent;
  throw new TapeError('bad-input', `--agent takes ${RECORDED.join(', ')}, not ${agent}.`);
};

async function run({ given, terminal }: Context): Promise<number | undefined> {
  const [program = '', ...words] = given.operands;
  const found = wiringOf(agentIn(given) ?? program);
  const wiring = found?.wiring ?? wiringOfAny();
  const facts = { agent: found?.agent ?? null, program, cwd: process.cwd() };
  const byItself = given.options.relay !== true && listIn(given, 'base').length === 0 ? wiring.own : undefined;
  const way = await begun(() => (byItself ? ownWay(byItself, facts) : relayWay(given, wiring, facts)), terminal);
  if (way === null) return await runWith({}, program, words);
  const stop = sayWhenSilent(way, terminal);
  try {
    return await runWith(way.env, program, way.words(words));
  } finally {
    stop();
    sayWhatCame(await way.close(), way, terminal);
  }
}

/** Where nothing can be kept, the command runs as it would without us. */
const begun = async (begin: () => Way | Promise<Way>, terminal: Terminal): Promise<Way | null> => {
  try {
    return await begin();
  } catch (failure) {
    if (failure instanceof TapeError) throw failure;
    const why = failure instanceof Error ? failure.message : String(failure);
    terminal.warn(`Nothing is kept of what is sent: ${why}. TAPESCOPE_HOME can name another folder.`, false);
    return null;
  }
};

/** Runs the user's command with our terminal and answers its exit code. Ctrl-C is the command's to handle; we end when it does. */
const runWith = (env: Record<string, string>, program: string, words: readonly string[]): Promise<number> =>
  new Promise((done, failed) => {
    process.removeAllListeners('SIGINT').on('SIGINT', () => undefined);
    const child = asUser(() => spawn(program, words, { stdio: 'inherit', env: { ...process.env, ...env } }));
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
    child.on('error', ({ message }) => failed(new TapeError('not-found', `${program} was not started: ${message}.`)));
    child.on('exit', (code, signal) => done(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });

const sayWhenSilent = (way: Way, terminal: Terminal): (() => void) => {
  const timer = setTimeout(() => {
    if (way.requests() === 0)
      terminal.warn(
        `No request came through the relay in ${SILENT_MS / 1000} seconds. If you sent a prompt, this program takes its address from elsewhere: see tape record --help.`,
        false,
      );
  }, SILENT_MS);
  return () => clearTimeout(timer);
};

const sayWhatCame = ({ requests, left, unread, lines, why }: Awaited<ReturnType<Way['close']>>, way: Way, terminal: Terminal): void => {
  if (why !== null) terminal.warn(`Of what was sent ${plural(lines, 'line')} could not be kept: ${why}.`, false);
  if (left > 0) terminal.warn(`${plural(left, 'answer')} without a known request stayed in ${join(way.folder, 'bodies')}.`, false);
  if (unread > 0)
    terminal.warn(
      `Not all that the agent wrote down could be read, so its ${plural(unread, 'file')} stayed in ${join(way.folder, 'bodies')}. With --relay it is recorded as it passes.`,
      false,
    );
  if (why !== null) {
    terminal.warn(`The rest is in ${way.folder}. ${way.changes.join(' ')}`, false);
    return;
  }
  if (requests === 0) {
    terminal.warn('No request was kept: none came this way.', false);
    return;
  }
  terminal.warn(`Kept ${plural(requests, 'request')} in ${way.folder}. ${way.changes.join(' ')}`, false);
};
