import type { Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError, type toWireError } from '../../../shared/rpc/tape-error.ts';
import { createPool, type Pool } from '../catalog/pool.ts';
import type { Engine } from '../engine.ts';
import { staysOf } from './residency.ts';
import { createResidencyService, type ResidencyAnswer, type ResidencyQuery } from './service.ts';

interface Told {
  task: number;
  answer?: ResidencyAnswer;
  failure?: ReturnType<typeof toWireError>;
}

/** When entries were in context. A window asks a thread; the terminal has nothing else to do. */
export const residencyMethods = (engine: Pick<Engine, 'catalog' | 'options'>): Pick<Handlers, 'residency.get' | 'residency.entry'> => {
  const { home, host } = engine.options;
  let here: ((query: ResidencyQuery) => ResidencyAnswer) | null = null;
  let threads: Pool<Told> | null = null;
  let task = 0;

  const inThread = async (query: ResidencyQuery): Promise<ResidencyAnswer> => {
    threads ??= createPool<Told>('residency/residency-worker', { home }, 1);
    task += 1;
    const told: Told[] = [];
    const message: { task: number } = { task, query } as { task: number };
    await threads.run({ message, hears: (one) => void told.push(one), ends: () => true });
    return answerOf(told[0]);
  };

  const ask = (query: ResidencyQuery): ResidencyAnswer | Promise<ResidencyAnswer> => {
    if (host !== 'terminal') return inThread(query);
    here ??= createResidencyService(engine.catalog);
    return here(query);
  };

  return {
    'residency.get': (input) => ask({ ...input, tape: engine.catalog.tape(input.tape).id }),
    'residency.entry': async ({ tape: id, policy, seq }) => {
      const tape = engine.catalog.tape(id);
      if (seq > tape.entries) throw new TapeError('not-found', `${tape.title} has no entry ${seq}; it has ${tape.entries}.`);
      return { stays: staysOf(await ask({ tape: tape.id, policy }), seq) };
    },
  };
};

const answerOf = (told: Told | undefined): ResidencyAnswer => {
  if (told?.answer) return told.answer;
  throw new TapeError(told?.failure?.code ?? 'internal', told?.failure?.message ?? 'The residency failed: no answer came.');
};
