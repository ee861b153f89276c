import type { Memory } from '../../../shared/model/index.ts';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import { joinDatabase } from '../database/schema.ts';
import type { Engine } from '../engine.ts';
import { markAltered } from '../entries/altered.ts';
import { createAsking } from '../jobs/ask.ts';
import { renewText } from '../search/renew.ts';
import { createMemory } from './find.ts';
import type { MemoryAsked } from './scope.ts';

/** The memory index: one tape is asked here, many in a thread. An index that cannot be asked is rebuilt after the answer, which stays empty. */
export function memoryMethods(engine: Engine): Pick<Handlers, 'memory.query'> {
  const { home, host } = engine.options;
  let memory: ReturnType<typeof createMemory> | null = null;
  const thread = createAsking<MemoryAsked, Memory>('memory/memory-worker', { home });
  let renewing: Promise<void> | null = null;

  const here = (asked: MemoryAsked): Memory => {
    memory ??= createMemory(home, joinDatabase(home));
    return memory.query(asked);
  };

  /** What is being read at the moment may already have mended it; only what is still of no use then is thrown away. */
  const renew = async (asked: MemoryAsked): Promise<void> => {
    await engine.ingest.idle();
    const { index, indexed } = here(asked);
    if (index === 'broken' || (index === 'missing' && indexed > 0)) await renewText(engine);
    else if (index === 'missing') await engine.ingest.open([]);
  };

  return {
    'memory.query': async (input) => {
      const asked: MemoryAsked = { ...input, tape: engine.catalog.tape(input.tape).id };
      const answer = asked.scope === 'tape' || host === 'terminal' ? here(asked) : await thread.ask(asked);
      if (answer.index !== 'broken' && answer.index !== 'missing')
        return { ...answer, hits: await markAltered(engine.catalog, answer.hits, (hit) => hit) };
      renewing ??= renew(asked)
        .catch((failure: unknown) => console.error(`The memory index could not be rebuilt: ${String(failure)}`))
        .finally(() => {
          renewing = null;
        });
      if (host === 'terminal') await renewing;
      return answer;
    },
  };
}
