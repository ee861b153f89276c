import type { AnchorRow, TapeRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';

/** Tapes whose anchors are kept; those looked at longest ago go first. */
const KEPT = 16;

/**
 * The anchors of a tape, parsed once for as long as the tape stays as it is. Every view needs them, and a long tape has thousands:
 * without this a view would cost more the longer the tape grows.
 */
export function createAnchors(catalog: Catalog): (tape: TapeRow) => readonly AnchorRow[] {
  const kept = new Map<string, { state: string; anchors: readonly AnchorRow[] }>();
  return (tape) => {
    const state = [tape.bytes, tape.entries, tape.anchors, tape.ended, catalog.receipt(tape.id).reread].join(' ');
    const found = kept.get(tape.id);
    kept.delete(tape.id);
    const entry = found?.state === state ? found : { state, anchors: catalog.anchors(tape.id) };
    kept.set(tape.id, entry);
    const [oldest] = kept.size > KEPT ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    return entry.anchors;
  };
}
