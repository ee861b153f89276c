import { priceBook } from '../../../shared/model/prices.ts';
import type { Parsed } from '../../../shared/rpc/contract.ts';
import { capturesIn } from '../captures/runs.ts';
import type { Engine } from '../engine.ts';
import { createPriceTable } from '../prices/table.ts';
import type { Bounds } from '../runs/bounds.ts';
import { needKey, withoutKey } from '../runs/endpoint.ts';
import { keepRun } from '../runs/keep.ts';
import { send } from '../runs/send.ts';
import type { Tape } from '../store/types.ts';
import { branchSource, requestBefore } from '../views/branch-source.ts';
import { createRim, type Rim } from '../views/rim.ts';
import { type Prepared, prepare } from './plan.ts';
import { recordedAnswer } from './recorded.ts';
import { type Replayed, type ReplayWorld, replay } from './replay.ts';

export interface ReplayInput {
  asked: Parsed<'whatIf.plan'> & { step: number };
  /** The native tape that it is written to: begun for this replay. */
  target: Tape;
  bounds: Bounds;
  env: NodeJS.ProcessEnv;
  cancelled: AbortSignal;
  deadline: AbortSignal;
  told?: ReplayWorld['told'];
}

export interface ReplayDone extends Replayed {
  capture: string | null;
}

/** Replays a tape from a step on, into a native tape of its own. The tape that it is from is only read. Throws as a plan does, and 'refused' without a key. */
export async function replayTape({ catalog, options }: Engine, input: ReplayInput): Promise<ReplayDone> {
  const { asked, target, bounds, cancelled, deadline } = input;
  const rim = createRim(catalog, options.home);
  const prices = priceBook(createPriceTable(options.home)());
  const ready = await prepare(rim, asked, { env: input.env, prices });
  const { endpoint } = ready;
  needKey(endpoint);
  const keeper = keepRun(capturesIn(options.home), target.workspace.config.root, { program: 'tape replay', tape: target.folder });
  try {
    const done = await replay(
      {
        ...{
          ask: ready.askAt,
          next: nextOf(rim, ready),
          cancelled,
          deadline,
          recorded: (step) => recordedAnswer(rim, ready.asked.tape, step),
        },
        send: (ask, signal, run) => send(ask, { endpoint, keeper, signal, run }),
        append: (entries) => void target.append(JSON.parse(withoutKey(JSON.stringify(entries), endpoint)) as typeof entries),
        price: (usage) => prices.cost(endpoint.model, null, usage),
        weigh: ready.weigh,
        ...(input.told && { told: input.told }),
      },
      { from: asked.step, model: endpoint.name, bounds, origin: originOf(ready, asked.step) },
    );
    return { ...done, capture: keeper.folder() };
  } finally {
    keeper.close();
  }
}

/** What the native tape says of where it is from; `step` is null for a request that was not made. */
export function originOf({ asked: { tape, edits }, plan }: Prepared, step: number | null): Record<string, unknown> {
  return {
    ...{ tape: tape.id, format: tape.format, file: tape.file, title: tape.title, step, policy: plan.policy, model: plan.model },
    ...(edits.replace.length > 0 && { replaced: edits.replace.map(({ seq }) => seq) }),
    ...(edits.system !== null && { system: 'another one' }),
    unlike: plan.unlike.map(({ note }) => note),
  };
}

/** Steps that are looked at for the one that continues from another. */
const AHEAD = 64;

const nextOf = (rim: Rim, { asked: { tape } }: Prepared) => {
  const source = branchSource(rim.catalog, tape, rim.catalog.anchors(tape.id));
  return (step: number): number | null => {
    const { items } = rim.catalog.steps(tape.id, step + 1, AHEAD);
    return items.find((one) => requestBefore(source, one)?.step === step)?.step ?? null;
  };
};
