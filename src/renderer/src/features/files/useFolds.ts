import { useEffect, useState } from 'react';
import { trailOf } from './tree.ts';

/** What somebody folded or opened by hand. A folder that one goes to is never left behind a fold. */
export function useFolds(path: string) {
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  useEffect(() => {
    const leads = new Set(trailOf(path).slice(0, -1));
    setFolds((before) => {
      const kept = [...before].filter(([one, open]) => open || !leads.has(one));
      return kept.length === before.size ? before : new Map(kept);
    });
  }, [path]);
  const fold = (one: string, open: boolean) => setFolds((before) => new Map([...before, [one, open]]));
  return { folds, fold };
}
