import type { RecallAsked, RecallDeps, Recalled } from './recall.ts';

/** Asks the memory index of one home. */
export type Recall = (asked: RecallAsked) => Promise<Recalled>;

/** The index is opened when it is first asked: most views never do. Without a home there is none. */
export function createRecall(home: string | null): Recall {
  let deps: RecallDeps | null = null;
  return async (asked) => {
    if (home === null) return { seqs: [], notes: ['There is no memory index here: nothing was recalled.'] };
    const { recall } = await import('./recall.ts');
    deps ??= { home, db: (await import('../database/schema.ts')).joinDatabase(home) };
    return recall(deps, asked);
  };
}
