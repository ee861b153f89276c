import { fitting } from '../../../shared/library/query.ts';
import type { LibraryOverview, TapeRow } from '../../../shared/model/index.ts';
import { type PriceTable, priceBook } from '../../../shared/model/prices.ts';
import type { Handlers, Waiting } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';
import { nameOf } from '../formats/abouts.ts';
import { inTurns } from '../in-turns.ts';
import { createFiltering, type ProofsOf, stopped } from '../library/filtered.ts';
import { createParts, type Part } from '../prices/parts.ts';
import { createPriceTable } from '../prices/table.ts';
import { costMethods } from './cost-methods.ts';
import { createDays } from './days.ts';
import { lookingMethods } from './looking-methods.ts';
import { overviewOf } from './overview.ts';

/** What the library came to, and what requests cost. The answer to the same question about the same tapes is worked out once. */
export function overviewMethods(
  {
    catalog,
    ingest,
    options,
  }: Pick<Engine, 'catalog'> & {
    ingest: Pick<Engine['ingest'], 'jobs'>;
    options: Pick<Engine['options'], 'home' | 'readOnly'> & Partial<Pick<Engine['options'], 'host'>>;
  },
  proofsOf: ProofsOf,
): Pick<Handlers, 'library.overview' | 'library.tools' | 'library.lost' | 'cost.list' | 'prices.get'> {
  const partOf = createParts(catalog);
  const daysOf = createDays();
  const pricesNow = createPriceTable(options.home);
  const filtering = createFiltering(catalog, options, proofsOf);
  let kept: { of: string; prices: PriceTable; answer: Omit<LibraryOverview, 'scanning' | 'prices'> } | null = null;
  const zoned = (zone: string): ((quarter: number) => string) => {
    try {
      return daysOf(zone);
    } catch {
      throw new TapeError('bad-input', `"${zone}" is not a time zone that is known here. Give one such as Europe/Berlin.`);
    }
  };
  /** Parts are kept by the rows of the catalog, which are the same objects as long as nothing changed. */
  const partsNow = async (filter: string, signal: Waiting) => {
    const own = catalog.listed();
    const { listed } = await filtering({ filter }, signal);
    const parts = async function* (): AsyncGenerator<Part, void, void> {
      const rows = new Map(own.sorted('newest').map((row) => [row.id, row]));
      const said = new Map(listed.sorted('newest').map((row) => [row.id, row]));
      // What was captured is filed where its session is.
      const placed = (tape: TapeRow): TapeRow => {
        const above = tape.relation === 'capture' && tape.parent !== null ? said.get(tape.parent) : undefined;
        return above ? { ...tape, project: above.project, ...(above.joined && { joined: above.joined }) } : tape;
      };
      const all = inTurns(said.values(), () => stopped(signal));
      for await (const tape of all) yield { ...partOf(rows.get(tape.id) ?? tape), tape: placed(tape) };
    };
    return { version: listed.version, parts };
  };
  const allParts = async (): Promise<Part[]> => {
    const all: Part[] = [];
    for await (const part of (await partsNow('', { aborted: false })).parts()) all.push(part);
    return all;
  };
  return {
    'library.overview': async ({ zone, from, to, filter, limit }, { signal }) => {
      const { version, parts } = await partsNow(filter, signal);
      const dayOf = zoned(zone);
      const prices = pricesNow();
      const of = JSON.stringify([version, zone, from, to, filter, limit]);
      let known = kept;
      if (known?.of !== of || known.prices !== prices) {
        const fits = fitting(filter, nameOf, Date.now()) ?? (() => true);
        const wish = { dayOf, from: from ?? null, to: to ?? null, fits, nameOf, limit, book: priceBook(prices) };
        known = { of, prices, answer: await overviewOf(parts(), wish) };
        kept = known;
      }
      const scanning = ingest.jobs().some((job) => job.state === 'running' && job.phase === 'structure');
      return { ...known.answer, scanning, prices: prices.date };
    },
    ...lookingMethods({
      ...{ catalog, home: options.home, zoned, threads: options.host !== undefined && options.host !== 'terminal' },
      sessions: async (filter, signal) => (await filtering({ filter }, signal)).listed.sorted('newest'),
    }),
    ...costMethods({
      catalog,
      pricesNow,
      partOf,
      zoned,
      allParts,
    }),
  };
}
