import type { AnchorRow, EntryRow, OmissionReason } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { anchorNamed, isSent, newestAnchor } from '../context/anchors.ts';
import { type CameBetween, isPath } from '../context/chain-rules.ts';
import type { PlaceRow } from '../context/place-row.ts';
import type { Selectors } from '../context/rules.ts';
import type { AnchorName, Floor, Material, Selection, Selector } from '../context/selection.ts';

/** The entries from where a context begins to the parent of its answer, in the order in which the model reads them. */
interface Path {
  rows: EntryRow[];
  boundary: AnchorRow | null;
}

/**
 * What Qwen Code puts before the model: the path from the root to the answer's parent. From its last compression on it is the history that the compression
 * left, and what came after it.
 */
const asRecorded: Selector = {
  from: (step, anchors) => compactionAt(step, anchors)?.seq ?? 1,
  select: (material) => {
    const path = pathOf(material, 1, true);
    if (path === null) return null;
    const floor: Floor | null = path.boundary && { below: path.boundary.seq, reason: 'compacted', anchor: path.boundary };
    return choose(material, path.rows, floor);
  },
};

/** Everything that was written on the path, once: what a compression left was written before it, but for its summary. */
const full: Selector = {
  from: () => 1,
  select: (material) => {
    const path = pathOf(material, material.from, false);
    return path && choose(material, path.rows, null);
  },
};

const fromAnchor = (find: (step: PlaceRow, anchors: readonly AnchorRow[], name: AnchorName) => AnchorRow | null): Selector => ({
  from: (step, anchors, name) => begin(find(step, anchors, name)),
  select: (material, name) => {
    const anchor = find(material.step, material.anchors, name);
    const below = begin(anchor);
    const path = pathOf(material, below, false);
    if (path === null) return null;
    const floor: Floor | null = anchor && below > 1 ? { below, reason: 'before-anchor', anchor } : null;
    const left = anchor === null || anchor.type !== 'compaction' ? [] : leftBy(material, anchor.seq);
    const seen = new Set(path.rows);
    return choose(material, [...left.filter((row) => !seen.has(row)), ...path.rows], floor);
  },
});

const begin = (anchor: AnchorRow | null): number => (anchor === null || anchor.type === 'start' ? 1 : anchor.seq);

const compactionAt = ({ origin }: PlaceRow, anchors: readonly AnchorRow[]): AnchorRow | null => {
  if (origin === null) return newestAnchor(anchors);
  return anchors.find(({ seq, type }) => seq === origin && type === 'compaction') ?? null;
};

export const selectors: Selectors = {
  'as-recorded': asRecorded,
  full,
  'last-anchor': fromAnchor((step, anchors) => compactionAt(step, anchors)),
  'from-anchor': fromAnchor((_step, anchors, name) => anchorNamed(name, anchors)),
};

/** The entries from one answer to the next request, if they follow each other. With a prompt among them, an earlier one may go out again. */
export function continues({ rows, first }: CameBetween): EntryRow[] | null {
  const mayChange = ({ flags, twin }: EntryRow): boolean => twin !== undefined || has(flags, Flag.Boundary | Flag.Prompt);
  return !isPath(rows, first) || rows.some(mayChange) ? null : rows.filter(isSent);
}

/** The messages that a compression left: the parts of its line. */
function leftBy({ rows }: Material, seq: number): EntryRow[] {
  const left: EntryRow[] = [];
  for (let at = seq + 1, row = rows.get(at); row !== undefined && (row.part ?? 0) > 0; row = rows.get(++at)) left.push(row);
  return left;
}

/** Null where more has to be loaded: the path leads past what is at hand. `stops`: at the last compression, with what it left. */
function pathOf(material: Material, floor: number, stops: boolean): Path | null {
  const { own, rows, step, from, anchors } = material;
  const back: EntryRow[] = [];
  const seen = new Set<number>();
  let above = own.find(({ seq }) => seq === step.first)?.parentSeq ?? null;
  while (above !== null && above >= floor && !seen.has(above)) {
    seen.add(above);
    const row = rows.get(above);
    // A parent that is not in the file ends the path.
    if (!row) {
      if (above < from) return null;
      break;
    }
    if (has(row.flags, Flag.Boundary)) {
      const left = leftBy(material, row.seq);
      back.push(...(stops ? left : left.filter(({ flags }) => has(flags, Flag.Summary))).toReversed());
      const boundary = anchors.find(({ seq }) => seq === row.seq) ?? null;
      if (stops && boundary !== null) return { rows: back.reverse(), boundary };
    } else back.push(row);
    above = row.parentSeq;
  }
  if (stops && from > 1) return null;
  return { rows: back.reverse(), boundary: null };
}

/** A prompt that went out again with the next one, once that was written. */
const isSaidAgain = ({ twin }: EntryRow, before: number): boolean => twin !== undefined && twin < before;

function choose({ rows, step }: Material, path: readonly EntryRow[], floor: Floor | null): Selection {
  const sent = path.filter((row) => isSent(row) && row.seq < step.first && !isSaidAgain(row, step.first));
  const onPath = new Set(path);
  return {
    ...{ picks: sent.map(({ seq }) => ({ seq })), lead: 0, floor },
    ...{ reasons: new Map([...rows.values()].map((row) => [row.seq, reasonFor(row, onPath.has(row))])) },
    ...{ otherwise: 'not-selected', shaping: [], findings: [] },
  };
}

function reasonFor(row: EntryRow, onPath: boolean): OmissionReason {
  if (has(row.flags, Flag.Sidecar)) return 'sidecar';
  return onPath || row.id === null ? 'not-selected' : 'other-branch';
}
