import type { Axis } from './axis.ts';
import type { Columns } from './columns.ts';
import { type Layout, MARGIN } from './layout.ts';
import { clampRange, isWhole, type Range, type Scale, toPixel, toPlace } from './scale.ts';

/** What a pointer is over. */
export type Part = 'tape' | 'zone' | 'minimap' | 'brush' | 'brush-from' | 'brush-to';

const EDGE = 5;

export function partAt(layout: Layout, axis: Axis, scale: Scale, whole: Scale, x: number, y: number): Part {
  if (layout.zone !== null && x >= layout.zone.left) return 'zone';
  if (y < layout.minimap.top - 4) return 'tape';
  if (isWhole(scale, axis)) return 'minimap';
  const from = toPixel(whole, scale.from);
  const to = toPixel(whole, scale.to);
  if (Math.abs(x - from) <= EDGE) return 'brush-from';
  if (Math.abs(x - to) <= EDGE) return 'brush-to';
  return x > from && x < to ? 'brush' : 'minimap';
}

/** A pointer this close to the next step means that one. */
const SNAP = 3;

/** The step at pixel `x`: the one that begins there or last before it. Null on a tape without steps. */
export function stepAt(held: Columns, axis: Axis, scale: Scale, x: number): number | null {
  if (held.steps === 0) return null;
  const after = axis.stepFrom(toPlace(scale, x));
  if (after <= held.steps && toPixel(scale, axis.ofStep(after)) - x <= SNAP) return after;
  return Math.max(1, Math.min(held.steps, after - 1));
}

/** The entry whose tick is at pixel `x` or last before it; null on an empty tape or outside of it. */
export function entryAt(held: Columns, axis: Axis, scale: Scale, x: number): number | null {
  if (held.entries === 0 || x < scale.left - MARGIN / 2 || x > scale.left + scale.width + MARGIN / 2) return null;
  const place = toPlace(scale, x);
  const after = axis.entryFrom(place);
  const exact = after <= held.entries && axis.ofEntry(after) <= place;
  return Math.max(1, Math.min(held.entries, exact ? after : after - 1));
}

/** Where a drag in the minimap began. */
export interface Grip {
  readonly part: Exclude<Part, 'tape' | 'zone'>;
  readonly place: number;
  readonly range: Range;
}

/** The view that a drag in the minimap asks for: a new brush, a moved one, or one with an edge moved. */
export function brushed(grip: Grip, place: number, whole: Range, closest: number): Range {
  if (grip.part === 'brush') {
    const by = place - grip.place;
    return clampRange({ from: grip.range.from + by, to: grip.range.to + by }, whole);
  }
  const fixed = grip.part === 'minimap' ? grip.place : grip.part === 'brush-from' ? grip.range.to : grip.range.from;
  const from = Math.max(whole.from, Math.min(fixed, place));
  const to = Math.min(whole.to, Math.max(fixed, place));
  return clampRange(to - from >= closest ? { from, to } : { from: fixed - closest / 2, to: fixed + closest / 2 }, whole);
}

export function cursorFor(part: Part): string {
  if (part === 'zone') return 'pointer';
  if (part === 'brush') return 'grab';
  if (part === 'brush-from' || part === 'brush-to') return 'ew-resize';
  return part === 'minimap' ? 'crosshair' : 'default';
}
