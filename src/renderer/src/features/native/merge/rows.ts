import type { MergeConflict, MergeDuplicate, MergeItem, MergePreview } from '../../../../../shared/model/index.ts';

type Left = MergePreview['left'][number];

/** One line of the preview. */
export type MergeRow =
  | { readonly type: 'conflict'; readonly key: string; readonly conflict: MergeConflict }
  | { readonly type: 'item'; readonly key: string; readonly item: MergeItem; readonly conflicting: boolean }
  | { readonly type: 'duplicate'; readonly key: string; readonly duplicate: MergeDuplicate }
  /** Entries of one fork that follow each other and are not taken, folded. */
  | { readonly type: 'left'; readonly key: string; readonly from: string; readonly entries: readonly Left[]; readonly open: boolean }
  | { readonly type: 'left-entry'; readonly key: string; readonly entry: Left };

type Rest = { type: 'duplicate'; id: number; duplicate: MergeDuplicate } | { type: 'left'; id: number; entry: Left };

/** What of each fork is not appended, in the order of the fork. */
const restOf = ({ duplicates, left }: MergePreview): Map<string, Rest[]> => {
  const rest = new Map<string, Rest[]>();
  const add = (from: string, item: Rest) => {
    const items = rest.get(from);
    if (items === undefined) rest.set(from, [item]);
    else items.push(item);
  };
  for (const duplicate of duplicates) add(duplicate.from, { type: 'duplicate', id: duplicate.id, duplicate });
  for (const entry of left) add(entry.from, { type: 'left', id: entry.id, entry });
  for (const items of rest.values()) items.sort((a, b) => a.id - b.id);
  return rest;
};

const sidesOf = (conflicts: readonly MergeConflict[]): Set<string> =>
  new Set(conflicts.flatMap(({ sides }) => sides.map(({ from, id }) => `${from ?? ''} ${id}`)));

/**
 * The preview as it is drawn: conflicts first, then every entry of the forks in its place, those that are not appended where
 * they would have been. Each entry is in exactly one row, or in one fold.
 */
export function mergeRows(preview: MergePreview, open: ReadonlySet<string>): MergeRow[] {
  const rows: MergeRow[] = preview.conflicts.map((conflict, index) => ({ type: 'conflict', key: `conflict ${index}`, conflict }));
  const rest = restOf(preview);
  const sides = sidesOf(preview.conflicts);
  let fold: { from: string; entries: Left[] } | null = null;
  const flush = () => {
    if (fold === null) return;
    const { from, entries } = fold;
    const key = `left ${from} ${entries[0]?.id}`;
    rows.push({ type: 'left', key, from, entries, open: open.has(key) });
    if (open.has(key)) for (const entry of entries) rows.push({ type: 'left-entry', key: `${key} ${entry.id}`, entry });
    fold = null;
  };
  const put = (from: string, item: Rest) => {
    if (item.type === 'left') {
      if (fold !== null && fold.from !== from) flush();
      fold ??= { from, entries: [] };
      fold.entries.push(item.entry);
      return;
    }
    flush();
    rows.push({ type: 'duplicate', key: `duplicate ${from} ${item.id}`, duplicate: item.duplicate });
  };
  const reached = new Map<string, number>();
  const putBefore = (from: string, id: number) => {
    const items = rest.get(from) ?? [];
    let at = reached.get(from) ?? 0;
    for (let next = items[at]; next !== undefined && next.id < id; next = items[at]) {
      put(from, next);
      at += 1;
    }
    reached.set(from, at);
  };
  for (const item of preview.order) {
    putBefore(item.from, item.id);
    flush();
    rows.push({ type: 'item', key: `item ${item.from} ${item.id}`, item, conflicting: sides.has(`${item.from} ${item.id}`) });
  }
  for (const from of rest.keys()) putBefore(from, Number.POSITIVE_INFINITY);
  flush();
  return rows;
}
