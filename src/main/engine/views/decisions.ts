import type { TapeRow } from '../../../shared/model/index.ts';
import { formatPolicy, type Origin } from '../../../shared/model/policy.ts';
import type { Catalog } from '../catalog/types.ts';
import { type Chosen, chooseFrom, type Request, type RowSource } from './material.ts';

/** Decisions that are kept, and rows of all of them: some 40 MB. What was asked for longest ago goes first. */
const KEPT = 8;
const KEPT_ROWS = 100_000;

/** Decides as `chooseFrom` does. */
export type Decide = (tape: TapeRow, request: Request, source: RowSource) => Chosen;

const ORIGINS: ReadonlySet<string> = new Set<Origin['type']>(['as-recorded', 'full', 'last-anchor', 'from-anchor']);

/**
 * Keeps what the rules of an agent chose, while the tape stays as it is: the step after one is compared with it, and what was recorded for
 * a step weighs the entries of all other policies. What parts of a policy chose is not kept, since they read more than the tape.
 */
export function createDecisions(catalog: Pick<Catalog, 'revision'>): Decide {
  const kept = new Map<string, { revision: string; chosen: Chosen; rows: number }>();
  let rows = 0;
  const drop = (key: string): void => {
    rows -= kept.get(key)?.rows ?? 0;
    kept.delete(key);
  };
  return (tape, request, source) => {
    if (!ORIGINS.has(request.choice.type)) return chooseFrom(request, source);
    const { step, choice } = request;
    const key = [tape.id, step.step ?? `${step.first} ${step.leaf?.seq}`, formatPolicy(choice)].join(' ');
    const revision = catalog.revision(tape.id);
    const known = kept.get(key);
    const chosen = known?.revision === revision ? known.chosen : chooseFrom({ ...request, hints: {} }, source);
    drop(key);
    kept.set(key, { revision, chosen, rows: chosen.material.rows.size });
    rows += chosen.material.rows.size;
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT && rows <= KEPT_ROWS) break;
      drop(oldest);
    }
    return chosen;
  };
}
