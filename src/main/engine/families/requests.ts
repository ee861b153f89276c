import type { TapeRow, Usage } from '../../../shared/model/index.ts';
import { prepared } from '../database/prepared.ts';
import { type Db, PAGES } from '../database/schema.ts';
import { unsealText } from '../database/seal.ts';
import { STEP_LAYOUT, StepFlag, type StepText } from '../pages/rows.ts';
import { addSpent, type CopiedSums, dollarsBy, newSpent } from '../pages/spent.ts';

/** A request that has an id. */
export interface Request {
  key: string;
  first: number;
  usage: Usage;
  time: number;
  model: string | null;
  silent: boolean;
  failed: boolean;
  cost: number | null;
  /** Not where the reader knew already that it was made elsewhere. */
  counted: boolean;
}

/** A request by its id and what it used: some servers give one id again and again. */
export function nameOf({ key, usage }: Request): string {
  return `${key} ${usage.input} ${usage.output} ${usage.cacheRead} ${usage.cacheWrite}`;
}

/** The same without its answer, of which a log may have less than was sent. */
export function askedName({ key, usage }: Request): string {
  return `${key} ${usage.input} ${usage.cacheRead} ${usage.cacheWrite}`;
}

const PAGES_OF = 'SELECT data, text FROM step_pages WHERE id >= ? AND id < ? ORDER BY id';

/** Steps of a tape by the ids of their requests; those without ids are none, or have an empty one (`keyless`). */
export function* requestsOf(db: Db, tape: number, keyless = false): Generator<Request> {
  const pages = prepared<[number, number], { data: Buffer; text: string }>(db, PAGES_OF);
  for (const page of pages.all(tape * PAGES, (tape + 1) * PAGES)) {
    const cols = STEP_LAYOUT.views(STEP_LAYOUT.unpack(page.data));
    const { keys, models, costs } = JSON.parse(unsealText(page.text)) as StepText;
    const dollars = dollarsBy(costs);
    for (const [at, key] of keys.entries()) {
      if (!key && !keyless) continue;
      const of = (name: 'input' | 'output' | 'cacheRead' | 'cacheWrite'): number => cols[name][at] || 0;
      yield {
        ...{ key, first: cols.first[at] ?? 0, counted: ((cols.flags[at] ?? 0) & StepFlag.Shared) === 0 },
        ...{ time: cols.time[at] ?? Number.NaN, model: models[(cols.model[at] ?? 0) - 1] ?? null, cost: dollars.get(at) ?? null },
        ...{ silent: Number.isNaN(cols.input[at]), failed: ((cols.flags[at] ?? 0) & StepFlag.Failed) !== 0 },
        usage: {
          ...{ input: of('input'), output: of('output'), cacheRead: of('cacheRead'), cacheWrite: of('cacheWrite') },
          cacheWriteHour: cols.cacheHour[at] || 0,
        },
      };
    }
  }
}

/** Sums the requests of a tape that another tape counts; `copy` is how the tape describes itself as a copy. */
export function sumOfCopied(copy: string | null, requests: readonly Request[], isCopied: (request: Request) => boolean): CopiedSums {
  const sum = { steps: 0, usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, cost: 0 };
  const spent = newSpent();
  const sizes = (JSON.parse(copy ?? '{}') as NonNullable<TapeRow['copy']>).sizes;
  for (const request of requests) {
    if (request.counted === false || !isCopied(request)) continue;
    sum.steps += 1;
    // Sizes that are not sizes of this tape are none of its usage as it is.
    const foreign = sizes && request.first >= sizes.from && request.first < sizes.to;
    const usage = foreign ? { input: 0, output: request.usage.output, cacheRead: 0, cacheWrite: 0 } : request.usage;
    for (const name of ['input', 'output', 'cacheRead', 'cacheWrite'] as const) sum.usage[name] += usage[name];
    sum.cost += request.cost ?? 0;
    addSpent(spent, { ...request, usage });
  }
  return { ...sum, spent: [...spent.values()] };
}

/** What is known of the requests of a tape that others count; null where no other tape has one of them. */
export function setCopied(db: Db, tape: number, copied: string | null): void {
  prepared(db, 'UPDATE tapes SET copied = ? WHERE tape = ?').run(copied, tape);
}
