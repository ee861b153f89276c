import type { Handlers, Push } from '../../shared/rpc/contract.ts';
import type { Engine } from './engine.ts';
import { lazily } from './lazily.ts';
import { lazyProofs } from './proofs.ts';

/** Rooms that are loaded when somebody enters: what a list or a view of the terminal needs is not among them. */
export function lazyRooms(engine: Engine, tell: (push: Push) => void) {
  const proofsOf = lazyProofs(engine.catalog, engine.options);
  return {
    ...lazily(['compare.run', 'compare.text'], async () => (await import('./compare/methods.ts')).compareMethods(engine)),
    ...lazily(['graph.legal', 'graph.forkPoints', 'tapes.check', 'surgery.preview', 'surgery.write'], async () =>
      (await import('./graph/surgery-methods.ts')).surgeryMethods(engine),
    ),
    ...lazily(['graph.get', 'graph.breakdown'], async () => (await import('./graph/methods.ts')).graphMethods(engine)),
    ...lazily(['residency.get', 'residency.entry', 'views.why', 'steps.branches'], async () =>
      (await import('./why/methods.ts')).residencyMethods(engine),
    ),
    ...lazily(['evidence.step', 'evidence.differing', 'evidence.base', 'evidence.apart', 'evidence.request', 'evidence.verify'], async () =>
      (await import('./evidence/methods.ts')).evidenceMethods(engine),
    ),
    ...lazily(['provenance.get', 'provenance.blocks', 'provenance.facts', 'provenance.pair'], async () =>
      (await import('./provenance/methods.ts')).provenanceMethods(engine),
    ),
    ...lazily(['library.rows', 'library.find', 'library.csv', 'library.counts', 'library.own'], async () =>
      (await import('./library/methods.ts')).libraryMethods(engine, proofsOf),
    ),
    ...lazily(['agents.live', 'agents.instructions'], async () => (await import('./hooks/methods.ts')).agentMethods(engine)),
    ...lazily(['library.overview', 'library.tools', 'library.lost', 'cost.list', 'prices.get'], async () =>
      (await import('./overview/methods.ts')).overviewMethods(engine, proofsOf),
    ),
    ...lazily(['cache.steps', 'cache.misses'], async () => (await import('./cache/methods.ts')).cacheMethods(engine)),
    ...lazily(['formats.list'], async () => (await import('./formats/methods.ts')).formatMethods(engine)),
    ...lazily(['views.ahead'], async () => (await import('./ahead/methods.ts')).aheadMethods()),
    ...lazily(
      ['whatIf.setup', 'whatIf.plan', 'whatIf.send', 'whatIf.group', 'whatIf.ablate', 'whatIf.replay', 'whatIf.continue'],
      async () => (await import('./what-if/methods.ts')).whatIfMethods(engine, process.env, tell),
    ),
    ...lazily(['views.changes'], async () => (await import('./views/change-methods.ts')).changeMethods(engine)),
    ...lazily(['search.find'], async () => {
      const [{ searchPageMethods }, { createReached }] = await Promise.all([
        import('./search/page-methods.ts'),
        import('./why/reached.ts'),
      ]);
      return searchPageMethods(engine, createReached(engine));
    }),
    ...lazily(['search.run'], async () => (await import('./search/methods.ts')).searchMethods(engine)),
    ...lazily(['memory.query'], async () => (await import('./memory/methods.ts')).memoryMethods(engine)),
    ...lazily(['handoffs.get', 'handoffs.state', 'handoffs.find', 'handoffs.value', 'handoffs.fidelity', 'handoffs.left'], async () =>
      (await import('./handoffs/methods.ts')).handoffMethods(engine),
    ),
  } satisfies Partial<Handlers>;
}
