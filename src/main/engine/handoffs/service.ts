import type { Handoffs, Phase } from '../../../shared/model/handoff.ts';
import type { TapeRow } from '../../../shared/model/index.ts';
import { findFamily, type Member } from '../families/family.ts';
import type { GraphReader } from '../families/material.ts';
import { edgesBetween, originOf } from './family-edges.ts';
import type { Kin } from './kin.ts';
import { phasesOf, type TapePhases } from './phases.ts';

export interface HandoffQuery {
  tape: string;
  family: boolean;
  limit: number;
}

/** Tapes whose phases are kept while they stay as they are. */
const KEPT = 48;
/** Tapes of a family that are listed. */
const MOST_TAPES = 200;

const LOOSE = 'Some figures of entries left behind ignore branches: the tape is too long.';

/** Answers over one connection to the catalog. */
export function createHandoffService(reader: GraphReader): (query: HandoffQuery) => Promise<Handoffs> {
  const kept = new Map<string, { state: string; told: Promise<TapePhases> }>();
  const phases = (row: TapeRow, limit: number, shared: number): Promise<TapePhases> => {
    const { catalog } = reader;
    const key = `${row.id} ${limit} ${shared}`;
    const state = `${catalog.revision(row.id)} ${row.live} ${row.relation} ${row.parent}`;
    const found = kept.get(key);
    kept.delete(key);
    const entry = found?.state === state ? found : { state, told: phasesOf(catalog, row, { limit, shared }) };
    kept.set(key, entry);
    const [oldest] = kept.size > KEPT ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    entry.told.catch(() => void kept.delete(key));
    return entry.told;
  };
  return async ({ tape, family, limit }) => {
    const { catalog } = reader;
    const row = catalog.tape(tape);
    const members = family ? familyOf(reader, row) : { rows: [{ row, prefix: 0, at: null, merged: null }], notes: [] };
    const kin: Kin[] = [];
    const add = async (each: Relative): Promise<void> => {
      kin.push({ ...each, told: await phases(each.row, limit, each.prefix), first: 0 });
    };
    for (const each of members.rows) await add(each);
    if (family) for (const each of sourcesOf(kin, () => catalog.tapes())) await add({ row: each, prefix: 0, at: null, merged: null });
    kin.sort(byBeginning);
    let first = 0;
    for (const each of kin) {
      each.first = first;
      first += each.told.phases.length;
    }
    return joined(kin, family ? await edgesBetween(catalog, kin) : [], limit, members.notes);
  };
}

/** Where a tape's own entries begin: a fork follows what it shares, and a family in one order whichever of it was asked for. */
const byBeginning = (a: Kin, b: Kin): number =>
  begun(a) - begun(b) || (a.row.ended ?? 0) - (b.row.ended ?? 0) || (a.row.id < b.row.id ? -1 : 1);

const begun = ({ row, told }: Kin): number => (told.more > 0 ? null : told.phases[0]?.started) ?? row.started ?? 0;

type Relative = Pick<Kin, 'row' | 'prefix' | 'at' | 'merged'>;

/** The tapes that belong together and are conversations of their own; sub-agents and copies for a summary are none. */
const familyOf = (reader: GraphReader, asked: TapeRow): { rows: Relative[]; notes: string[] } => {
  const { members, notes } = findFamily(reader, asked.id, { family: true, agents: 'nested' });
  const own = members.filter(
    ({ row }) => row.id === asked.id || row.relation === null || row.relation === 'archive' || row.relation === 'fork',
  );
  const rows = own.slice(0, MOST_TAPES).map(relative);
  const known = new Set(rows.map(({ row }) => row.id));
  const begun = reader.catalog
    .tapes()
    .filter(({ id, native }) => !known.has(id) && native !== null && rows.some(({ row }) => isNamedAfter(native.session, row)));
  const left = own.length - rows.length;
  return {
    rows: [...rows, ...begun.slice(0, MOST_TAPES).map((row) => relativeOf(reader, row))],
    notes: [...notes, ...(left > 0 ? [`${left} tapes of the family are left out.`] : [])],
  };
};

const relativeOf = (reader: GraphReader, row: TapeRow): Relative => {
  const [self] = row.relation === 'fork' ? findFamily(reader, row.id, { family: false, agents: 'nested' }).members : [];
  return self ? relative(self) : { row, prefix: 0, at: null, merged: null };
};

const relative = ({ row, shared, at, merged }: Member): Relative => ({ row, prefix: shared.length, at, merged });

/** A session that continues from an imported tape is named after it unless somebody chose a name (native-calls/continue.ts). */
const isNamedAfter = (session: string, row: TapeRow): boolean => row.native === null && session.startsWith(`from-${row.id.slice(0, 8)}-`);

/** Imported tapes that native ones of the family go on from. */
const sourcesOf = (kin: readonly Kin[], tapes: () => TapeRow[]): TapeRow[] => {
  const files = new Set(kin.flatMap((each) => originOf(each)?.file ?? []));
  if (files.size === 0) return [];
  const known = new Set(kin.map(({ row }) => row.id));
  return tapes().filter(({ id, file }) => files.has(file) && !known.has(id));
};

/** All phases one after the other, the newest `limit` of them; an edge stays where both its ends do. */
const joined = (kin: readonly Kin[], between: Handoffs['edges'], limit: number, notes: readonly string[]): Handoffs => {
  const all = kin.flatMap(({ told }) => told.phases);
  const cut = Math.max(0, all.length - limit);
  const phases = all.slice(cut);
  const within = kin.flatMap(({ told, first }) => told.edges.map((edge) => ({ ...edge, from: edge.from + first, to: edge.to + first })));
  const edges = [...within, ...between].filter(({ from, to }) => from >= cut && to >= cut);
  const more = cut + kin.reduce((sum, { told }) => sum + told.more, 0);
  const changed = kin.filter(({ told }) => told.states.some((state) => state.changed));
  return {
    tapes: kin.map(({ row }) => ({ id: row.id, title: row.title })),
    phases,
    edges: edges.map((edge) => ({ ...edge, from: edge.from - cut, to: edge.to - cut })),
    more,
    refs: sumRefs(phases),
    unreached: phases.filter(({ reached }) => reached.status === 'no').length,
    notes: [
      ...notes,
      ...(more > 0 ? [`${more.toLocaleString('en')} older phases are left out.`] : []),
      ...(kin.some(({ told }) => told.rough) ? [LOOSE] : []),
      ...changed.map(({ row }) => `${row.title}: the file changed or is gone, so some states cannot be read.`),
    ],
  };
};

const sumRefs = (phases: readonly Phase[]): Handoffs['refs'] =>
  phases.reduce(
    (sum, { refs }) => ({ resolved: sum.resolved + refs.resolved, outside: sum.outside + refs.outside, broken: sum.broken + refs.broken }),
    { resolved: 0, outside: 0, broken: 0 },
  );
