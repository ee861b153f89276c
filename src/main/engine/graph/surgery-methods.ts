import type { Handlers } from '../../../shared/rpc/contract.ts';
import { type HeavyEngine, heavyOf } from '../compare/heavy.ts';
import type { Engine } from '../engine.ts';
import { formatById } from '../formats/index.ts';
import { createLegalCache } from './legal-cache.ts';

type Methods = 'graph.legal' | 'graph.forkPoints' | 'tapes.check' | 'surgery.preview' | 'surgery.write';

/** Where one may resume or fork, whether a transcript keeps its contract, and surgery on copies. */
export const surgeryMethods = (engine: HeavyEngine & Partial<Pick<Engine, 'ingest'>>): Pick<Handlers, Methods> => {
  const { catalog, ingest } = engine;
  const legal = createLegalCache(catalog);
  const heavy = heavyOf(engine);
  const theatre = { catalog, formatOf: formatById, now: Date.now };
  return {
    'graph.legal': ({ tape, seq }) => legal.legality(tape, seq),
    'graph.forkPoints': ({ tape, ...options }) => legal.points(tape, options),
    'tapes.check': (input) =>
      heavy({ method: 'tapes.check', input }, [input.tape], async () =>
        (await import('./check-tape.ts')).checkTape(catalog, formatById, input.tape),
      ),
    'surgery.preview': (input) =>
      heavy({ method: 'surgery.preview', input }, [input.tape], async () =>
        (await import('./surgery.ts')).previewSurgery(theatre, input.tape, input.change),
      ),
    'surgery.write': async (input) => {
      const written = await heavy({ method: 'surgery.write', input }, [input.tape], async () => {
        const { writeSurgery } = await import('./surgery.ts');
        return { ...(await writeSurgery(theatre, input.tape, input.change, input.out ?? null)), tape: null };
      });
      const opened = await ingest?.open([written.file]);
      const [copy] = opened?.tapes ?? [];
      return { ...written, tape: copy === undefined ? null : catalog.tape(copy) };
    },
  };
};
