import { randomUUID } from 'node:crypto';
import { parsePolicy } from '../../../shared/model/policy.ts';
import { priceBook } from '../../../shared/model/prices.ts';
import type { Run } from '../../../shared/model/run.ts';
import type { TapeRow } from '../../../shared/model/tape.ts';
import type { CallContext, Handlers, Parsed } from '../../../shared/rpc/contract.ts';
import { capturesIn } from '../captures/runs.ts';
import type { Engine } from '../engine.ts';
import type { WireMessage } from '../formats/values.ts';
import { indexParts } from '../memory/indexed.ts';
import { bring, bringWhole, broughtRow } from '../native-calls/bring.ts';
import { whenFree } from '../native-calls/free.ts';
import { loadPrices } from '../prices/table.ts';
import { type Endpoint, endpointOf, needKey, variablesOf } from '../runs/endpoint.ts';
import type { Stop } from '../runs/entries.ts';
import { keepRun } from '../runs/keep.ts';
import { type RunDone, type RunInput, runTape } from '../runs/run-tape.ts';
import { type GivenTools, openTools } from '../runs/tools/given.ts';
import type { Tape } from '../store/types.ts';
import { type Answer, createApprovals } from './approvals.ts';
import { answersIn, type Comma, runComma } from './comma.ts';
import { createFollower, type Follower } from './follow.ts';
import { frameOf } from './frame.ts';
import type { Live } from './live.ts';

const LIMITS: Partial<Record<Stop['reason'], string>> = {
  'max-steps': 'Allow more requests below, then continue.',
  'token-budget': 'Raise the budget below, then continue.',
  'money-budget': 'Raise the budget below, then continue.',
  deadline: 'Allow more time below, then continue.',
  'cut-off': 'Ask it to continue, with a larger budget if there is one.',
  empty: 'Ask again, in other words or under another policy.',
};

/** What a person can do about how a run ended, in one sentence; null where there is nothing to do. `failure` is the kind of the error on the tape. */
function wayOn({ reason, message = '' }: Stop, failure: string | null, endpoint: Pick<Endpoint, 'name'>): string | null {
  if (reason !== 'failed') return LIMITS[reason] ?? null;
  const { key, base } = variablesOf(endpoint);
  if (failure === 'rate-limited') return 'Wait a little, or choose another model, and send again.';
  if (failure === 'unreachable') return `Check that the server is running and that ${base} is its address, then start Tapescope again.`;
  if (failure === 'malformed') return `Check ${base}: what answers there does not speak this API.`;
  if (failure !== 'refused') return 'Send again; if it stays so, choose another model.';
  if (/answered 40[13]/.test(message)) return `Check the key in ${key}, then start Tapescope again.`;
  return /answered 404/.test(message)
    ? `Check the name of the model, and ${base}.`
    : 'Look at the request as it will be sent, change it, and send again.';
}

/** The other calls that a run makes. */
export type Others = Pick<Handlers, 'views.messages' | 'memory.query'>;

/** What a run works with, besides what it was asked. */
export interface Given {
  engine: Engine;
  others: Others;
  env: NodeJS.ProcessEnv;
  /** Pauses between attempts, for tests. */
  pause?: RunInput['pause'];
  tell(run: Run): void;
}

/** A run under way, or one that is over. */
export interface Running {
  readonly id: string;
  run(): Run;
  stop(): void;
  answer(call: string, answer: Answer): boolean;
  /** Resolves when it is over and the tape is closed. */
  readonly over: Promise<void>;
}

export type Asked = Parsed<'runs.start'>;

/** Begins a run on a tape that is open, and closes that at its end. Answers once the prompt is on the tape; throws what kept it from there. */
export async function startRun(given: Given, row: TapeRow, tape: Tape, asked: Asked): Promise<Running> {
  const { engine } = given;
  try {
    await whenFree(tape);
    const comma = await runComma(tape, asked.prompt, (folder) => bringWhole(engine, folder));
    if (comma !== null && (comma.ok || asked.model === null)) return await commandRun(given, tape, asked, comma);
    const endpoint = endpointOf(asked.model ?? '', given.env);
    needKey(endpoint);
    const tools = await openTools(asked.tools, tape.workspace, given.env, AbortSignal.timeout(asked.bounds.seconds * 1000));
    try {
      return await modelRun(given, row, { tape, endpoint, tools }, { ...asked, prompt: comma?.block ?? asked.prompt });
    } catch (failure) {
      await tools.close();
      throw failure;
    }
  } catch (failure) {
    tape.close();
    throw failure;
  }
}

const beginning = (asked: Asked): Live => ({
  ...{
    id: randomUUID(),
    tape: asked.tape,
    running: true,
    model: asked.model ?? '',
    policy: asked.policy,
    prompt: asked.prompt,
    tools: asked.tools,
  },
  ...{
    bounds: asked.bounds,
    began: Date.now(),
    ended: null,
    waited: 0,
    unknown: 0,
    cost: 0,
    turns: [],
    ask: null,
    pause: null,
    stop: null,
  },
  ...{ usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, left: null, entries: null, failure: null, since: [0, 0] },
});

/** A command of the tape: it is over at once. */
const commandRun = async ({ engine, tell }: Given, tape: Tape, asked: Asked, { ok, lines, ids }: Comma): Promise<Running> => {
  await bring(engine, [tape.folder]);
  tape.close();
  const stop = { reason: ok ? 'command' : 'failed', message: lines.join('\n'), way: null };
  const run = frameOf({ ...beginning(asked), running: false, ended: Date.now(), entries: ids, stop }, 1, { key: null });
  tell(run);
  return { id: run.id, run: () => run, stop: () => {}, answer: () => false, over: Promise.resolve() };
};

/** What is asked, with what and on what. */
type With = Pick<RunInput, 'tape' | 'endpoint'> & { tools: GivenTools };

const modelRun = async (given: Given, row: TapeRow, { tape, endpoint, tools }: With, asked: Asked): Promise<Running> => {
  const { engine, env, pause } = given;
  const control = new AbortController();
  const stop = (): void => control.abort();
  const price = priceOf(engine, endpoint);
  const follower = createFollower(beginning(asked), endpoint, price, given.tell);
  const approvals = createApprovals(tape.workspace, follower);
  const keeper = keepRun(capturesIn(engine.options.home), tape.workspace.config.root, { tape: tape.folder });
  const job = createJob(given, row, stop);
  const begun = Promise.withResolvers<void>();
  const { prompt, system, policy, bounds, takeOver } = asked;
  const work = runTape({
    ...{ tape, endpoint, prompt, system, bounds, policy, takeOver, keeper, env, price, tools: tools.tools, allow: approvals.allow },
    ...{ cancelled: control.signal, deadline: AbortSignal.timeout(bounds.seconds * 1000), ...(pause && { pause }) },
    ...{ next: nextOf(given, policy, control.signal), commands: commandsOf(given, tape) },
    ...{ words: follower.words, again: follower.again },
    watch: {
      free: () => whenFree(tape),
      called: follower.called,
      appended(entries, ids, within) {
        const { length } = follower.live().turns;
        follower.appended(entries, ids, within);
        if (follower.live().turns.length > length) job.step();
        begun.resolve();
      },
    },
  });
  const over = ended(work, follower, endpoint, job.end).then(async () => {
    await tools.close();
    const { lines, why } = keeper.close();
    if (lines > 0) console.error(`${lines} lines of a capture could not be written: ${why}.`);
    tape.close();
    await bring(engine, [tape.folder]).catch((failure: unknown) => console.error(`${tape.folder}: ${String(failure)}`));
    if (follower.live().entries !== null) follower.close();
  });
  work.catch(begun.reject);
  await begun.promise;
  const answer = (call: string, said: Answer): boolean => follower.waiting()?.call === call && approvals.answer(said);
  return { id: follower.live().id, run: follower.run, stop, answer, over };
};

/** Resolves when a run is over, whatever ended it. */
const ended = async (work: Promise<RunDone>, follower: Follower, endpoint: Endpoint, end: (stop: Stop) => void): Promise<void> => {
  const done = await work.catch((failure: unknown): Pick<RunDone, 'stop'> => {
    return { stop: { reason: 'failed', message: failure instanceof Error ? failure.message : String(failure) } };
  });
  const { stop } = done;
  const told = { reason: stop.reason, message: stop.message ?? null, way: wayOn(stop, follower.live().failure, endpoint) };
  follower.end({ stop: told, ...('usage' in done && { usage: done.usage, unknown: done.unknown, cost: done.cost, left: done.left }) });
  end(stop);
};

const priceOf = ({ options }: Engine, { model }: Endpoint): RunInput['price'] => {
  const book = priceBook(loadPrices(options.home));
  return (usage) => book.cost(model, null, usage);
};

const commandsOf =
  ({ engine }: Given, tape: Tape): RunInput['commands'] =>
  async (text) =>
    tape.workspace.config.run?.commands ? answersIn(tape, text, (folder) => bringWhole(engine, folder)) : null;

/** The messages of the next request, by the call that shows it everywhere, once the catalog has what was appended. */
const nextOf = ({ engine, others }: Given, policy: string, signal: AbortSignal): RunInput['next'] => {
  const context: CallContext = { signal };
  const { ingest, catalog } = engine;
  const read = async (id: string): Promise<void> => {
    await ingest.open([catalog.tape(id).file], { signal });
    await ingest.idle();
  };
  const query = async (asked: Parsed<'memory.query'>) => others['memory.query'](asked, context);
  return async ({ folder }) => {
    const row = await broughtRow(engine, folder);
    await indexParts(parsePolicy(policy), row, { catalog, read, query });
    const { messages } = await others['views.messages']({ tape: row.id, next: true, policy }, context);
    return messages as WireMessage[];
  };
};

/** The run among the long work that people see, and can cancel there. */
const createJob = ({ engine }: Given, { id, title }: TapeRow, stop: () => void) => {
  let job: ReturnType<Engine['ingest']['startJob']> | null = null;
  return {
    step() {
      if (job === null) {
        job = engine.ingest.startJob({ title: `Run on ${title}`, phase: 'run', total: 0, unit: 'steps', tape: id });
        job.onCancel(stop);
        if (job.cancelled) stop();
      }
      job.advance(1);
    },
    end({ reason, message }: Stop) {
      if (job === null) return;
      if (reason === 'cancelled') engine.ingest.cancel(job.id);
      if (reason === 'failed') job.end('failed', message);
      else job.end();
    },
  };
};
