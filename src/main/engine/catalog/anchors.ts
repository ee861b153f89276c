import type { AnchorRow } from '../../../shared/model/index.ts';
import type { Db } from '../database/schema.ts';
import { unsealText } from '../database/seal.ts';
import type { AnchorState } from '../linking/state.ts';
import type { Head } from './heads.ts';

/**
 * The anchors of a tape, parsed once for as long as the tape stays as it is. Its picture and every view need them, and a long tape has thousands:
 * without this a view would cost more the longer the tape grows.
 */
export function createAnchors(db: Db): (head: Head) => readonly AnchorRow[] {
  const details = db.prepare<[number], string>('SELECT detail FROM anchors WHERE tape = ? ORDER BY no').pluck();
  const parsed = new WeakMap<Head, readonly AnchorRow[]>();
  return (head) => {
    const known = parsed.get(head);
    if (known) return known;
    const anchors = details.all(head.tape).map((detail) => {
      const { seq, time, name, derived, type, compaction, before } = JSON.parse(unsealText(detail)) as AnchorState;
      return { seq, time: time ?? null, name, derived, type, compaction, before } satisfies AnchorRow;
    });
    parsed.set(head, anchors);
    return anchors;
  };
}
