import type { TapeProof, TapeRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import { CAPTURED } from '../formats/abouts.ts';
import { createRim, type Rim } from '../views/rim.ts';
import { capturesAmong } from './joins.ts';
import { type KeptIn, openVerdicts } from './kept-verdicts.ts';
import { differingIn } from './prove.ts';

/** Until when to compare, in milliseconds of `performance.now()`; `stop` is asked between steps. */
interface Patience {
  until: number;
  stop: () => void;
}

interface Proofs {
  /** By tape; the same object as long as nothing of it is another. */
  byTape: ReadonlyMap<string, TapeProof>;
  looked: number;
  of: number;
}

interface Held {
  captures: readonly TapeRow[];
  proof: TapeProof | null;
}

const kept = new WeakMap<TapeRow, Held>();

const isSame = <T>(some: readonly T[], others: readonly T[]): boolean =>
  some.length === others.length && some.every((one, at) => one === others[at]);

/** Tapes with those that may hold their captured requests. */
const pairsOf = (tapes: readonly TapeRow[]): [TapeRow, TapeRow[]][] => {
  const captured = tapes.filter(({ format }) => format === CAPTURED);
  if (captured.length === 0) return [];
  const byId = new Map(tapes.map((tape) => [tape.id, tape]));
  return tapes.flatMap((tape): [TapeRow, TapeRow[]][] => {
    if (tape.format === CAPTURED || tape.steps === 0) return [];
    const captures = capturesAmong(captured, tape, byId.get(tape.parent ?? ''));
    return captures.length === 0 ? [] : [[tape, captures]];
  });
};

const heldOf = async (rim: Rim, tape: TapeRow, captures: readonly TapeRow[], stop: () => void): Promise<Held> => {
  const { verified, steps, compared } = await differingIn(rim, tape, stop);
  return { captures, proof: compared === 0 ? null : { verified: verified.length, differs: steps.length } };
};

/**
 * How the contexts of tapes agree with captured requests. `tapes` are rows of the catalog, which are the same objects as long as nothing
 * changed: each is compared once, and at a later start only where something did.
 */
export function createProofs(catalog: Catalog, keptIn: KeptIn): (tapes: readonly TapeRow[], patience: Patience) => Promise<Proofs> {
  const rim = createRim(catalog);
  const verdicts = openVerdicts(catalog, keptIn);
  const heldBefore = (tape: TapeRow, captures: readonly TapeRow[]): Held | null => {
    const known = kept.get(tape);
    if (known !== undefined && isSame(known.captures, captures)) return known;
    const proof = verdicts.of(tape, captures);
    return proof === undefined ? null : { captures, proof };
  };
  let before: ReadonlyMap<string, TapeProof> = new Map();
  return async (tapes, { until, stop }) => {
    const byTape = new Map<string, TapeProof>();
    const pairs = pairsOf(tapes);
    let [looked, fresh] = [0, 0];
    for (const [tape, captures] of pairs) {
      const known = heldBefore(tape, captures);
      // At least one tape is compared for each call, so that an impatient caller gets to the end as well.
      if (known === null && fresh > 0 && performance.now() > until) continue;
      const held = known ?? (await heldOf(rim, tape, captures, stop));
      kept.set(tape, held);
      if (known === null) verdicts.keep(tape, captures, held.proof);
      fresh += Number(known === null);
      looked += 1;
      if (held.proof !== null) byTape.set(tape.id, held.proof);
    }
    verdicts.save(looked === pairs.length);
    const isAsBefore = before.size === byTape.size && [...byTape].every(([id, proof]) => before.get(id) === proof);
    if (!isAsBefore) before = byTape;
    return { byTape: before, looked, of: pairs.length };
  };
}
