import { budgetOf } from '../../../shared/model/budget.ts';
import type { TapeRow } from '../../../shared/model/index.ts';
import { providerOf } from '../../../shared/model/limits.ts';
import { priceBook } from '../../../shared/model/prices.ts';
import type { Handlers, Parsed, Push, Signal } from '../../../shared/rpc/contract.ts';
import { capturesIn, TRIED } from '../captures/runs.ts';
import type { Engine } from '../engine.ts';
import { createToldJob } from '../jobs/job-progress.ts';
import { broughtRow } from '../native-calls/bring.ts';
import { beginFrom } from '../native-calls/start.ts';
import { createPriceTable } from '../prices/table.ts';
import { needKey, providersIn } from '../runs/endpoint.ts';
import { keepRun } from '../runs/keep.ts';
import { createRim } from '../views/rim.ts';
import { ablate, candidatesIn } from './ablate.ts';
import { continueFrom } from './continuing.ts';
import { groupsOf, groupTogether, spreadOf } from './decision.ts';
import { type Prepared, prepare } from './plan.ts';
import { replayTape } from './replaying.ts';
import { type Many, sendMany } from './send-many.ts';

type Methods = 'whatIf.setup' | 'whatIf.plan' | 'whatIf.send' | 'whatIf.group' | 'whatIf.ablate' | 'whatIf.replay' | 'whatIf.continue';
type Bounded = Pick<Parsed<'whatIf.send'>, 'budget' | 'timeout'>;

/** Contexts edited and sent again. Keys are read from the environment when something is sent, and are in no answer. */
export function whatIfMethods(
  engine: Engine,
  env: NodeJS.ProcessEnv = process.env,
  tell: (push: Push) => void = () => {},
): Pick<Handlers, Methods> {
  const { catalog, ingest, options } = engine;
  const rim = createRim(catalog, options.home);
  const prices = createPriceTable(options.home);
  const prepared = (input: Parsed<'whatIf.plan'>): Promise<Prepared> => prepare(rim, input, { env, prices: priceBook(prices()) });

  const sending = async <T>(
    { asked: { tape }, endpoint, weigh }: Prepared,
    bounds: Bounded,
    signal: Signal,
    work: (many: Many) => Promise<T>,
  ): Promise<T> => {
    needKey(endpoint);
    const book = priceBook(prices());
    const keeper = keepRun(capturesIn(options.home), tape.project, { program: 'tape what-if', session: TRIED, tape: tape.file });
    const job = createToldJob(ingest, { phase: 'what-if', tape: tape.id }, signal);
    try {
      return await work({
        ...{ endpoint, keeper, bounds: boundsOf(bounds), price: (usage) => book.cost(endpoint.model, null, usage), weigh },
        ...{ cancelled: job.signal, deadline: AbortSignal.timeout(bounds.timeout * 1000) },
        told: (done, total) => job.progress({ title: `Asking ${endpoint.name}`, unit: 'answers', done, total }),
      });
    } finally {
      keeper.close();
      job.end();
    }
  };

  return {
    'whatIf.setup': ({ tape }) => {
      const { model: recorded } = catalog.tape(tape);
      const providers = providersIn(env, prices());
      const provider = providerOf(recorded);
      return {
        providers: providers.map(({ name, why }) => ({ name, why })),
        model: provider === null ? null : `${provider}:${recorded}`,
        models: providers.flatMap(({ why, models }) => (why === null ? models : [])),
      };
    },
    'whatIf.plan': async (input) => (await prepared(input)).plan,
    'whatIf.group': ({ requests, recorded }) => groupTogether(requests, recorded),
    'whatIf.send': async ({ id, n, budget, timeout, ...input }, { signal }) => {
      const ready = await prepared(input);
      return sending(ready, { budget, timeout }, signal, async (many) => {
        const { arrived: answers, spending } = await sendMany(
          Array.from({ length: n }, () => ready.ask),
          { ...many, ...(id !== undefined && { came: (arrived) => tell({ type: 'what-if', id, ...arrived }) }) },
        );
        const groups = groupsOf(
          answers.map(({ decision }) => decision),
          ready.plan.recorded,
        );
        return { plan: ready.plan, answers, groups, spread: spreadOf(groups), spending };
      });
    },
    'whatIf.ablate': async ({ n, blocks, budget, timeout, ...input }, { signal }) => {
      const ready = await prepared(input);
      const parts = candidatesIn(
        ready.view,
        callsIn(
          rim.catalog,
          ready.asked.tape,
          ready.view.blocks.flatMap(({ entries }) => entries),
        ),
        input.edits.pin,
        blocks,
      );
      return sending(ready, { budget, timeout }, signal, (many) => ablate(ready, parts, n, many));
    },
    'whatIf.continue': async ({ decision, usage, ms, ...input }) => {
      const folder = await continueFrom(engine, await prepared(input), { decision, usage, ms });
      return { tape: await broughtRow(engine, folder) };
    },
    'whatIf.replay': async ({ steps, budget, timeout, ...asked }, { signal }) => {
      // Whatever is wrong with it is said before a session is begun.
      const {
        asked: { tape },
        endpoint,
      } = await prepared(asked);
      needKey(endpoint);
      const bounds = { steps, ...boundsOf({ budget }) };
      const before = Math.max(1, catalog.step(tape.id, asked.step).first - 1);
      const target = await beginFrom(engine, tape, before, `replay-${tape.id.slice(0, 8)}-${asked.step}`);
      const job = createToldJob(ingest, { phase: 'what-if', tape: tape.id }, signal);
      const told = (done: number): void => job.progress({ title: `Replaying with ${endpoint.name}`, unit: 'answers', done, total: steps });
      try {
        const limits = { cancelled: job.signal, deadline: AbortSignal.timeout(timeout * 1000) };
        const { spent, ...done } = await replayTape(engine, { asked, target, bounds, env, told, ...limits });
        const row = await broughtRow(engine, target.folder);
        return { ...done, tape: row, usage: spent.usage, cost: spent.unknown > 0 ? null : spent.dollars };
      } finally {
        target.close();
        job.end();
      }
    },
  };
}

const boundsOf = ({ budget }: Pick<Bounded, 'budget'>) => (budget === undefined ? { tokens: null, dollars: null } : budgetOf(budget));

/** Ids of the calls that entries make or answer. */
const callsIn = (catalog: Engine['catalog'], { id }: TapeRow, seqs: readonly number[]) => {
  const calls = new Map(catalog.entriesAt(id, seqs).map(({ seq, calls: made, results }) => [seq, [...made, ...results]]));
  return (seq: number): readonly string[] => calls.get(seq) ?? [];
};
