import type { HandoffEdge } from '../../../shared/model/handoff.ts';
import type { Catalog } from '../catalog/types.ts';
import { asNumber, asObject, asString } from '../formats/json.ts';
import { type Kin, placeOf } from './kin.ts';
import { mergedBack } from './merged-back.ts';

/** Ids of a copy that are looked for in the tapes before it, and how many of these. */
const LOOKED_AT = 5000;
const EARLIER = 10;

/** From tape to tape: what an archive, a fork, a session that continues elsewhere and a copy came from, and what a merge brought back. */
export async function edgesBetween(catalog: Catalog, kin: readonly Kin[]): Promise<HandoffEdge[]> {
  const byId = new Map(kin.map((each) => [each.row.id, each]));
  const told = kin.filter((each) => each.told.phases.length > 0);
  const begun = told.flatMap((each) => [
    ...[...archived(each, byId), ...forked(each, byId)],
    ...[...continued(each, kin), ...copied(catalog, each, told)],
  ]);
  return [...begun, ...(await mergedBack(catalog, told, byId))];
}

const archived = (each: Kin, byId: ReadonlyMap<string, Kin>): HandoffEdge[] => {
  const next = each.row.relation === 'archive' && each.row.parent !== null ? byId.get(each.row.parent) : undefined;
  if (next === undefined || next.told.phases.length === 0 || next.told.more > 0) return [];
  const { left, leftTokens } = each.told.tail;
  return [{ from: each.first + each.told.phases.length - 1, to: next.first, type: 'archive', carried: [], left, leftTokens }];
};

const forked = (each: Kin, byId: ReadonlyMap<string, Kin>): HandoffEdge[] => {
  const parent = each.row.relation === 'fork' && each.row.parent !== null ? byId.get(each.row.parent) : undefined;
  const from = parent === undefined || each.at === null ? null : placeOf(parent, each.at);
  if (from === null || each.told.more > 0) return [];
  return [{ from, to: each.first, type: 'fork', carried: [shared(each.prefix)], left: 0, leftTokens: null }];
};

const shared = (count: number): string => `${count.toLocaleString('en')} shared ${count === 1 ? 'entry' : 'entries'}`;

/** Where the first state of a native tape says that it continues from. */
export function originOf({ row, told }: Pick<Kin, 'row' | 'told'>): { file: string; entry: number } | null {
  if (row.native === null || told.more > 0) return null;
  const origin = asObject(asObject(told.states[0]?.value)?.continues);
  const [file, entry] = [asString(origin?.file), asNumber(origin?.entry)];
  return file === null || entry === null ? null : { file, entry };
}

const continued = (each: Kin, kin: readonly Kin[]): HandoffEdge[] => {
  const origin = originOf(each);
  const source = origin === null ? undefined : kin.find(({ row }) => row.file === origin.file);
  const from = source === undefined || origin === null ? null : placeOf(source, origin.entry);
  if (from === null) return [];
  return [{ from, to: each.first, type: 'continued', carried: [], left: 0, leftTokens: null }];
};

/** A conversation of its own by what is known, or a fork of which only the ids of its entries tell what it shares. */
const isOwn = ({ row, prefix }: Kin): boolean =>
  row.native === null && (row.relation === null || (row.relation === 'fork' && prefix === 0));

/** A copy of a session begins with entries of it, ids and all; its source is the tape before it that has most of them. */
const copied = (catalog: Catalog, each: Kin, kin: readonly Kin[]): HandoffEdge[] => {
  if (!isOwn(each) || each.told.more > 0) return [];
  const earlier = kin.slice(0, kin.indexOf(each)).filter(isOwn);
  if (earlier.length === 0) return [];
  const ids = catalog.entries(each.row.id, 1, LOOKED_AT + 1).flatMap(({ id }) => (id === null ? [] : [id]));
  let best: { from: Kin; last: number; count: number } | null = null;
  for (const from of earlier.slice(-EARLIER)) {
    const seqs = catalog.seqsOf(from.row.id, ids).filter((seq) => seq !== null);
    if (seqs.length > (best?.count ?? 0)) best = { from, last: seqs.reduce((most, seq) => Math.max(most, seq), 0), count: seqs.length };
  }
  const from = best === null ? null : placeOf(best.from, best.last);
  if (from === null || best === null) return [];
  return [{ from, to: each.first, type: 'copied', carried: [shared(best.count)], left: 0, leftTokens: null }];
};
