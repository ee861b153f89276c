import { budgetOf } from '../../../shared/model/budget.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { endpointOf, needKey } from '../../engine/runs/endpoint.ts';
import type { ReplayDone } from '../../engine/what-if/replaying.ts';
import { readCaptures } from '../captured.ts';
import type { Context, Declaration, Given } from '../command.ts';
import { EDITS, editsOf, modelIn, temperatureOf } from '../edits.ts';
import { Exit } from '../exit.ts';
import { json, POINTS, POLICIES, POLICY, STEP } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { count, plural } from '../format/number.ts';
import { neededWorkspace, onTape } from '../native.ts';
import { policyOf, stepOf, textOf, wholeOf } from '../options.ts';
import { namedAt, stepIn } from '../points.ts';
import { indexedFor } from '../scope.ts';

export const command: Declaration = {
  flags: [
    STEP,
    ...EDITS,
    ...POLICY.filter(({ name }) => name === 'policy'),
    { name: 'into', value: 'NAME', description: 'the session that it is written to, which must not exist (default: replay-…)' },
    { name: 'max-steps', value: 'N', description: 'requests at most (default: 20)' },
    { name: 'budget', value: 'B', description: 'tokens (50000, 50k) or money ($2) at most' },
    { name: 'timeout', value: 'SECONDS', description: 'how long at most (default: 600)' },
    json,
  ],
  notes: [
    POINTS,
    POLICIES,
    'Each step is asked again. As long as the model makes the recorded calls, it gets the recorded results and the next step is asked; nothing is run. It ends where the model first decides differently.',
    'It is written to a session of its own in the workspace of this directory, which names its origin and can be continued with tape run. The tape itself is only read.',
    'JSON holds {session, same, steps, at, stop: {reason, message}, usage, cost, capture}. Reasons: diverged, ended, unrecorded, max-steps, token-budget, money-budget, deadline, cancelled, failed.',
    'The exit code is 0 where it ended or diverged, 1 where the model could not be asked, 130 for Ctrl-C, and 3 for any other stop.',
  ],
  example: [
    'tape replay session.jsonl@12 --max-steps 1 --model openai-compatible:local',
    'asks step 12 again, and continues while the calls are those recorded',
  ],
  run,
};

const DAY_S = 86_400;
const MOST_STEPS = 1000;

async function run(context: Context): Promise<number | undefined> {
  const { given, session, signal } = context;
  const policy = policyOf(given, {});
  const budget = textOf(given, 'budget');
  const most = budget === undefined ? { tokens: null, dollars: null } : budgetOf(budget);
  const bounds = { steps: wholeOf(given, 'max-steps', 20, [1, MOST_STEPS]), ...most };
  const edits = editsOf(given);
  const more = { ...modelIn(given), temperature: temperatureOf(given) };
  const seconds = wholeOf(given, 'timeout', 600, [1, DAY_S]);
  const workspace = neededWorkspace();
  const open = await session();
  const { row, point } = await namedAt(open, given);
  const step = point === null ? stepOf(given, row.steps) : stepIn(point, 'request to replay');
  await readCaptures(open);
  await indexedFor(policy, row, open);
  const asked = { tape: row.id, step, policy, edits, ...more };
  // Whatever is wrong with it is said before a session is begun.
  const { model } = await open.call('whatIf.plan', asked);
  needKey(endpointOf(model, process.env));
  const { replayTape } = await import('../../engine/what-if/replaying.ts');
  const name = intoOf(given, row.id, step);
  const done = await onTape(
    context,
    workspace,
    { session: name, fork: null },
    (target) => {
      // A new session has its first anchor alone.
      if (target.head() > 1) throw new TapeError('refused', `The session ${name} has entries already: give --into another name.`);
      return replayTape(open.engine, {
        asked,
        target,
        bounds,
        env: process.env,
        cancelled: signal,
        deadline: AbortSignal.timeout(seconds * 1000),
      });
    },
    { create: true },
  );
  return tell(context, name, done);
}

const intoOf = (given: Given, id: string, step: number): string => {
  const name = textOf(given, 'into') ?? `replay-${id.slice(0, 8)}-${step}-${Date.now().toString(36)}`;
  if (name.trim() !== '') return name;
  throw new TapeError('bad-input', '--into takes the name of a session.');
};

const tell = ({ json: asJson, terminal }: Context, session: string, { spent, same, steps, at, stop, capture }: ReplayDone): number => {
  const cost = spent.unknown > 0 ? null : spent.dollars;
  const { usage } = spent;
  if (asJson)
    terminal.json({
      session,
      same,
      steps,
      at,
      stop,
      usage: { ...usage, ...(spent.unknown > 0 && { unknown: spent.unknown }) },
      cost,
      capture,
    });
  else
    terminal.print([
      `${stop.reason} · ${clean(stop.message)}`,
      same.length === 0 ? 'No step decided as recorded.' : `As recorded: ${plural(same.length, 'step')}, ${same.map(count).join(', ')}`,
      [
        plural(steps, 'request'),
        `${count(usage.input + usage.cacheRead + usage.cacheWrite)} tokens in, ${count(usage.output)} out`,
        cost === null ? 'price not known' : `$${cost.toFixed(4)}`,
      ].join(' · '),
      `Written to the session ${clean(session)}: tape run --session ${clean(session)} continues it.`,
    ]);
  if (stop.reason === 'ended' || stop.reason === 'diverged') return Exit.Done;
  if (stop.reason === 'cancelled') return Exit.Cancelled;
  return stop.reason === 'failed' ? Exit.Failed : Exit.Refused;
};
