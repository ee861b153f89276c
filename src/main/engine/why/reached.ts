import type { Arrival } from '../../../shared/library/asked.ts';
import type { Stay, TapeRow } from '../../../shared/model/index.ts';
import type { Signal, Waiting } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Engine } from '../engine.ts';
import { createAsking } from '../jobs/ask.ts';
import { staysOf } from '../residency/costly.ts';
import { createResidencyService, type ResidencyAnswer } from '../residency/service.ts';
import { requestBelow } from '../views/branch-below.ts';
import { branchSource } from '../views/branch-source.ts';

/** The first request that follows an entry on its branch. */
const stepAfter = (catalog: Catalog, tape: TapeRow, seq: number): number | null => {
  const source = branchSource(catalog, tape, catalog.anchors(tape.id));
  const row = source.row(seq);
  return row && (requestBelow(source, row)?.step ?? null);
};

/** When an entry was in context on the line of `step`, or the newest one: of an entry that only another branch had, that one tells. */
export async function staysAnywhere(
  catalog: Catalog,
  tape: TapeRow,
  seq: number,
  on: (step?: number) => Promise<ResidencyAnswer>,
  step?: number,
): Promise<{ stays: Stay[]; other?: true }> {
  const stays = staysOf(await on(step), seq);
  const own = stays.length > 0 ? null : stepAfter(catalog, tape, seq);
  if (own === null) return { stays };
  const others = staysOf(await on(own), seq);
  return { stays: others, ...(others.length > 0 && { other: true }) };
}

/** Whether the model received an entry, in one word. */
const reachedBy = ({ stays, other }: { stays: readonly Stay[]; other?: true }): Arrival => {
  const last = stays.at(-1);
  if (last === undefined) return 'never';
  return other ? 'other' : last.left === null ? 'in' : 'left';
};

/** Some entries of a tape. */
export interface ReachedQuery {
  tape: string;
  seqs: readonly number[];
}

/** Says of entries whether the model received them. Costs a walk along the contexts of their tape. */
export function createReachedRoom(catalog: Catalog, home: string) {
  const residency = createResidencyService(catalog, home);
  return async ({ tape: id, seqs }: ReachedQuery, signal: Waiting): Promise<[seq: number, reached: Arrival][]> => {
    const tape = catalog.tape(id);
    const watch = { signal, progress: () => {} };
    const on = (step?: number) => residency.answer({ tape: tape.id, policy: 'as-recorded', by: 'entry', step }, watch);
    const found: [number, Arrival][] = [];
    for (const seq of seqs) found.push([seq, tape.steps === 0 ? 'never' : reachedBy(await staysAnywhere(catalog, tape, seq, on))]);
    return found;
  };
}

/** Longer tapes take seconds, which nobody has asked for who only looks at a list. */
const LONGEST = 100_000;
/** Tapes of which answers are kept while they stay as they are. */
const KEPT = 500;

type Known = ReadonlyMap<number, Arrival>;

/**
 * Says of entries of many tapes whether the model received them, and keeps that. A window asks a thread. Null for a tape that is too long, or not
 * there any more.
 */
export function createReached({ catalog, options: { home, host } }: Pick<Engine, 'catalog' | 'options'>) {
  const kept = new Map<string, { key: string; known: Map<number, Arrival> }>();
  const thread = host === 'terminal' ? null : createAsking<ReachedQuery, [number, Arrival][]>('why/reached-worker', { home });
  let here: ReturnType<typeof createReachedRoom> | null = null;
  const ask = (query: ReachedQuery, signal: Signal) => {
    if (thread !== null) return thread.ask(query, { signal });
    here ??= createReachedRoom(catalog, home);
    return here(query, signal);
  };
  const held = (tape: TapeRow): Map<number, Arrival> => {
    const key = JSON.stringify([tape.entries, tape.steps, tape.bytes]);
    const before = kept.get(tape.id);
    kept.delete(tape.id);
    const entry = before?.key === key ? before : { key, known: new Map() };
    kept.set(tape.id, entry);
    const [oldest] = kept.size > KEPT ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    return entry.known;
  };
  return async (id: string, seqs: readonly number[], signal: Signal): Promise<Known | null> => {
    try {
      const tape = catalog.tape(id);
      if (tape.entries > LONGEST && host !== 'terminal') return null;
      const known = held(tape);
      const missing = seqs.filter((seq) => !known.has(seq));
      if (missing.length > 0) for (const [seq, reached] of await ask({ tape: tape.id, seqs: missing }, signal)) known.set(seq, reached);
      return known;
    } catch (failure) {
      if (failure instanceof TapeError && (failure.code === 'not-found' || failure.code === 'unreadable')) return null;
      throw failure;
    }
  };
}
