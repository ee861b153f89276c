import { join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Json } from '../formats/values.ts';
import { type Ask, statusOf } from './ask.ts';
import type { Backend, Wanted } from './backend.ts';
import { lockFolder } from './lock.ts';
import { openPages, type Placing, ROOM } from './pages.ts';

/** What a pull came to. `records` is the sum of added, changed and known. */
export interface Pulled extends Placing {
  wanted: Wanted;
  requests: number;
  records: number;
  /** It continued where an earlier one had ended. */
  resumed: boolean;
}

export interface Pulling {
  backend: Backend;
  ask: Ask;
  wanted: Wanted;
  /** By which an earlier pull of the same is found: an age is another moment each time. */
  name: string;
  folder: string;
  /** Called after each request. */
  told?(sums: { requests: number; records: number }): void;
}

/**
 * Pulls page after page into files, one for each conversation. Each page is kept before the next one is asked for, so that a pull that ends early is
 * continued by the next one. Throws TapeError as `Ask` does, 'refused' while another pull writes into the folder, and the reason of its signal.
 */
export async function pull(pulling: Pulling): Promise<Pulled> {
  const unlock = lockFolder(join(pulling.folder, ROOM));
  try {
    return await pullAll(pulling);
  } finally {
    unlock();
  }
}

/** What a server answers to a place that it no longer knows: a cursor expires. */
const UNKNOWN_PLACE: ReadonlySet<Json | undefined> = new Set([400, 404, 410, 422]);

async function pullAll({ backend, ask, wanted, name, folder, told }: Pulling): Promise<Pulled> {
  const pages = openPages(folder, name, wanted);
  let resumed = pages.state.requests > 0;
  let first = resumed;
  while (!pages.state.whole) {
    const { at, wanted: asked } = pages.state;
    const page = await backend.page(ask, asked, at).catch((failure: unknown) => {
      if (first && UNKNOWN_PLACE.has(statusOf(failure))) return null;
      throw failure;
    });
    first = false;
    if (page === null) {
      resumed = false;
      pages.begin();
      continue;
    }
    const { records, next } = page;
    if (next !== null && next === at) throw new TapeError('unreadable', `${backend.name} returned the same page as the next one.`);
    pages.keep(records, next);
    told?.(pages.state);
  }
  const { wanted: asked, requests, records } = pages.state;
  return { ...pages.place(backend), wanted: asked, requests, records, resumed };
}
