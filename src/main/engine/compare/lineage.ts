import type { EntryRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { type Decided, decide } from '../views/assemble.ts';
import { walkChain } from '../views/chain.ts';
import { conserve } from '../views/conserve.ts';
import type { Rim } from '../views/rim.ts';

/** Where a context comes from: the chain of entries from the beginning to the answer of a step, through all compactions. */
export interface Lineage {
  decided: Decided;
  /** The chain in order, the step's own entries at the end. */
  path: readonly EntryRow[];
  /** What was read or written on the way, in the order in which a model reads it: the chain and what hangs beside it. */
  picks: readonly EntryRow[];
  /** Entries name their parents by id: two files may hold the same ones. */
  tree: boolean;
}

/** Costs what the tape weighs up to the step. Throws TapeError('not-found') for an unknown tape or step. */
export const lineageOf = (rim: Rim, tape: string, step: number): Lineage => {
  const decided = decide(rim, tape, step, { type: 'full' });
  const { material, selection, source } = decided;
  const during = source.entries(decided.step.first, decided.step.last + 1);
  const own = during.filter((row) => row.step === step);
  const [start] = own;
  const read = conserve(selection, decided.step.first, material.rows).picks.flatMap(({ seq }) => decided.rowOf(seq) ?? []);
  if (!start || start.id === null || start.origin === null) {
    // A system prompt is written anew for each request: it stands beside the chain. What else was written meanwhile is on it.
    const path = uniqueRows([...read, ...during.filter(isOnList)]).filter((row) => row.kind !== 'system');
    path.sort((a, b) => a.seq - b.seq);
    return { decided, path, picks: path, tree: false };
  }
  const picks = uniqueRows([...read, ...own.filter((row) => has(row.flags, Flag.Sent) && !has(row.flags, Flag.StepPrompt))]);
  const { rows, anchors } = material;
  const { path } = walkChain({ start, rows, anchors, from: 1, floor: 1, past: 'through' });
  return { decided, path: uniqueRows([...path.flatMap((seq) => rows.get(seq) ?? []), ...own]), picks, tree: true };
};

const isOnList = ({ flags, kind }: EntryRow): boolean =>
  (has(flags, Flag.Sent) || kind === 'anchor') && !has(flags, Flag.Excluded | Flag.Sidecar | Flag.Sidechain);

const uniqueRows = (rows: readonly EntryRow[]): EntryRow[] => [...new Map(rows.map((row) => [row.seq, row])).values()];

/** The entries behind a place of the chain, beside ones included. `end` is how many entries of the path are shared. */
export const ownOf = ({ path, picks }: Lineage, end: number): EntryRow[] => {
  const own = path.slice(end);
  return uniqueRows([...own, ...behind(picks, own)]).sort((a, b) => a.seq - b.seq);
};

/** What was read up to a place of the chain. */
export const prefixOf = ({ path, picks }: Lineage, end: number): EntryRow[] => {
  const own = path.slice(end);
  return picks.slice(0, picks.length - behind(picks, own).length);
};

/** From the first pick on that is on the own part of the chain. */
const behind = (picks: readonly EntryRow[], own: readonly EntryRow[]): EntryRow[] => {
  const seqs = new Set(own.map((row) => row.seq));
  const first = picks.findIndex((row) => seqs.has(row.seq));
  return first < 0 ? [] : picks.slice(first);
};
