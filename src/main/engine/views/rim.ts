import type { TapeRow } from '../../../shared/model/index.ts';
import { formatPolicy, type Origin } from '../../../shared/model/policy.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Measured } from '../formats/context/growth-state.ts';
import type { Format } from '../formats/format.ts';
import { formatById } from '../formats/index.ts';
import type { RecallAsked, RecallDeps, Recalled } from '../memory/recall.ts';
import { type Chosen, chooseFrom, type Request, type RowSource } from './material.ts';
import { type Counter, createCounter } from './tokenizer.ts';

/** Decisions that are kept, and rows of all of them: some 40 MB. What was asked for longest ago goes first. */
const KEPT = 8;
const KEPT_ROWS = 100_000;

/** Decides as `chooseFrom` does. */
type Decide = (tape: TapeRow, request: Request, source: RowSource) => Chosen;

const ORIGINS: ReadonlySet<string> = new Set<Origin['type']>(['as-recorded', 'full', 'last-anchor', 'from-anchor']);

/**
 * Keeps what the rules of an agent chose, while the tape stays as it is: the step after one is compared with it, and what was recorded for
 * a step weighs the entries of all other policies. What parts of a policy chose is not kept, since they read more than the tape.
 */
function createDecisions(catalog: Pick<Catalog, 'revision'>): Decide {
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

/** Asks the memory index of one home. */
type Recall = (asked: RecallAsked) => Promise<Recalled>;

/** The index is opened when it is first asked: most views never do. Without a home there is none. */
function createRecall(home: string | null): Recall {
  let deps: RecallDeps | null = null;
  return async (asked) => {
    if (home === null) return { seqs: [], notes: ['There is no memory index here: nothing was recalled.'] };
    const { recall } = await import('../memory/recall.ts');
    deps ??= { home, db: (await import('../database/schema.ts')).joinDatabase(home) };
    return recall(deps, asked);
  };
}

/** What assembling needs of the engine; one per process, so that what is kept is of use. */
export interface Rim {
  catalog: Catalog;
  counter: Counter;
  decide: Decide;
  formatOf: (id: string) => Format;
  /** Asks the memory index; see `memory/recall.ts`. */
  recall: Recall;
  /** What is known beforehand of a tape that is made of another one: entries weigh what they weigh there, and so does the base. */
  given?: { weights: ReadonlyMap<number, number>; measured: Measured | null };
}

/** `home` is where the memory index is; without it nothing is remembered. */
export function createRim(catalog: Catalog, home: string | null = null): Rim {
  return {
    catalog,
    counter: createCounter(),
    decide: createDecisions(catalog),
    formatOf: formatById,
    recall: createRecall(home),
  };
}
