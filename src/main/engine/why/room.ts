import type { Why } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Asker } from '../jobs/ask.ts';
import { createResidencyService, type Far, type ResidencyAnswer, type ResidencyQuery } from '../residency/service.ts';
import type { WhyQuery, WhyRoom } from './why.ts';

/**
 * Answers when entries were in context, and why they are not, over one connection to the catalog: one residency serves both. A query
 * that asks why has a limit.
 */
export function createResidencyRoom(catalog: Catalog, home: string) {
  const residency = createResidencyService(catalog, home);
  let room: WhyRoom | null = null;
  const why = async (query: WhyQuery, watch: Asker<Far>): Promise<Why> => {
    // Loaded when asked for: the terminal starts without the parts that views are made with.
    const { createWhyRoom, whyOf } = await import('./why.ts');
    room ??= createWhyRoom(catalog, home, residency);
    return whyOf(room, query, watch);
  };
  return (query: ResidencyQuery | WhyQuery, watch: Asker<Far>): Promise<ResidencyAnswer | Why> =>
    'limit' in query ? why(query, watch) : residency.answer(query, watch);
}
