import { readFileSync } from 'node:fs';
import { text as textFrom } from 'node:stream/consumers';
import { budgetOf } from '../../../shared/model/budget.ts';
import { formatPolicy } from '../../../shared/model/policy.ts';
import { priceBook } from '../../../shared/model/prices.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { defaultHome } from '../../engine/app/home.ts';
import { capturesIn } from '../../engine/captures/runs.ts';
import type { JsonObject, WireMessage } from '../../engine/formats/values.ts';
import { loadPrices } from '../../engine/prices/table.ts';
import { answersIn, type Comma, type Refresh, runComma } from '../../engine/run-calls/comma.ts';
import { type Endpoint, endpointOf, needKey } from '../../engine/runs/endpoint.ts';
import { keepRun } from '../../engine/runs/keep.ts';
import { previewRun, type RunDone, type RunInput, runTape } from '../../engine/runs/run-tape.ts';
import { decide, deniedWords, REFUSED, type Remembered } from '../../engine/runs/tools/allowed.ts';
import { TOOL_NAMES } from '../../engine/runs/tools/box.ts';
import { openTools } from '../../engine/runs/tools/given.ts';
import type { Tool } from '../../engine/runs/tools/tool.ts';
import type { Tape } from '../../engine/store/types.ts';
import type { Context, Declaration, Given } from '../command.ts';
import { Exit } from '../exit.ts';
import { json, newSession, POLICIES, WHICH } from '../flags.ts';
import { clean, safeJson } from '../format/clean.ts';
import { count, plural } from '../format/number.ts';
import { choiceHere, createOf, warn, withTape } from '../native.ts';
import { textOf, wholeOf } from '../options.ts';
import { refreshCatalog } from '../refresh.ts';
import { indexedFor } from '../scope.ts';
import { canAsk, confirm } from '../tty.ts';

export const command: Declaration = {
  flags: [
    {
      name: 'model',
      value: 'PROVIDER:NAME',
      description: 'anthropic:NAME, openai:NAME or openai-compatible:NAME (default: that of config.json)',
    },
    {
      name: 'policy',
      value: 'P',
      offers: ['last-anchor', 'full', 'compact', 'summary'],
      description: 'what of the tape is sent, as in tape view',
    },
    { name: 'system', value: 'FILE', offers: 'file', description: 'a system prompt (default: the one on the tape)' },
    {
      name: 'tools',
      value: 'NAMES',
      offers: TOOL_NAMES,
      description: 'tools that the model may call, with commas between (default: none)',
    },
    { name: 'max-steps', value: 'N', description: 'requests at most (default: 20)' },
    { name: 'budget', value: 'B', description: 'tokens (50000, 50k) or money ($2) at most' },
    { name: 'timeout', value: 'SECONDS', description: 'how long at most (default: 600)' },
    { name: 'dry-run', description: 'print the first request, send nothing and write nothing' },
    { name: 'take-over', description: 'run although another run seems to be at work on this tape' },
    newSession,
    ...WHICH,
    json,
  ],
  notes: [
    'PROMPT is sent after the context of the tape; without it, or with -, stdin is. A line that begins with a comma is a command of the tape, and goes to the model only if it fails.',
    'Keys and addresses come from ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, OPENAI_API_KEY and OPENAI_BASE_URL, and are never written down.',
    `Tools: ${TOOL_NAMES.join(', ')}. They work in the folder of the workspace. mcp.SERVER is all tools of an MCP server that "run": {"mcp": {…}} in config.json names, mcp.SERVER.TOOL one of them; each call asks. run.sub gives a part of the task to a run of its own, on this tape or on a fork that tape merge brings back, within the bounds of this run. bash, fs.write and run.sub ask before each call, unless "run": {"allow": […]} in config.json names them, or one call of them as in "bash:npm test"; "deny" refuses a tool.`,
    POLICIES,
    'JSON holds {tape, steps, stop: {reason, message?}, usage, cost, entries: [first, last], left}. Reasons: answered, command, max-steps, token-budget, money-budget, deadline, cancelled, failed, empty, cut-off.',
    'The exit code is 0 for an answer, 1 where the model could not be asked, 130 for Ctrl-C, and 3 for any other stop.',
  ],
  example: ['tape run "Which tests fail?" --model openai:gpt-5.2 --tools fs.read --dry-run', 'prints the request that would be sent'],
  run,
};

const promptOf = async ({ operands: [prompt = '-'] }: Given): Promise<string> => {
  if (prompt === '-' && process.stdin.isTTY)
    throw new TapeError('bad-input', 'Nothing to send: give a prompt, or text on stdin. See tape run --help.');
  const words = prompt === '-' ? (await textFrom(process.stdin)).trimEnd() : prompt;
  if (words.trim() === '') throw new TapeError('bad-input', 'The prompt is empty.');
  return words;
};

const systemOf = (given: Given): string | null => {
  const path = textOf(given, 'system');
  if (path === undefined) return null;
  try {
    return readFileSync(path, 'utf8').trimEnd();
  } catch (failure) {
    throw new TapeError('bad-input', `${path} cannot be read: ${failure instanceof Error ? failure.message : String(failure)}.`, { path });
  }
};

const MOST_STEPS = 1000;
const DAY_S = 86_400;

/** The messages of the next request, by the call that shows it everywhere. */
const nextOf = async ({ session }: Context, policy: string): Promise<RunInput['next']> => {
  const open = await session();
  return async ({ folder }) => {
    const row = await open.tape(folder);
    await indexedFor(policy, row, open);
    const { messages } = await open.call('views.messages', { tape: row.id, next: true, policy });
    return messages as WireMessage[];
  };
};

async function run(context: Context): Promise<number | undefined> {
  const prompt = await promptOf(context.given);
  return withTape(context, (tape) => runOn(context, tape, prompt), createOf(context.given));
}

const runOn = async (context: Context, tape: Tape, typed: string): Promise<number> => {
  const { given, terminal } = context;
  const defaults = tape.workspace.config.run ?? {};
  const model = textOf(given, 'model') ?? defaults.model;
  const comma = given.options['dry-run'] ? null : await runComma(tape, typed, refreshOf(context));
  if (comma !== null && (comma.ok || model === undefined)) return answerComma(context, tape, comma);
  if (model === undefined) throw new TapeError('bad-input', 'Which model? Give --model PROVIDER:NAME, or "run": {"model"} in config.json.');
  const endpoint = endpointOf(model, process.env);
  const names =
    textOf(given, 'tools')
      ?.split(',')
      .map((name) => name.trim()) ??
    defaults.tools ??
    [];
  const { tools, close } = await openTools(names, tape.workspace, process.env, context.signal);
  try {
    const asked = { tape, endpoint, tools, system: systemOf(given), prompt: comma?.block ?? typed };
    const choice = choiceHere(given, tape, {});
    if (given.options['dry-run']) {
      const request = await previewRun(asked, choice);
      if (context.json) terminal.json(request);
      else terminal.print((safeJson(request, 2) ?? '').split('\n'));
      return Exit.Done;
    }
    needKey(endpoint);
    return answer(context, tape, await runWith(context, asked, formatPolicy(choice), defaults));
  } finally {
    await close();
  }
};

type Asked = Pick<RunInput, 'tape' | 'endpoint' | 'tools' | 'system' | 'prompt'>;

const boundsOf = (given: Given): RunInput['bounds'] => {
  const budget = textOf(given, 'budget');
  const most = budget === undefined ? { tokens: null, dollars: null } : budgetOf(budget);
  return { steps: wholeOf(given, 'max-steps', 20, [1, MOST_STEPS]), ...most };
};

const refreshOf =
  (context: Context): Refresh =>
  (folder) =>
    refreshCatalog(context, folder);

const runWith = async (context: Context, asked: Asked, policy: string, remembered: Remembered): Promise<RunDone> => {
  const { given, terminal, signal } = context;
  const { tape, endpoint } = asked;
  const bounds = boundsOf(given);
  const deadline = AbortSignal.timeout(wholeOf(given, 'timeout', 600, [1, DAY_S]) * 1000);
  const keeper = keepRun(capturesIn(defaultHome()), tape.workspace.config.root, { tape: tape.folder });
  try {
    return await runTape({
      ...{ ...asked, bounds, policy, keeper, deadline, cancelled: signal, env: process.env, price: priceOf(endpoint) },
      next: await nextOf(context, policy),
      allow: (tool, args, stop) => allowed(tool, args, remembered, stop),
      commands: (text) => (tape.workspace.config.run?.commands ? answersIn(tape, text, refreshOf(context)) : Promise.resolve(null)),
      takeOver: given.options['take-over'] === true,
      ...(!context.json && { words: (text: string) => void terminal.raw([text]) }),
      again: (why, ms) => terminal.warn(`${why} Sent again in ${(ms / 1000).toFixed(1)} s.`, context.json),
    });
  } finally {
    const { lines, why } = keeper.close();
    if (lines > 0) terminal.warn(`${plural(lines, 'line')} of the capture could not be written: ${why}.`, context.json);
  }
};

const priceOf = ({ model }: Endpoint): RunInput['price'] => {
  const book = priceBook(loadPrices(defaultHome()));
  return (usage) => book.cost(model, null, usage);
};

/** Nobody there to ask is a no. */
const allowed = async (tool: Tool, args: JsonObject, remembered: Remembered, signal: AbortSignal): Promise<string | null> => {
  const { allowed: name } = tool;
  const decided = decide(tool, args, remembered);
  if (decided !== 'ask') return decided === 'yes' ? null : deniedWords(tool);
  if (!canAsk())
    return `${name} asks a person before each call, and nobody can be asked here. "run": {"allow": ["${name}"]} in config.json allows it.`;
  return (await confirm(`\nRun ${name} ${clean(safeJson(args))}?`, signal)) ? null : REFUSED;
};

const answerComma = ({ json, terminal }: Context, tape: Tape, { ok, lines, ids }: Comma): number => {
  const reason = ok ? 'command' : 'failed';
  if (json)
    terminal.json({
      tape: nameOfTape(tape),
      steps: 0,
      stop: { reason, message: lines.join('\n') },
      usage: null,
      cost: null,
      entries: ids,
      left: null,
    });
  else terminal.print(lines.map(clean));
  return ok ? Exit.Done : Exit.WrongArgument;
};

const nameOfTape = ({ folder, which: { session, fork } }: Tape) => ({ session, fork, folder });

const answer = ({ json, terminal }: Context, tape: Tape, { text: _, unknown, ...done }: RunDone): number => {
  const { steps, stop, usage, cost, entries, left } = done;
  if (json)
    terminal.json({ tape: nameOfTape(tape), steps, stop, usage: { ...usage, ...(unknown > 0 && { unknown }) }, cost, entries, left });
  else {
    const tokens = usage.input + usage.cacheRead + usage.cacheWrite;
    const money = cost === null ? 'price not known' : `$${cost.toFixed(4)}`;
    const used = unknown > 0 ? 'the server does not say what was used' : `${count(tokens)} tokens in, ${count(usage.output)} out`;
    terminal.print(['', `${stop.reason} · ${plural(steps, 'request')} · ${used} · ${money} · entries ${entries[0]}–${entries[1]}`]);
    warn(terminal, [left, stop.message].filter((one) => one !== null && one !== undefined).map(clean), false);
  }
  if (stop.reason === 'answered') return Exit.Done;
  if (stop.reason === 'cancelled') return Exit.Cancelled;
  return stop.reason === 'failed' ? Exit.Failed : Exit.Refused;
};
