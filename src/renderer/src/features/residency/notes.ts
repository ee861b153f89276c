import type { Annotation } from '../../../../shared/model/index.ts';
import { type NoteIndex, notesOn } from '../../data/annotationHooks.ts';
import { type Chart, rowOfEntry } from './chart.ts';
import type { Answer } from './rows.ts';

/** An annotated entry on the chart: its row, and the index of the first step that saw it. */
export interface NotedRow {
  readonly row: number;
  readonly at: number;
  readonly notes: readonly Annotation[];
}

const NONE: readonly NotedRow[] = [];

/** Where readers wrote about entries that were ever in context, by row and then by step. */
export function notedRows(
  chart: Chart,
  { seq, from, groups }: Pick<Answer, 'seq' | 'from' | 'groups'>,
  index: NoteIndex,
): readonly NotedRow[] {
  if (index.ranges.length === 0) return NONE;
  const found = new Map<number, NotedRow>();
  for (let stay = 0; stay < seq.length; stay++) {
    const one = seq[stay] ?? 0;
    const at = from[stay] ?? 0;
    if (at >= (found.get(one)?.at ?? Number.POSITIVE_INFINITY)) continue;
    const notes = notesOn(index, one);
    const row = groups === null ? rowOfEntry(chart, one) : (groups.of[stay] ?? null);
    if (notes.length > 0 && row !== null) found.set(one, { row, at, notes });
  }
  return [...found.values()].sort((a, b) => a.row - b.row || a.at - b.at);
}

/** What readers wrote about the entries of a group, each once. */
export function notesOfGroup(index: NoteIndex, { seq, groups }: Pick<Answer, 'seq' | 'groups'>, group: number): readonly Annotation[] {
  if (index.ranges.length === 0 || groups === null) return [];
  const found = new Set<Annotation>();
  for (let stay = 0; stay < seq.length; stay++)
    if (groups.of[stay] === group) for (const note of notesOn(index, seq[stay] ?? 0)) found.add(note);
  return [...found];
}
