import { budgetOf } from '../../../shared/model/budget.ts';
import type { TapeRow } from '../../../shared/model/index.ts';
import { priceBook } from '../../../shared/model/prices.ts';
import type { Handlers, Parsed, Signal } from '../../../shared/rpc/contract.ts';
import { capturesIn, TRIED } from '../captures/runs.ts';
import type { Engine } from '../engine.ts';
import { createToldJob } from '../jobs/job-progress.ts';
import { createPriceTable } from '../prices/table.ts';
import { needKey } from '../runs/endpoint.ts';
import { keepRun } from '../runs/keep.ts';
import { createRim } from '../views/rim.ts';
import { ablate, candidatesIn } from './ablate.ts';
import { groupsOf, spreadOf } from './decision.ts';
import { type Prepared, prepare } from './plan.ts';
import { type Many, sendMany } from './send-many.ts';

type Methods = 'whatIf.plan' | 'whatIf.send' | 'whatIf.ablate';
type Bounded = Pick<Parsed<'whatIf.send'>, 'budget' | 'timeout'>;

/** Contexts edited and sent again. Keys are read from the environment when something is sent, and are in no answer. */
export function whatIfMethods({ catalog, ingest, options }: Engine, env: NodeJS.ProcessEnv = process.env): Pick<Handlers, Methods> {
  const rim = createRim(catalog, options.home);
  const prices = createPriceTable(options.home);
  const prepared = (input: Parsed<'whatIf.plan'>): Promise<Prepared> => prepare(rim, input, { env, prices: priceBook(prices()) });

  const sending = async <T>(
    { asked: { tape }, endpoint }: Prepared,
    bounds: Bounded,
    signal: Signal,
    work: (many: Many) => Promise<T>,
  ): Promise<T> => {
    needKey(endpoint);
    const book = priceBook(prices());
    const keeper = keepRun(capturesIn(options.home), tape.project, { program: 'tape what-if', session: TRIED });
    const job = createToldJob(ingest, { phase: 'what-if', tape: tape.id }, signal);
    try {
      const { tokens, dollars } = bounds.budget === undefined ? { tokens: null, dollars: null } : budgetOf(bounds.budget);
      return await work({
        ...{ endpoint, keeper, bounds: { tokens, dollars }, price: (usage) => book.cost(endpoint.model, null, usage) },
        ...{ cancelled: job.signal, deadline: AbortSignal.timeout(bounds.timeout * 1000) },
        told: (done, total) => job.progress({ title: `Asking ${endpoint.name}`, unit: 'answers', done, total }),
      });
    } finally {
      keeper.close();
      job.end();
    }
  };

  return {
    'whatIf.plan': async (input) => (await prepared(input)).plan,
    'whatIf.send': async ({ n, budget, timeout, ...input }, { signal }) => {
      const ready = await prepared(input);
      return sending(ready, { budget, timeout }, signal, async (many) => {
        const { answers: all, spending } = await sendMany(
          Array.from({ length: n }, () => ready.ask),
          many,
        );
        const answers = all.flatMap((answer) => answer ?? []);
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
  };
}

/** Ids of the calls that entries make or answer. */
const callsIn = (catalog: Engine['catalog'], { id }: TapeRow, seqs: readonly number[]) => {
  const calls = new Map(catalog.entriesAt(id, seqs).map(({ seq, calls: made, results }) => [seq, [...made, ...results]]));
  return (seq: number): readonly string[] => calls.get(seq) ?? [];
};
