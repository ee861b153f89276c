import type { TapeRow, Why } from '../../../shared/model/index.ts';
import { placeOf } from '../../../shared/model/place.ts';
import type { CallContext, Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';
import { markAltered } from '../entries/altered.ts';
import { createAsking } from '../jobs/ask.ts';
import { heavyOf } from '../jobs/heavy.ts';
import { createToldJob, type ToldWork } from '../jobs/job-progress.ts';
import type { Far, ResidencyAnswer, ResidencyQuery } from '../residency/service.ts';
import { branchesAt } from '../views/branches.ts';
import { staysAnywhere } from './reached.ts';
import { createResidencyRoom } from './room.ts';
import type { WhyQuery } from './why.ts';

const WORDS: Readonly<Record<Far['doing'], (name: string) => Pick<ToldWork, 'title' | 'unit'>>> = {
  count: (name) => ({ title: `Counting the tokens of ${name}`, unit: 'entries' }),
  follow: (name) => ({ title: `Following ${name} from step to step`, unit: 'steps' }),
  why: (name) => ({ title: `Asking what became of words in ${name}`, unit: 'entries' }),
  files: (name) => ({ title: `Looking for the files of ${name}`, unit: 'entries' }),
};

/** What people see of work on a tape. */
export function farWords({ title }: Pick<TapeRow, 'title'>, { doing, done, of }: Far): ToldWork {
  return {
    ...WORDS[doing](title === '' ? 'a tape' : title),
    done,
    total: of,
  };
}

/** The room in a thread of its own: what it answers is of the kind that was asked for. */
export function createResidencyThread(home: string) {
  return createAsking<ResidencyQuery | WhyQuery, ResidencyAnswer | Why, Far>('why/residency-worker', { home });
}

type Watch = { signal: AbortSignal; progress: (far: Far) => void };

/** When entries were in context, and why they are not. A window asks a thread; the terminal has nothing else to do. Work that takes a while is a job. */
export function residencyMethods(
  engine: Pick<Engine, 'catalog' | 'options' | 'ingest'>,
): Pick<Handlers, 'residency.get' | 'residency.entry' | 'views.why' | 'steps.branches'> {
  const { home, host } = engine.options;
  const heavy = heavyOf(engine);
  let answer: ((query: ResidencyQuery | WhyQuery, watch: Watch) => Promise<ResidencyAnswer | Why>) | null = null;

  const ask = async <Answer extends ResidencyAnswer | Why>(
    tape: TapeRow,
    query: Answer extends Why ? WhyQuery : ResidencyQuery,
    { signal }: CallContext,
  ): Promise<Answer> => {
    answer ??= host === 'terminal' ? createResidencyRoom(engine.catalog, home) : createResidencyThread(home).ask;
    const job = createToldJob(engine.ingest, { phase: 'residency', tape: tape.id }, signal);
    const progress = (far: Far): void => job.progress(farWords(tape, far));
    try {
      return (await answer(query, { signal: job.signal, progress })) as Answer;
    } finally {
      job.end();
    }
  };

  return {
    'steps.branches': (input) =>
      heavy({ method: 'steps.branches', input }, [input.tape], async () => branchesAt(engine.catalog, input.tape)),
    'residency.get': ({ tape: id, policy, by, step }, context) => {
      const tape = engine.catalog.tape(id);
      return ask<ResidencyAnswer>(tape, { tape: tape.id, policy, by, step }, context);
    },
    'residency.entry': async ({ tape: id, policy, seq, step }, context) => {
      const tape = engine.catalog.tape(id);
      if (seq > tape.entries) throw new TapeError('not-found', `${tape.title} has no entry ${seq}; it has ${tape.entries}.`);
      const on = (at?: number) => ask<ResidencyAnswer>(tape, { tape: tape.id, policy, by: 'entry', step: at }, context);
      return staysAnywhere(engine.catalog, tape, seq, on, step);
    },
    'views.why': async ({ tape: id, seq, text, policy, limit, ...place }, context) => {
      const tape = engine.catalog.tape(id);
      const asked = Object.values(place).some((one) => one !== undefined) ? placeOf(place) : null;
      const why = await ask<Why>(tape, { tape: tape.id, seq, text, place: asked, policy, limit }, context);
      return { ...why, items: await markAltered(engine.catalog, why.items, ({ tape: where, entry }) => ({ tape: where, seq: entry })) };
    },
  };
}
