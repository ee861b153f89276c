import { drawnTape } from '../../../../shared/library/testing.ts';
import type { Receipt } from '../../../../shared/model/index.ts';
import type { Catalog } from '../../catalog/types.ts';
import type { MadeSession } from './session.ts';
import { sourceOf } from './source.ts';

/** A made-up session as the one tape of a catalog, without a file: what a view asks of it. */
export function madeCatalog(format: string, session: MadeSession): Catalog {
  const { entries, entriesAt, resultsOf, step, steps } = sourceOf(session);
  const tape = drawnTape('made', {
    format,
    file: '/nowhere/made.jsonl',
    entries: session.rows.length,
    steps: session.steps.length,
  });
  const catalog: Partial<Catalog> = {
    tape: () => tape,
    entries: (_tape, from, to) => entries(from, to),
    entriesAt: (_tape, seqs) => entriesAt(seqs),
    anchors: () => session.anchors,
    step: (_tape, number) => step(number),
    steps: (_tape, from, limit) => ({ items: steps(from, from + limit - 1), total: session.steps.length }),
    tool: (_tape, call) => ({
      calls: session.rows.filter(({ calls }) => calls.includes(call)).map(({ seq }) => seq),
      results: resultsOf(call),
    }),
    related: () => [],
    subagents: () => [],
    revision: () => '',
    receipt: () => ({ reread: 0 }) as Receipt,
  };
  return catalog as Catalog;
}
