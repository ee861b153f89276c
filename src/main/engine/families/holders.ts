import { TRIED } from '../captures/runs.ts';
import { NUMBER, prepared } from '../database/prepared.ts';
import type { Db } from '../database/schema.ts';
import { CAPTURED } from '../formats/abouts.ts';

/** What decides which of several tapes counts a request. */
export interface Holder {
  tape: number;
  path: string;
  located: string | null;
  started: number | null;
  copy: string | null;
  copied: string | null;
  /** What a recorder kept of the requests of another tape: that one counts them. */
  captured: 0 | 1;
  /** What a run kept of its own requests: its tape has each of them, under other names. */
  own: 0 | 1;
}

/** Tapes with what decides. */
const HOLDER = `SELECT t.tape, s.path, t.located, t.started, t.copy, t.copied, s.format = '${CAPTURED}' AS captured,
  t.relation IS 'capture' AND t.parent_file IS NOT NULL AND t.session IS NOT '${TRIED}' AS own
  FROM tapes t JOIN sources s USING (tape)`;

export function holderOf(db: Db, tape: number): Holder | undefined {
  return prepared<[number], Holder>(db, `${HOLDER} WHERE t.tape = ${NUMBER}`).get(tape);
}

/** A copy that says so comes last; of others the one that began first counts, or the first by its path: any will do, if it is always the same. */
export function comesFirst(a: Holder, b: Holder): number {
  return (
    a.captured - b.captured ||
    Number(a.copy !== null) - Number(b.copy !== null) ||
    Number(a.located !== null) - Number(b.located !== null) ||
    (a.started ?? 0) - (b.started ?? 0) ||
    (a.path < b.path ? -1 : 1)
  );
}

/** All that `comesFirst` looks at, as one word. */
export function rankOf({ captured, copy, located, started, path }: Holder): string {
  return JSON.stringify([captured, copy !== null, located !== null, started ?? 0, path]);
}
