import type { EntryRow, SharedPoint } from '../../../shared/model/index.ts';
import { keyOf, recordsOf } from '../bytes/payloads.ts';
import type { Rim } from '../views/rim.ts';
import type { Lineage } from './lineage.ts';

/** What two chains share: how many entries of each. */
export interface Shared {
  by: SharedPoint['by'];
  ends: [number, number];
}

/** The last entry that both chains hold: by place in one tape, by id across files, else by what is in them. Null for nothing. */
export async function sharedBy(rim: Rim, a: Lineage, b: Lineage): Promise<Shared | null> {
  if (a.decided.tape.id === b.decided.tape.id) return lastCommon('entry', a, b, (row) => row.seq);
  const byId = a.tree && b.tree ? lastCommon('id', a, b, (row) => row.id) : null;
  return byId ?? sameBeginning(rim, a, b);
}

/** A chain that passes an entry has passed all that is above it, so the last common one is the fork point. */
const lastCommon = <K>(by: SharedPoint['by'], a: Lineage, b: Lineage, keyed: (row: EntryRow) => K | null): Shared | null => {
  const inB = new Map(b.path.map((row, at) => [keyed(row), at]));
  for (let at = a.path.length - 1; at >= 0; at -= 1) {
    const row = a.path[at];
    const key = row ? keyed(row) : null;
    const other = key === null ? undefined : inB.get(key);
    if (other !== undefined) return { by, ends: [at + 1, other + 1] };
  }
  return null;
};

/** Reads both sources side by side until they differ: costs what they share. */
const sameBeginning = async (rim: Rim, a: Lineage, b: Lineage): Promise<Shared | null> => {
  const streams = [a, b].map((side) => keys(rim, side));
  for (let count = 0; ; count += 1) {
    const [left, right] = await Promise.all(streams.map((stream) => stream.next()));
    if (left && right && !left.done && !right.done && left.value === right.value) continue;
    if (count === 0) return null;
    return { by: 'digest', ends: [pathEnd(a, count), pathEnd(b, count)] };
  }
};

async function* keys(rim: Rim, { decided: { tape }, picks }: Lineage): AsyncGenerator<string> {
  const format = rim.formatOf(tape.format);
  for await (const batch of recordsOf(tape, picks)) for (const { row, record } of batch) yield keyOf(row, record, format);
}

/** The chain's length up to the pick `count`: entries without words of their own go with the one before. */
const pathEnd = ({ path, picks }: Lineage, count: number): number => {
  const next = new Set(picks.slice(count).map((row) => row.seq));
  const first = path.findIndex((row) => next.has(row.seq));
  return first < 0 ? path.length : first;
};

/** The fork point in words that a window can use; `lineages` and `ends` are in the order of the sides. */
export function pointOf(by: SharedPoint['by'], lineages: readonly Lineage[], ends: readonly number[]): SharedPoint {
  // Each side may know more lines of an answer than another one does: what all know is shared.
  const prefixes = lineages.map(({ path }, side) => path.slice(0, ends[side] ?? 0));
  return {
    by,
    at: lineages.map(({ decided, path }, side) => {
      const end = ends[side] ?? 0;
      const row = path[end - 1];
      return { tape: decided.tape.id, seq: row?.seq ?? 0, step: path.slice(0, end).findLast(({ step }) => step !== null)?.step ?? null };
    }),
    steps: Math.min(...prefixes.map(stepsOf)),
    entries: Math.min(...prefixes.map(({ length }) => length)),
  };
}

/** How many steps have an answer of the model among these entries. */
export function stepsOf(rows: readonly EntryRow[]): number {
  return new Set(rows.flatMap((row) => (row.step !== null && row.role === 'assistant' ? [row.step] : []))).size;
}
