import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import { loadRecords } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import { digest } from '../formats/digest.ts';
import { formatById } from '../formats/index.ts';

// "Continue natively": a session of its own whose first anchor points back at an entry of a foreign tape. Nothing of the
// source is copied and nothing is written to it.

/** Where a native session continues from: enough to find the entry again although the catalog, or the file, is gone. */
export interface Origin {
  file: string;
  format: string;
  /** The session as the source names it. */
  session: string | null;
  /** Sequence number in the tape, line in the file, and id in the source. */
  entry: number;
  line: number;
  id: string | null;
  /** SHA-256 of the entry's canonical payload, hex; null where the source has changed underneath. */
  digest: string | null;
  step: number | null;
  title: string;
}

/** Witness of the prefix that is continued, and what it was taken over. */
export interface Prefix {
  sha: string;
  /** `ids`: the ids of the entries up to there, in file order, one a line. `digests`: where the source has no ids. */
  over: 'ids' | 'digests';
}

/** Entries that are looked at before other calls get their turn. */
const RUN = 4096;

const runs = function* (catalog: Catalog, tape: string, to: number): Generator<EntryRow[]> {
  for (let from = 1; from <= to; from += RUN) yield catalog.entries(tape, from, Math.min(from + RUN, to + 1));
};

/** Digest of the entries 1 … `to` of a foreign tape: over their ids, or where it has none, over the digests of their payloads. */
export async function prefixOf(catalog: Catalog, tape: TapeRow, to: number): Promise<Prefix> {
  const hash = createHash('sha256');
  let ids = 0;
  for (const rows of runs(catalog, tape.id, to)) {
    for (const { id } of rows) {
      if (id === null) continue;
      hash.update(`${id}\n`);
      ids += 1;
    }
    await setImmediate();
  }
  return ids > 0 ? { sha: hash.digest('hex'), over: 'ids' } : { sha: await overDigests(catalog, tape, to), over: 'digests' };
}

const overDigests = async (catalog: Catalog, tape: TapeRow, to: number): Promise<string> => {
  const hash = createHash('sha256');
  for (const rows of runs(catalog, tape.id, to)) for (const each of await digestsOf(tape, rows)) hash.update(`${each ?? 'unreadable'}\n`);
  return hash.digest('hex');
};

const digestsOf = async (tape: TapeRow, rows: readonly EntryRow[]): Promise<(string | null)[]> => {
  const { payload } = formatById(tape.format);
  return (await loadRecords(tape, rows)).map((record) => record && digest(payload(record)));
};

/** Where entry `row` of `tape` is, for the state of the anchor that points back at it. */
export async function originOf(tape: TapeRow, row: EntryRow): Promise<Origin> {
  const [found = null] = await digestsOf(tape, [row]);
  const { file, format, session, title } = tape;
  const { seq: entry, line, id, step } = row;
  return { file, format, session, entry, line, id, digest: found, step, title };
}

/** What a session that continues a tape is named: `from-0b871d5e-42`. */
export function continuedName(tape: TapeRow, seq: number): string {
  return `from-${tape.id.slice(0, 8)}-${seq}`;
}

/**
 * The fork as an event in the governance shape, with the session as the branch. It is in the branch, since nothing is written to the
 * source; so it has a name of its own: an event named `fork` tells of a fork of the tape that it is in.
 */
export function forkEvent(tape: TapeRow, origin: Origin, branch: string, prefix: Prefix, who: string, at: Date): Record<string, unknown> {
  return {
    name: 'continue',
    data: {
      event: 'fork',
      ts: at.toISOString(),
      parent: `${origin.session ?? tape.id}@${origin.entry}`,
      branch,
      who,
      prefix_sha: prefix.sha,
      prefix_over: prefix.over,
      note: `Continues "${origin.title}" (${origin.format}) after entry ${origin.entry}. Nothing was copied.`,
    },
  };
}
