import type { StepRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import { createRim, type Rim } from '../views/assemble.ts';
import type { Hints } from '../views/hints.ts';
import { loadHints } from '../views/load-hints.ts';
import type { Whole } from './material.ts';

/**
 * What a policy has to find out before each step, as a view does: what the anchor cites, what the memory answers. `home` is where the memory
 * index is. `notes` are what the memory said about itself at the newest step, which asks for most.
 */
export const createHints = (catalog: Catalog, home: string | null, { tape, asked, source }: Whole) => {
  const rim = createRim(catalog, home);
  let notes: readonly string[] = [];
  const heard: Rim = {
    ...rim,
    recall: async (question) => {
      const recalled = await rim.recall(question);
      notes = recalled.notes;
      return recalled;
    },
  };
  return {
    of: (step: StepRow): Promise<Hints> => loadHints(heard, tape, { ...asked, step }, source),
    notes: (): string[] => [...notes],
  };
};
