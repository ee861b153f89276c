import { basename } from 'node:path';
import type { HandoffEdge } from '../../../shared/model/handoff.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { loadRecords } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import type { JsonObject } from '../formats/format.ts';
import { asList, asNumber, asObject } from '../formats/json.ts';
import { childOf } from '../states/walk.ts';
import { type Kin, placeOf } from './kin.ts';

/**
 * From the last phase of a merged fork to the phase of its parent that its entries were appended to. What came back and what was there
 * already is told by the receipt of the merge, the event in the parent; the rest of the fork's own entries was left behind.
 */
export async function mergedBack(catalog: Catalog, kin: readonly Kin[], byId: ReadonlyMap<string, Kin>): Promise<HandoffEdge[]> {
  const edges: HandoffEdge[] = [];
  for (const fork of kin) {
    const parent = fork.row.relation === 'fork' && fork.row.parent !== null ? byId.get(fork.row.parent) : undefined;
    if (parent === undefined || fork.merged === null) continue;
    const receipt = await receiptAt(catalog, parent, fork.merged);
    const told = receipt && backIn(receipt, basename(fork.row.file), fork.row.entries - fork.prefix);
    const to = told ? placeOf(parent, told.first ?? fork.merged) : null;
    if (told && to !== null)
      edges.push({
        from: fork.first + fork.told.phases.length - 1,
        to,
        type: 'merge',
        carried: told.carried,
        left: told.left,
        leftTokens: null,
      });
  }
  return edges;
}

/** Null where the parent's file cannot be read any more. */
const receiptAt = async (catalog: Catalog, { row }: Kin, seq: number): Promise<JsonObject | null> => {
  try {
    const [record] = await loadRecords(row, catalog.entriesAt(row.id, [seq]));
    return asObject(asObject(record?.payload)?.data);
  } catch (failure) {
    if (failure instanceof TapeError) return null;
    throw failure;
  }
};

interface Back {
  /** Where the first entry is in the parent; null where none was taken. */
  first: number | null;
  carried: string[];
  left: number;
}

/** What a receipt says of one of the forks that it merged. `own` is how many entries that fork has of its own. Pure. */
const backIn = (receipt: JsonObject, name: string, own: number): Back => {
  const runs = asList(childOf(receipt.entries ?? null, name)).map((run) => asList(run).map((each) => asNumber(each) ?? 0));
  const taken = runs.reduce((sum, [, , count = 0]) => sum + count, 0);
  const there = asList(receipt.duplicate_of).filter((one) => asList(one)[0] === name).length;
  return {
    first: runs[0]?.[1] ?? null,
    carried: [...(taken > 0 ? [entries(taken)] : []), ...(there > 0 ? [`${there.toLocaleString('en')} already there`] : [])],
    left: Math.max(0, own - taken - there),
  };
};

const entries = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'entry' : 'entries'}`;
