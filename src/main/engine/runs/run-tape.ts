import type { Usage } from '../../../shared/model/index.ts';
import type { Appended, AppendInput, NativeEntry } from '../../../shared/model/native.ts';
import type { PolicyChoice } from '../../../shared/model/policy.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { WireMessage } from '../formats/values.ts';
import { linesOf } from '../store/export/walk.ts';
import { forkTape } from '../store/fork.ts';
import { handleOf } from '../store/handle.ts';
import { openTape } from '../store/open-tape.ts';
import type { Tape } from '../store/types.ts';
import type { ToolSpec } from './api.ts';
import { type Bounds, weightOf } from './bounds.ts';
import { type Call, conversationOf } from './conversation.ts';
import { type Endpoint, withoutKey } from './endpoint.ts';
import { type Stop, userMessage } from './entries.ts';
import type { RunKeeper } from './keep.ts';
import { closing, type LeftOpen, leftOpen, leftWords } from './left-open.ts';
import { type Outcome, runLoop, type Used, type World } from './loop.ts';
import { requestOf, type Sending, send } from './send.ts';
import { type Allow, createToolBox, withoutSecrets } from './tools/box.ts';
import { subRun } from './tools/sub-run.ts';
import { bounded, type Place, type Tool } from './tools/tool.ts';

/** What a run is given. */
export interface RunInput extends Pick<World, 'commands' | 'price' | 'cancelled' | 'deadline'>, Pick<Sending, 'words' | 'again' | 'pause'> {
  tape: Tape;
  /** The messages of the next request of a tape: that of the run, or a fork that a run within it works on. */
  next(tape: Tape): ReturnType<World['next']>;
  endpoint: Endpoint;
  prompt: string;
  system: string | null;
  bounds: Bounds;
  tools: readonly Tool[];
  allow: Allow;
  /** A line, for the tape. */
  policy: string;
  keeper: RunKeeper;
  env: NodeJS.ProcessEnv;
  /** Continues although another run seems to be at work on the tape. */
  takeOver: boolean;
  watch?: Watch;
}

/** Whoever looks on. What it sees has no key in it, and it changes nothing. */
export interface Watch {
  /** Resolves when no other process is writing to the tape; without it a write waits, and all else in this process with it. */
  free(): Promise<void>;
  /** Entries that are durable, with their numbers; those of a run within the run say so. */
  appended(entries: readonly AppendInput[], ids: readonly number[], within?: Within | null): void;
  /** A call begins (null), and what it came to. */
  called(call: Call, outcome: Outcome | null, within?: Within | null): void;
}

/** A run within a run: the call that began it, and the fork that it works on, or null for the same tape. */
export interface Within {
  call: string;
  fork: string | null;
}

export interface RunDone {
  steps: number;
  stop: Stop;
  usage: Usage;
  /** Answers that did not say what they used; `usage` lacks them. */
  unknown: number;
  /** In dollars; null where the model has no price, or an answer did not say what it used. */
  cost: number | null;
  /** The first and the last entry of the run. */
  entries: [first: number, last: number];
  /** What an earlier run left open, as a sentence; null for nothing. */
  left: string | null;
  text: string;
}

/** Runs a prompt on a native tape. Throws 'refused' where another run is at work on it. */
export async function runTape(input: RunInput): Promise<RunDone> {
  const left = closeLeft(input.tape, input.takeOver);
  const { spent, ...done } = await runOn(input);
  return { ...done, usage: spent.usage, unknown: spent.unknown, cost: spent.unknown > 0 ? null : spent.dollars, left };
}

type Done = Pick<RunDone, 'steps' | 'stop' | 'entries' | 'text'> & Used;

const runOn = async (input: RunInput): Promise<Done> => {
  const { tape, endpoint, keeper, bounds, tools, policy } = input;
  const ids: number[] = [];
  const write = async (entries: readonly AppendInput[], how: (written: AppendInput[]) => Appended | null): Promise<boolean> => {
    await input.watch?.free();
    const written = clean(entries, endpoint);
    const done = how(written);
    if (done === null) return false;
    ids.push(...done.ids);
    input.watch?.appended(written, done.ids);
    return true;
  };
  const call: World['call'] = async (one, signal, room, used) => {
    const within: Place['subRun'] = (prompt, fork) => subRunOf(input, { call: one.id, prompt, fork, bounds: room, used });
    const box = createToolBox(tools, tape, withoutSecrets(input.env), input.allow, within);
    input.watch?.called(one, null);
    const outcome = await box(one, signal);
    input.watch?.called(one, outcome);
    return outcome;
  };
  const { words, again, pause } = input;
  const hooks = { ...(words && { words }), ...(again && { again }), ...(pause && { pause }) };
  const world: World = {
    append: async (entries) => void (await write(entries, (written) => tape.append(written))),
    appendAfter: (head, entries) => write(entries, (written) => tape.appendAfter(head, written)),
    ...{ head: () => tape.head(), call, tools: specsOf(tools) },
    ...{ next: () => input.next(tape), commands: input.commands, price: input.price, cancelled: input.cancelled, deadline: input.deadline },
    send: (ask, signal, run) => send(ask, { endpoint, keeper, signal, run, ...hooks }),
  };
  const facts = { pid: process.pid, policy, allowed_tools: tools.map(({ allowed }) => allowed) };
  const { prompt, system } = input;
  const ended = await runLoop(world, { prompt, system, bounds, model: endpoint.name, wire: endpoint.model, facts });
  return { ...ended, entries: [ids[0] ?? 0, ids.at(-1) ?? 0] };
};

interface SubRun extends Within {
  prompt: string;
  bounds: Bounds;
  used(used: Used): void;
}

/** A run within a run: what it wrote is on the tape before the call that asked for it has its result. */
const subRunOf = async (input: RunInput, { call, prompt, fork, bounds, used }: SubRun): Promise<Outcome> => {
  const { workspace, which } = input.tape;
  const { watch, words, ...rest } = input;
  await watch?.free();
  if (fork !== null) forkTape(input.tape, { name: fork, note: prompt.slice(0, MOST_NOTE) });
  const tape = fork === null ? input.tape : openTape(workspace, { session: which.session, fork });
  try {
    const tools = input.tools.filter(({ allowed }) => allowed !== subRun.allowed);
    // Where only words are shown, as in a terminal, these would pass for those of the run.
    const seen = watch && { watch: within(watch, { call, fork }), ...(words && { words }) };
    const inner = { ...rest, tape, prompt, bounds, tools, commands: async () => null, ...seen };
    const { steps, spent, stop, text, entries } = await runOn(inner);
    used({ steps, spent });
    const where = fork === null ? '' : `\n\n[fork ${fork}, entries ${entries[0]}–${entries[1]}, not merged yet]`;
    if (stop.reason === 'answered') return { text: bounded(text) + where };
    return { failed: `The run within this one ended without an answer (${stop.reason}). ${stop.message ?? ''}`.trimEnd() + where };
  } finally {
    if (fork !== null) tape.close();
  }
};

const within = (watch: Watch, sub: Within): Watch => ({
  free: watch.free,
  appended: (entries, ids) => watch.appended(entries, ids, sub),
  called: (call, outcome) => watch.called(call, outcome, sub),
});

/** Characters of a prompt that the event of a fork has. */
const MOST_NOTE = 200;

/** A key is in nothing that is written, whatever a server or a tool repeats. */
const clean = (entries: readonly AppendInput[], endpoint: Endpoint): AppendInput[] =>
  endpoint.key === null ? [...entries] : (JSON.parse(withoutKey(JSON.stringify(entries), endpoint)) as AppendInput[]);

const closeLeft = (tape: Tape, takeOver: boolean): string | null => {
  const left = leftOpen(entriesOfPhase(tape));
  if (left === null) return null;
  if (!takeOver && isAlive(left))
    throw new TapeError(
      'refused',
      `Process ${left.pid} has been running on this tape since entry ${left.began}. Wait for it, run on a fork, or use --take-over if it is not a run.`,
    );
  tape.append(closing(left));
  return leftWords(left);
};

/** Events that are looked through for the beginning of a run that has handed off since. */
const EVENTS = 1000;

/** Those of a fork alone: a run that is open in what it shares is one of its parent. */
const entriesOfPhase = (tape: Tape): NativeEntry[] => {
  const last = tape.anchors().at(-1);
  if (last === undefined) return [];
  const shared = handleOf(tape).fork?.start ?? 0;
  const before = tape.entries({ kind: 'event', limit: EVENTS }).filter(({ id }) => id < last.id);
  return [...before, ...tape.entries({ phases: [last.seq, last.seq] })].filter(({ id }) => id > shared);
};

const isAlive = ({ pid }: LeftOpen): boolean => {
  if (pid === null || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (failure) {
    return failure instanceof Error && 'code' in failure && failure.code === 'EPERM';
  }
};

/** Tools as a model knows them. */
const specsOf = (tools: readonly Tool[]): ToolSpec[] =>
  tools.map(({ name, description, parameters }) => ({ name, description, parameters }));

/** What a run would send first, without a word of it on the tape. */
export async function previewRun(
  { tape, endpoint, prompt, system, tools }: Pick<RunInput, 'tape' | 'endpoint' | 'prompt' | 'system' | 'tools'>,
  choice: PolicyChoice,
) {
  const left = leftOpen(entriesOfPhase(tape));
  const added = [...(left === null ? [] : closing(left)), userMessage(prompt)];
  const asked = await messagesAfter(tape, added, choice);
  const lacks = system !== null && !asked.some(({ role, content }) => role === 'system' && content === system);
  const messages = lacks ? await messagesAfter(tape, [...added, { kind: 'system', payload: { content: system } }], choice) : asked;
  const ask = { ...conversationOf(messages), model: endpoint.model, tools: specsOf(tools), most: null };
  const { url, headers, body } = requestOf({ ...endpoint, key: null }, ask);
  return { url, headers, body: JSON.parse(withoutKey(body, endpoint)) as unknown, tokens: weightOf(ask) };
}

const messagesAfter = async (tape: Tape, added: readonly AppendInput[], choice: PolicyChoice): Promise<WireMessage[]> => {
  const { withScratch } = await import('../views/next-request.ts');
  const head = tape.head();
  const anchor = tape.anchors().at(-1)?.name ?? '';
  const lines = added.map(({ kind = 'message', payload }, at) =>
    JSON.stringify({ id: head + 1 + at, kind, at: new Date().toISOString(), anchor, payload, meta: {} }),
  );
  return withScratch(async (scratch) => {
    await scratch.append(linesOf(tape, 1, head));
    await scratch.append(lines);
    return scratch.messages(choice);
  });
};
