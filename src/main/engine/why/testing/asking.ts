import { Why } from '../../../../shared/model/index.ts';
import { createResidencyService } from '../../residency/service.ts';
import { createRim } from '../../views/rim.ts';
import type { ImportedTape } from '../../views/testing/imported.ts';
import { type WhyQuery, whyOf } from '../why.ts';

const WATCH = { signal: new AbortController().signal, progress: () => {} };

/** Asks about a tape that was imported, without a full-text index: sources are read. */
export function asking({ store, tape }: Pick<ImportedTape, 'store' | 'tape'>) {
  const room = { rim: createRim(store.catalog), residency: createResidencyService(store.catalog), ask: null };
  return async (query: Partial<WhyQuery>): Promise<Why> =>
    Why.parse(await whyOf(room, { tape, place: null, policy: 'as-recorded', limit: 200, ...query }, WATCH));
}
