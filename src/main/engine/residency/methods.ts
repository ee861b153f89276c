import type { TapeRow } from '../../../shared/model/index.ts';
import type { CallContext, Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { createAsking } from '../catalog/ask.ts';
import { createToldJob } from '../catalog/told-job.ts';
import type { Engine } from '../engine.ts';
import { staysOf } from './costly.ts';
import { farWords } from './far-words.ts';
import { createResidencyService, type Far, type ResidencyAnswer, type ResidencyQuery } from './service.ts';

/** The service in a thread of its own. */
export const createResidencyThread = (home: string) =>
  createAsking<ResidencyQuery, ResidencyAnswer, Far>('residency/residency-worker', { home });

/** When entries were in context. A window asks a thread; the terminal has nothing else to do. Work that takes a while is a job. */
export const residencyMethods = (
  engine: Pick<Engine, 'catalog' | 'options' | 'ingest'>,
): Pick<Handlers, 'residency.get' | 'residency.entry'> => {
  const { home, host } = engine.options;
  let answer: ((query: ResidencyQuery, watch: { signal: AbortSignal; progress: (far: Far) => void }) => Promise<ResidencyAnswer>) | null =
    null;

  const ask = async (tape: TapeRow, query: Omit<ResidencyQuery, 'tape'>, { signal }: CallContext): Promise<ResidencyAnswer> => {
    answer ??= host === 'terminal' ? createResidencyService(engine.catalog, home).answer : createResidencyThread(home).ask;
    const job = createToldJob(engine.ingest, { phase: 'residency', tape: tape.id }, signal);
    const progress = (far: Far): void => job.progress(farWords(tape, far));
    try {
      return await answer({ ...query, tape: tape.id }, { signal: job.signal, progress });
    } finally {
      job.end();
    }
  };

  return {
    'residency.get': ({ tape, policy, by }, context) => ask(engine.catalog.tape(tape), { policy, by }, context),
    'residency.entry': async ({ tape: id, policy, seq }, context) => {
      const tape = engine.catalog.tape(id);
      if (seq > tape.entries) throw new TapeError('not-found', `${tape.title} has no entry ${seq}; it has ${tape.entries}.`);
      return { stays: staysOf(await ask(tape, { policy, by: 'entry' }, context), seq) };
    },
  };
};
