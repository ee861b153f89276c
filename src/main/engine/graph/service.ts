import type { BranchClass, Graph, Ref, TapeRow } from '../../../shared/model/index.ts';
import { contextSize } from '../../../shared/model/vocabulary.ts';
import { loadRecords } from '../bytes/load.ts';
import { sidechainLinks } from '../entries/sidechains.ts';
import { findFamily, type Member } from '../families/family.ts';
import { type GraphReader, sidechainRoots } from '../families/material.ts';
import type { SharedHead } from '../families/shared-head.ts';
import { formatById } from '../formats/index.ts';
import { decideAt } from '../views/assemble.ts';
import { createRim, type Rim } from '../views/rim.ts';
import { headOf } from './active.ts';
import { buildGraph } from './build.ts';
import type { Family, OpenTape, Tie } from './types.ts';

/** What is asked for; plain data, so that it can be sent to a thread. */
export interface GraphQuery {
  tape: string;
  family: boolean;
  show: readonly BranchClass[];
  agents: 'nested' | 'siblings';
  from?: number | undefined;
  to?: number | undefined;
  limit: number;
  refs: readonly Ref[];
}

export interface GraphService {
  /** Entries that would have to be looked at. */
  weight(query: GraphQuery): number;
  graph(query: GraphQuery): Promise<Graph>;
}

/** Graphs that are kept while their tapes stay as they are. */
const KEPT = 6;

/** Answers with graphs over one connection to the catalog. */
export function createGraphService(reader: GraphReader): GraphService {
  const rim = createRim(reader.catalog);
  const kept = new Map<string, Promise<Graph>>();
  return {
    weight: (query) => findFamily(reader, query.tape, query).members.reduce((sum, { open, row }) => sum + (open ? row.entries : 0), 0),
    graph(query) {
      const { members, notes } = findFamily(reader, query.tape, query);
      const key = JSON.stringify([query, members.map(({ row, open }) => [reader.revision(row.id), open, row.relation])]);
      const known = kept.get(key);
      const made = known ?? draw(reader, rim, query, members, notes);
      kept.delete(key);
      kept.set(key, made);
      if (!known) made.catch(() => kept.delete(key));
      const [oldest] = kept.size > KEPT ? kept.keys() : [];
      if (oldest !== undefined) kept.delete(oldest);
      return made;
    },
  };
}

const draw = async (
  reader: GraphReader,
  rim: Rim,
  query: GraphQuery,
  members: readonly Member[],
  notes: readonly string[],
): Promise<Graph> => {
  const { show, agents, from = 1, to = Number.POSITIVE_INFINITY, limit, refs } = query;
  const family = await loadFamily(reader, members, notes);
  const [asked] = family.open;
  const context = asked ? await inContext(rim, asked) : [];
  return buildGraph({ ...family, context }, { show: new Set(show), agents, from, to, limit }, refs);
};

/**
 * The asked tape, what it was forked from, the nearest first, so that each shares its head with one before it; then sessions before what was
 * made from them, the older first.
 */
const inOrder = (members: readonly Member[]): Member[] => {
  const [asked] = members;
  const order = new Set<Member>();
  for (let at = asked; at !== undefined && !order.has(at); at = forkedFrom(members, at)) order.add(at);
  const rank = ({ row }: Member): number => (row.relation === null ? 0 : row.relation === 'archive' ? 1 : 2);
  const others = members.toSorted(
    (a, b) => rank(a) - rank(b) || (a.row.started ?? 0) - (b.row.started ?? 0) || (a.row.id < b.row.id ? -1 : 1),
  );
  const put = (member: Member, below: readonly Member[]): void => {
    const above = forkedFrom(members, member);
    if (above !== undefined && !order.has(above) && !below.includes(above)) put(above, [...below, member]);
    order.add(member);
  };
  for (const member of others) put(member, []);
  return [...order];
};

const forkedFrom = (members: readonly Member[], { row, shared }: Member): Member | undefined =>
  row.relation === 'fork' || shared.length > 0 ? members.find((other) => other.row.id === row.parent) : undefined;

const loadFamily = async (reader: GraphReader, members: readonly Member[], notes: readonly string[]): Promise<Omit<Family, 'context'>> => {
  const sorted = inOrder(members);
  const all = [...sorted.filter(({ open }) => open), ...sorted.filter(({ open }) => !open)];
  const places = new Map(all.map(({ row }, at) => [row.id, at]));
  const tieOf = ({ row, at, merged }: Member): Tie | null => {
    const parent = row.parent === null ? undefined : places.get(row.parent);
    return parent === undefined ? null : { parent, at, merged };
  };
  const several = sorted.filter(({ open }) => open).length > 1;
  const open: OpenTape[] = [];
  for (const [at, member] of all.entries()) {
    if (!member.open) continue;
    const { id } = member.row;
    const material = reader.material(id);
    const sidechains = await sidechainsOf(reader, { ...material, sidechains: new Map() });
    open.push({ ...material, sidechains, tie: tieOf(member), shares: sharesOf(all, at), idOf: several ? reader.idOf(id) : null });
  }
  const folded = all.slice(open.length).map((member) => ({ row: member.row, context: contextOf(reader, member.row), tie: tieOf(member) }));
  return { open, folded, notes };
};

/** Asks views, so that the mark is what they show. Costs what the context weighs. */
const inContext = async (rim: Rim, tape: OpenTape): Promise<number[]> => {
  if (tape.row.entries === 0) return [];
  const { selection, rowOf } = await decideAt(rim, tape.row.id, headOf(tape).place, { type: 'as-recorded' });
  return selection.picks.map(({ seq }) => seq).filter((seq) => rowOf(seq) !== undefined);
};

const contextOf = ({ catalog }: GraphReader, { id, steps }: TapeRow): number | null => {
  const usage = steps === 0 ? null : catalog.step(id, steps).usage;
  const size = usage === null ? 0 : contextSize(usage);
  return size > 0 ? size : null;
};

/** A fork and the tape that it was forked from share its head. Whichever comes later has its shared entries in the other. */
const sharesOf = (all: readonly Member[], at: number): OpenTape['shares'] => {
  const own = all[at];
  if (!own) return null;
  const before = all.slice(0, at);
  const parent = before.findIndex(({ row, open }) => open && own.shared.length > 0 && row.id === own.row.parent);
  if (parent >= 0) return { tape: parent, as: own.shared };
  const fork = before.findIndex(({ row, open, shared }) => open && shared.length > 0 && row.parent === own.row.id);
  return fork < 0 ? null : { tape: fork, as: turned(before[fork]?.shared ?? []) };
};

/** The same as the parent has it: for each of its entries the number in the fork. */
const turned = (shared: SharedHead): number[] => {
  const numbers: number[] = [];
  for (const [at, seq] of shared.entries()) if (seq > 0) numbers[seq - 1] = at + 1;
  return Array.from(numbers, (seq) => seq ?? 0);
};

/** More sub-agents inside one file than are looked up: the others are drawn as roots. */
const MOST_SIDECHAINS = 300;

/** Only the prompt tells which call started a sub-agent that wrote into its caller's file, so it is read. */
const sidechainsOf = async (
  reader: GraphReader,
  material: OpenTape | Parameters<typeof sidechainRoots>[0],
): Promise<Map<number, number | null>> => {
  const { row: tape } = material;
  const roots = sidechainRoots(material);
  const found = new Map<number, number | null>(roots.map((root) => [root, null]));
  const rows = reader.catalog.entriesAt(tape.id, roots.slice(0, MOST_SIDECHAINS));
  if (rows.length === 0) return found;
  const format = formatById(tape.format);
  const records = await loadRecords(tape, rows);
  for (const [at, row] of rows.entries()) {
    const record = records[at];
    const links = record ? await sidechainLinks(reader.catalog, tape, row, record, format) : [];
    const caller = links.find(({ relation }) => relation === 'caller')?.seq;
    if (caller !== undefined) found.set(row.seq, caller);
  }
  return found;
};
