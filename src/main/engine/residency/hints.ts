import type { StepRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Hints } from '../views/hints.ts';
import { type CitedBy, cited, loadHints, readNewest } from '../views/load-hints.ts';
import { createRim, type Rim } from '../views/rim.ts';
import type { Whole } from './material.ts';

/**
 * What a policy has to find out before each step, as a view does: what the anchor cites, what the memory answers. `home` is where the memory
 * index is. `notes` are what the memory said about itself at the newest step, which asks for most.
 */
export const createHints = (catalog: Catalog, home: string | null, { tape, asked, source }: Whole) => {
  const rim = createRim(catalog, home);
  const selector = asked.rules.selectors['last-anchor'];
  let notes: readonly string[] = [];
  let newest: { of: string; by: CitedBy | null } | null = null;
  const heard: Rim = {
    ...rim,
    recall: async (question) => {
      const recalled = await rim.recall(question);
      notes = recalled.notes;
      return recalled;
    },
  };

  /** Steps whose contexts begin at one anchor read it once. */
  const citedAt = async (step: StepRow): Promise<Hints> => {
    const anchors = asked.anchors.filter(({ seq }) => seq < step.first);
    const of = `${selector.from(step, anchors, { name: '' })} ${anchors.length}`;
    if (newest?.of !== of) newest = { of, by: await readNewest(rim, tape, { ...asked, step }, source) };
    return cited(rim, tape, step, newest.by);
  };

  return {
    of: (step: StepRow): Promise<Hints> =>
      asked.choice.type === 'summary' ? citedAt(step) : loadHints(heard, tape, { ...asked, step }, source),
    notes: (): string[] => [...notes],
  };
};
