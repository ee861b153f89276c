import type { AnchorRow, EntryRow } from '../../../shared/model/index.ts';
import { isSent, linear, newestAnchor, selectFrom } from './anchors.ts';
import type { Floor, Material, Selector } from './selection.ts';

const SELECTED: ReadonlySet<string> = new Set(['message', 'tool_call', 'tool_result']);

/** What Bub makes messages of; the system prompts of earlier runs are not among it, since each run brings its own. */
const isSelected = (row: EntryRow): boolean => isSent(row) && SELECTED.has(row.kind);

/**
 * What Bub put before the model (FORMATS.md §5 A5): the entries strictly after the newest anchor before the step began,
 * without those the writer took out. The anchor itself is not among them, and so its state is not either.
 */
const asRecorded: Selector = {
  byRow: true,
  from: (_step, anchors) => newestAnchor(anchors)?.seq ?? 1,
  select: (material) => {
    const anchor = newestAnchor(material.anchors);
    if (!anchor) return nothing(material);
    const floor: Floor = { below: anchor.seq + 1, reason: 'before-anchor', anchor };
    const selection = selectFrom(material, floor.below, floor, isSelected);
    return {
      ...selection,
      findings: [{ type: 'left-out-anchor', anchor, handoffCall: handoffCall(material, anchor) }, ...selection.findings],
    };
  },
};

/** Anchors within a longer slice do reach the model, as a line with their state. */
export const bubSelectors = { ...linear((row) => isSelected(row) || row.kind === 'anchor'), 'as-recorded': asRecorded };

/** Without any anchor Bub answers NOT_FOUND instead of taking everything. */
const nothing = (material: Material) => ({
  ...selectFrom(material, 1, null, () => false),
  findings: [{ type: 'no-anchor' as const, policy: 'as-recorded' as const }],
});

/** The call by which the model made this anchor: Bub writes it after the anchor, so it stays in the slice. */
const handoffCall = ({ rows, step, from }: Material, anchor: AnchorRow): number | null => {
  const madeIn = rows.get(anchor.seq)?.step ?? null;
  for (let seq = Math.max(anchor.seq + 1, from); seq < step.first; seq += 1) {
    const row = rows.get(seq);
    if (row && isHandoffCall(row) && (madeIn === null || row.step === null || row.step === madeIn)) return seq;
    if (row?.kind === 'event' && row.label === 'loop.step.start') return null;
  }
  return null;
};

const isHandoffCall = (row: EntryRow): boolean => row.kind === 'tool_call' && isSent(row) && /handoff/i.test(row.label);
