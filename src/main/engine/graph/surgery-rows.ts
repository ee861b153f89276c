import type { AnchorRow, EntryRow } from '../../../shared/model/index.ts';
import { Flag } from '../../../shared/model/vocabulary.ts';
import type { Transcript } from './check.ts';
import type { Plan } from './surgery-plan.ts';

/** The copy as rows, numbered again, before a byte of it is written: what the rules are asked about. Pure. */
export function applyPlan({ rows, anchors, linear }: Transcript, plan: Plan): Transcript {
  const added = plan.sources === null ? 0 : 1;
  const numbers = new Map(plan.keep.map((seq, at) => [seq, at + 1 + added]));
  const at = (seq: number | null): number | null => (seq === null ? null : (numbers.get(seq) ?? null));
  const kept = rows.filter((row) => numbers.has(row.seq));
  const moved = kept.map((row): EntryRow => {
    const seq = numbers.get(row.seq) ?? 0;
    const parent = plan.parents.get(row.seq);
    const parentSeq = parent === 'summary' ? 1 : parent === undefined ? (at(row.parentSeq) ?? row.parentSeq) : at(parent);
    return { ...row, seq, line: seq, parentSeq, origin: at(row.origin) ?? row.origin };
  });
  return { rows: added ? [SUMMARY, ...moved] : moved, anchors: anchors.flatMap((anchor) => movedAnchor(anchor, at)), linear };
}

const movedAnchor = (anchor: AnchorRow, at: (seq: number | null) => number | null): AnchorRow[] => {
  const seq = at(anchor.seq);
  if (seq === null) return [];
  const { compaction } = anchor;
  if (!compaction) return [{ ...anchor, seq }];
  const preserved = compaction.preserved.flatMap((each) => at(each) ?? []);
  return [
    {
      ...anchor,
      seq,
      compaction: { ...compaction, preserved, summary: at(compaction.summary), logicalParent: at(compaction.logicalParent) },
    },
  ];
};

const SUMMARY: EntryRow = {
  ...{ seq: 1, kind: 'message', role: 'user', time: null, line: 1, offset: 0, length: 0, id: 'summary', parentSeq: null },
  ...{ danglingParent: null, step: null, origin: 1, flags: Flag.Sent | Flag.Summary, label: '', chars: 0, calls: [], results: [] },
};
