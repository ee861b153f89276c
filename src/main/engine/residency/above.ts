import type { AnchorRow, EntryRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';

/**
 * What is above an entry in a stretch of the tape, the entry to go on from last, as formats/context/chain.ts follows parents through compactions:
 * above a boundary the entry that it names, and behind a preserved segment the summary and the boundary on the way to the segment. Null where the
 * stretch alone does not tell. `compactions` are those of the stretch, in order.
 */
export function aboveIn(rows: readonly EntryRow[], compactions: readonly AnchorRow[], sidechain: boolean) {
  const before = (boundary: number): number | undefined =>
    rows.findLast(({ seq, id, flags }) => seq < boundary && id !== null && has(flags, Flag.Sidechain) === sidechain)?.seq;
  return (child: EntryRow): readonly number[] | null => {
    const newest = compactions.findLast(({ seq, type }) => seq <= child.seq && type === 'compaction');
    if (newest?.seq === child.seq) {
      const named = newest.compaction?.logicalParent ?? before(newest.seq);
      return named === undefined ? null : [named];
    }
    const parent = child.parentSeq;
    if (parent === null) return null;
    const { preserved = [], summary = null } = (newest !== undefined && newest.seq > parent && newest.compaction) || {};
    if (newest === undefined || !preserved.includes(parent)) return [parent];
    return [...(summary === null ? [] : [summary]), newest.seq, parent];
  };
}
