import { fitting } from '../../../shared/library/query.ts';
import type { LibraryOverview } from '../../../shared/model/index.ts';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { createShelf } from '../annotations/shelf.ts';
import type { Engine } from '../engine.ts';
import { nameOf } from '../formats/abouts.ts';
import { createJoins } from '../library/joins.ts';
import { createShelved } from '../library/shelved.ts';
import { createDays } from './days.ts';
import { overviewOf } from './overview.ts';
import { createParts } from './parts.ts';

/** What the library came to. The answer to the same question about the same tapes is worked out once. */
export function overviewMethods({
  catalog,
  ingest,
  options,
}: Pick<Engine, 'catalog'> & {
  ingest: Pick<Engine['ingest'], 'jobs'>;
  options: Pick<Engine['options'], 'home' | 'readOnly'>;
}): Pick<Handlers, 'library.overview'> {
  const partOf = createParts(catalog);
  const daysOf = createDays();
  const shelved = createShelved(createShelf(options.home, options.readOnly), createJoins());
  let kept: { of: string; answer: Omit<LibraryOverview, 'scanning'> } | null = null;
  const zoned = (zone: string): ((quarter: number) => string) => {
    try {
      return daysOf(zone);
    } catch {
      throw new TapeError('bad-input', `"${zone}" is no time zone that is known here. Give one such as Europe/Berlin.`);
    }
  };
  return {
    'library.overview': async ({ zone, from, to, filter, limit }) => {
      const own = catalog.listed();
      const listed = await shelved(own);
      const dayOf = zoned(zone);
      const of = JSON.stringify([listed.version, zone, from, to, filter, limit]);
      if (kept?.of !== of) {
        const fits = fitting(filter, nameOf, Date.now()) ?? (() => true);
        const wish = { dayOf, from: from ?? null, to: to ?? null, fits, nameOf, limit };
        // In the same order: rows as the catalog has them are the same objects as long as nothing changed.
        const said = listed.sorted('newest');
        const parts = own.sorted('newest').map((tape, at) => ({ ...partOf(tape), tape: said[at] ?? tape }));
        kept = { of, answer: overviewOf(parts, wish) };
      }
      const scanning = ingest.jobs().some((job) => job.state === 'running' && job.phase === 'structure');
      return { ...kept.answer, scanning };
    },
  };
}
