import { useState } from 'react';
import type { Axis, AxisKind } from './axis.ts';
import { clampRange, closestFor, isWhole, type Range, reveal, zoomAt } from './scale.ts';

/** The chosen view, in units of the axis it was chosen on; null shows the whole tape, also while it grows. */
type Chosen = (Range & { readonly kind: AxisKind }) | null;

export interface View {
  readonly range: Range;
  show(range: Range): void;
  showAll(): void;
  zoom(place: number, factor: number): void;
}

/** What of the axis is in view. It follows the playhead wherever that is moved to from outside. */
export function useRange(axis: Axis | null, head: number | null): View {
  const [chosen, setChosen] = useState<Chosen>(null);
  const [seen, setSeen] = useState(head);
  const [before, setBefore] = useState(axis);
  if (axis === null) return { range: { from: 0, to: 1 }, show: () => {}, showAll: () => {}, zoom: () => {} };

  const range = chosen === null ? { from: axis.from, to: axis.to } : clampRange(convert(chosen, before, axis), axis);
  const show = (next: Range) => setChosen(isWhole(next, axis) ? null : { ...next, kind: axis.kind });
  if (before !== axis) {
    setBefore(axis);
    if (chosen !== null && chosen.kind !== axis.kind) show(range);
  }
  if (seen !== head) {
    setSeen(head);
    if (chosen !== null && head !== null) show(reveal(range, axis, axis.ofStep(head)));
  }
  return {
    range,
    show,
    showAll: () => setChosen(null),
    zoom: (place, factor) => show(zoomAt(range, axis, place, factor, closestFor(axis.kind))),
  };
}

/** The same entries on another axis. */
const convert = (chosen: Range & { kind: AxisKind }, before: Axis | null, axis: Axis): Range => {
  if (chosen.kind === axis.kind || before === null || before.kind !== chosen.kind) return chosen;
  const from = axis.ofEntry(before.entryFrom(chosen.from));
  const to = axis.ofEntry(before.entryFrom(chosen.to));
  const closest = Math.min(closestFor(axis.kind), axis.to - axis.from);
  return to - from >= closest ? { from, to } : { from: from - closest / 2, to: from + closest / 2 };
};
