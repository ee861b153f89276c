import { parsePolicy } from '../../../shared/model/policy.ts';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import type { Engine } from '../engine.ts';
import { formatById } from '../formats/index.ts';
import { surgeryOf } from '../formats/surgeries.ts';
import { type HeavyEngine, heavyOf } from '../jobs/heavy.ts';
import { createRim } from '../views/rim.ts';
import { createLegalCache } from './legal-cache.ts';
import { agentPaths } from './surgery-agents.ts';

type Methods = 'graph.legal' | 'graph.forkPoints' | 'tapes.check' | 'surgery.preview' | 'surgery.write';

/** Where one may resume or fork, whether a transcript keeps its contract, and surgery on copies. */
export function surgeryMethods(
  engine: HeavyEngine & Partial<Pick<Engine, 'ingest'>>,
  home = engine.options?.home,
): Pick<Handlers, Methods> {
  const { catalog, ingest } = engine;
  const legal = createLegalCache(catalog);
  const heavy = heavyOf(engine);
  /** A session that was opened alone has its agents in files that nobody has read yet. */
  const bringAgents = async (tape: string): Promise<void> => {
    const { file, format } = catalog.tape(tape);
    const agents = (await surgeryOf(format))?.agents;
    if (!agents) return;
    const known = new Set(catalog.related(tape).map((other) => other.file));
    const unread = agentPaths(file, agents).filter((path) => !known.has(path));
    if (unread.length > 0) await ingest?.open(unread);
  };
  const agentsOf = async (tape: string, copy: string): Promise<string[]> => {
    const surgery = await surgeryOf(catalog.tape(tape).format);
    return surgery ? agentPaths(copy, surgery.agents) : [];
  };
  const theatre = { catalog, formatOf: formatById, now: Date.now, rim: createRim(catalog, home) };
  return {
    'graph.legal': ({ tape, seq }) => legal.legality(tape, seq),
    'graph.forkPoints': ({ tape, ...options }) => legal.points(tape, options),
    'tapes.check': (input) =>
      heavy({ method: 'tapes.check', input }, [input.tape], async () =>
        (await import('./check-tape.ts')).checkTape(catalog, formatById, input.tape),
      ),
    'surgery.preview': async (input) => {
      await bringAgents(input.tape);
      return heavy({ method: 'surgery.preview', input }, [input.tape], async () =>
        (await import('./surgery.ts')).previewSurgery(theatre, input.tape, input.change, parsePolicy(input.policy ?? 'as-recorded')),
      );
    },
    'surgery.write': async (input) => {
      await bringAgents(input.tape);
      const written = await heavy({ method: 'surgery.write', input }, [input.tape], async () => {
        const { writeSurgery } = await import('./surgery.ts');
        return { ...(await writeSurgery(theatre, input.tape, input.change, input.out ?? null)), tape: null };
      });
      const opened = await ingest?.open([written.file, ...(await agentsOf(input.tape, written.file))]);
      const [copy] = opened?.tapes ?? [];
      return { ...written, tape: copy === undefined ? null : catalog.tape(copy) };
    },
  };
}
