import type { TapeRow } from '../../../shared/model/index.ts';
import type { CallContext, Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';
import { staysOf } from './costly.ts';
import { createResidencyService, type ResidencyAnswer, type ResidencyQuery, type ResidencyService } from './service.ts';
import { createResidencyThread } from './thread.ts';
import { createToldJob } from './told-job.ts';

/** When entries were in context. A window asks a thread; the terminal has nothing else to do. Work that takes a while is a job. */
export const residencyMethods = (
  engine: Pick<Engine, 'catalog' | 'options' | 'ingest'>,
): Pick<Handlers, 'residency.get' | 'residency.entry'> => {
  const { home, host } = engine.options;
  let service: ResidencyService | null = null;

  const ask = async (tape: TapeRow, query: Omit<ResidencyQuery, 'tape'>, { signal }: CallContext): Promise<ResidencyAnswer> => {
    service ??= host === 'terminal' ? createResidencyService(engine.catalog, home) : createResidencyThread(home);
    const job = createToldJob(engine.ingest, tape, signal);
    try {
      return await service.answer({ ...query, tape: tape.id }, job);
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
