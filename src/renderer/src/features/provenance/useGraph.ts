import type { Provenance, ProvenanceSource } from '../../../../shared/model/index.ts';
import { useSpot } from '../../data/hooks.ts';
import { type AskedContext, useProvenance } from '../../data/provenanceHooks.ts';
import { useStore } from '../../state/store.ts';
import { litIn, useSelection } from './selection.ts';

/** The context that the view is about; null until the tape is known. */
export function useAsked(): AskedContext | null {
  const tape = useStore((state) => state.tape);
  const policy = useStore((state) => state.policy);
  const spot = useSpot();
  return tape === null || spot === null ? null : { tape, spot, policy };
}

/** The graph with what is lit in it. */
export function useLitGraph(asked: AskedContext) {
  const { source, open } = useSelection();
  const query = useProvenance(asked, open);
  const graph: Provenance | undefined = query.data;
  const lit = graph === undefined ? null : litIn(graph, source);
  return { query, graph, lit, open };
}

/** Lights the path of a source, and selects its first entry. A joined one unfolds instead. */
export function choose(source: ProvenanceSource | undefined): void {
  if (source === undefined) return;
  const { open } = useSelection.getState();
  if (source.joined > 0 && source.id.endsWith(':*') && !open.includes(source.group)) {
    useSelection.setState({ open: [...open, source.group] });
    return;
  }
  useSelection.setState({ source: source.id, block: null, entry: source.entry });
  useStore.getState().select(source.entry);
}

/** Lights one block of the lit source. */
export function chooseBlock(source: string, at: number, entry: number | null): void {
  useSelection.setState({ source, block: at, entry });
  useStore.getState().select(entry);
}
