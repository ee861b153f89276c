import type { HandoffEdge } from '../../../shared/model/handoff.ts';
import type { TapeRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import { scaleFor } from '../formats/context/models.ts';
import { estimate } from '../formats/context/tokens.ts';
import { rulesOf } from '../formats/rules.ts';
import type { PhaseStart } from '../states/starts.ts';
import type { Context } from './contexts.ts';
import { cutsAtAnchor, writtenBehind } from './read-on.ts';
import type { PhaseTally } from './tally.ts';

export type Left = Pick<HandoffEdge, 'left' | 'leftTokens'> & { rough: boolean };

/** The phases whose entries the context before a beginning was made of: those since the last one that left something behind. */
export interface Before {
  tape: TapeRow;
  start: PhaseStart;
  tallies: readonly PhaseTally[];
  /** The last request before, and the first one after; null where there is none, or where it is too much to look at. */
  last: Context | null;
  next: Context | null;
}

/** How many entries of the context before do not go on, and their weight. */
export function leftBehind(catalog: Catalog, { tape, start, tallies, last, next }: Before): Left {
  if (start.type === 'plan') return { left: 0, leftTokens: null, rough: false };
  const rules = rulesOf(tape.format);
  if (rules.begins !== 'compaction') return cutsAtAnchor(rules) ? fromTallies(tallies) : { left: 0, leftTokens: null, rough: false };
  const kept = next?.seqs ?? new Set(start.anchor?.compaction?.preserved ?? []);
  const { compaction = null } = start.anchor ?? {};
  const recorded = compaction?.preTokens != null && compaction.preserved.length === 0 ? compaction.preTokens : null;
  const weighed = last === null ? { ...fromTallies(tallies, kept.size), rough: true } : counted(catalog, tape, start, last, kept);
  return recorded === null ? weighed : { ...weighed, leftTokens: { value: recorded, basis: 'recorded' } };
}

/** All that was sent in some phases, from their columns alone. */
export function fromTallies(tallies: readonly PhaseTally[], kept = 0): Left {
  const count = tallies.reduce((sum, { sent }) => sum + sent.count, 0);
  const value = tallies.reduce((sum, { sent }) => sum + sent.tokens, 0);
  return { left: Math.max(0, count - kept), leftTokens: count === 0 ? null : { value, basis: 'estimated' }, rough: false };
}

/** The last context, and what was sent after it up to the beginning. */
const counted = (catalog: Catalog, tape: TapeRow, start: PhaseStart, last: Context, kept: ReadonlySet<number>): Left => {
  const scale = scaleFor(tape.model);
  const behind = writtenBehind(catalog, tape, last.step, start.seq);
  const before = [...last.seqs].flatMap((seq) => last.rowOf(seq) ?? []);
  const rows = new Map([...before, ...behind].map((row) => [row.seq, row]));
  const left = [...rows.values()].filter((row) => !kept.has(row.seq));
  const value = left.reduce((sum, row) => sum + estimate(row, scale), 0);
  return { left: left.length, leftTokens: left.length === 0 ? null : { value, basis: 'estimated' }, rough: false };
};
