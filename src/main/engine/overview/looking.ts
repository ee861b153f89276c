import { setImmediate } from 'node:timers/promises';
import type { TapeRow, ToolSum } from '../../../shared/model/index.ts';
import type { Waiting } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Asker } from '../jobs/ask.ts';
import { quarterAt } from '../pages/spent.ts';
import { createRim } from '../views/rim.ts';
import { createDays, inDays } from './days.ts';
import { type Loss, lossesOf } from './losses.ts';
import { type CallsOf, toolSumsOf } from './tool-sums.ts';

/** A tape to look at; `key` is another one when it has changed. */
export interface LookAt {
  id: string;
  key: string;
}

/** Plain data, so that it can be sent to a thread: what to look for in which tapes, and after how many milliseconds to answer with what is known by then. */
export type LookQuery = { tapes: readonly LookAt[]; limit: number } & (
  | { what: 'tools'; zone: string; from: string | null; to: string | null }
  | { what: 'lost' }
);

export interface ToolsLooked {
  looked: number;
  tools: ToolSum[];
}

/** The losses of each tape that was looked at; null for one that could not be read. */
export interface LostLooked {
  losses: [tape: string, losses: readonly Loss[] | null][];
}

/** Looks at one tape after the other, and keeps what it found as long as they stay as they are. */
const createLooking = <T>(look: (tape: string, signal: Waiting) => T | Promise<T>) => {
  const kept = new Map<string, { key: string; found: T | null }>();
  const lookAt = async (id: string, signal: Waiting): Promise<T | null> => {
    try {
      return await look(id, signal);
    } catch (failure) {
      // It was removed meanwhile, or its log was.
      if (failure instanceof TapeError && (failure.code === 'not-found' || failure.code === 'unreadable')) return null;
      throw failure;
    }
  };
  return async ({ tapes, limit }: LookQuery, signal: Waiting): Promise<[tape: string, found: T | null][]> => {
    const begun = performance.now();
    const all: [string, T | null][] = [];
    for (const { id, key } of tapes) {
      let known = kept.get(id);
      if (known?.key !== key) {
        if (performance.now() - begun > limit) continue;
        await setImmediate();
        if (signal.aborted) throw new TapeError('cancelled', 'Reading the sessions was cancelled.');
        known = { key, found: await lookAt(id, signal) };
        kept.set(id, known);
      }
      all.push([id, known.found]);
    }
    return all;
  };
};

/** The first entry that no other tape counts: a copy begins with the steps of what it was copied from. Past the end where all of it is. */
const ownFrom = (catalog: Catalog, { id, copied, steps, entries }: TapeRow): number => {
  if (copied === undefined || copied.steps === 0) return 1;
  return copied.steps < steps ? catalog.step(id, copied.steps + 1).first : entries + 1;
};

/** Looks into the entries of tapes, over one connection to the catalog. What it found is kept. */
export function createLook(catalog: Catalog, home: string) {
  const rim = createRim(catalog, home);
  const daysOf = createDays();
  const calls = createLooking((tape): CallsOf => {
    const row = catalog.tape(tape);
    return { tape, format: row.format, calls: catalog.toolCalls(tape, ownFrom(catalog, row)) };
  });
  const losses = createLooking((tape, signal) => {
    const row = catalog.tape(tape);
    return lossesOf(rim, row, ownFrom(catalog, row), signal);
  });
  return async (query: LookQuery, { signal }: Pick<Asker, 'signal'>): Promise<ToolsLooked | LostLooked> => {
    if (query.what === 'lost') return { losses: await losses(query, signal) };
    const { zone, from, to } = query;
    const dayOf = daysOf(zone);
    const within = inDays({ from, to });
    const counts = (time: number): boolean => within(dayOf(quarterAt(time)));
    const found = await calls(query, signal);
    return {
      looked: found.length,
      tools: toolSumsOf(
        found.flatMap(([, one]) => one ?? []),
        counts,
      ),
    };
  };
}
