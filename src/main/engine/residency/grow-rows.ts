import type { Floor } from '../formats/context/selection.ts';
import { lateIn, type RowSource } from '../views/material.ts';
import { selectorOf } from '../views/strategies.ts';
import { type Asked, type Held, type Next, reasonIn, type Work } from './held.ts';
import type { Change } from './stays.ts';

/**
 * The next context of a policy that judges each entry by itself: while it begins at the same place, only entries since the step before are
 * put before it. What the step before had of its own (its prompt, where that is logged behind its start) is among them, and may leave.
 */
export function growByRow(before: Held, next: Next, asked: Asked, source: RowSource, work: Work): { held: Held; change: Change } | null {
  const { step, anchors } = next;
  const from = before.step.first;
  const rows = source.entries(from, step.first);
  const own = asked.rules.ownPrompt
    ? source.entries(step.first, step.last + 1).filter((row) => row.step === step.step)
    : source.entriesAt([step.first]);
  work.rows += rows.length + own.length;
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  const late = lateIn(asked.rules, step, bySeq);
  if (late.size > 0 || before.selection.findings.some(({ type }) => type === 'written-later')) return null;
  const material = { ...before.material, step, anchors, from, rows: bySeq, own, late };
  const selection = selectorOf(asked.rules.selectors, asked.choice).select(material);
  if (selection === null || !sameFloor(selection.floor, before.selection.floor)) return null;
  const came = [...new Set(selection.picks.map((pick) => pick.seq))];
  const now = new Set(came);
  const left = before.selection.picks.flatMap(({ seq }) => (seq >= from && !now.has(seq) ? [seq] : []));
  return {
    held: { ...next, material, selection },
    change: { type: 'grown', came, left, reasonOf: reasonIn(selection) },
  };
}

const sameFloor = (a: Floor | null, b: Floor | null): boolean =>
  a === null || b === null ? a === b : a.below === b.below && a.reason === b.reason && a.anchor.seq === b.anchor.seq;
