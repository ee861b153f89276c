import type { Catalog } from '../catalog/types.ts';
import type { Measured } from '../formats/context/growth-state.ts';
import type { Format } from '../formats/format.ts';
import { formatById } from '../formats/index.ts';
import type { RecallAsked, RecallDeps, Recalled } from '../memory/recall.ts';
import { createDecisions, type Decide } from './decisions.ts';
import { type Counter, createCounter } from './tokenizer.ts';

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
