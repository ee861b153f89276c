import type { Annotation, Graph } from '../../../../shared/model/index.ts';
import type { NoteIndex } from '../../data/annotationHooks.ts';
import { nodesOf } from './layout.ts';

type Notes = Pick<NoteIndex, 'entries' | 'spans'>;

/** What readers wrote about the entries of each node of a tape, by the node's id: about single entries first, then of spans. */
export function notesByNode(graph: Pick<Graph, 'owners' | 'nodes'>, tape: string, { entries, spans }: Notes): Map<string, Annotation[]> {
  const held = new Map<string, Annotation[]>();
  const put = (from: number, to: number, notes: readonly Annotation[]): void => {
    for (const { id } of nodesOf(graph, tape, from, to)) held.set(id, [...(held.get(id) ?? []), ...notes]);
  };
  for (const [seq, notes] of entries) put(seq, seq, notes);
  for (const note of spans) put(note.target.from, note.target.to, [note]);
  return held;
}

const made = new WeakMap<Notes, { graph: Graph; tape: string; held: Map<string, Annotation[]> }>();

/** The same, worked out once for each graph, however many nodes ask. */
export function notesOf(graph: Graph, tape: string, notes: Notes): ReadonlyMap<string, readonly Annotation[]> {
  const known = made.get(notes);
  if (known?.graph === graph && known.tape === tape) return known.held;
  const held = notesByNode(graph, tape, notes);
  made.set(notes, { graph, tape, held });
  return held;
}
