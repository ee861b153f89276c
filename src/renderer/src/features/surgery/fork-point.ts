import type { LegalityNear } from '../../../../shared/model/index.ts';

/** Where a fork at an entry may begin: after it, else at the nearest legal entry; the entry itself where there is none. */
export function nearestPlace({ legal, seq, before, after }: LegalityNear): number {
  if (legal || (before === null && after === null)) return seq;
  if (before === null || after === null) return before ?? after ?? seq;
  return after - seq < seq - before ? after : before;
}

/** The place that cannot be taken: the one in the field, else the one that the reader came from. */
export function refusedPlace(at: LegalityNear | undefined, from: LegalityNear | undefined): LegalityNear | null {
  if (at === undefined || !at.legal) return at ?? null;
  return from === undefined || from.legal ? null : from;
}

/** For a tape that continues wherever it stops, unless a call has no result yet: no model accepts that. */
export function unlessOpenCall<L extends LegalityNear | undefined>(place: L): L {
  return place === undefined || place.code === 'call' ? place : { ...place, legal: true };
}
