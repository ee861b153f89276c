import type { StateNode, StatePath } from '../../../shared/model/handoff.ts';
import type { TapeRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import { createRefFinder, type LedRef, type RefFinder } from '../states/resolve.ts';
import { type PhaseState, stateAt } from '../states/state-of.ts';
import { type Comparison, createComparison } from './compare-states.ts';

/** One state with what it refers to, read once for all that is asked about it. */
export interface ReadState {
  tape: TapeRow;
  state: PhaseState;
  refs: readonly LedRef[];
  /** The nodes with the references that are at them. */
  marked(nodes: readonly StateNode[]): StateNode[];
}

/** A reader asks for a tree, then for its parts, its places and its texts. */
const KEPT = 6;

export interface States {
  /** The state of the phase that begins at an entry. */
  at(tape: string, seq: number): Promise<ReadState>;
  /** How two of them compare: worked out once for all parts that a reader unfolds. */
  compared(now: ReadState, was: ReadState): Comparison;
}

export function createStates(catalog: Catalog): States {
  const kept = new Map<string, Promise<ReadState>>();
  const comparisons = new WeakMap<ReadState, WeakMap<ReadState, Comparison>>();
  const at: States['at'] = (id, seq) => {
    const key = `${catalog.revision(id)}#${seq}`;
    const read = kept.get(key) ?? readState(catalog, catalog.tape(id), seq);
    kept.delete(key);
    kept.set(key, read);
    read.catch(() => void kept.delete(key));
    const [oldest] = kept.size > KEPT ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    return read;
  };
  const compared: States['compared'] = (now, was) => {
    const others = comparisons.get(now) ?? new WeakMap<ReadState, Comparison>();
    const comparison = others.get(was) ?? createComparison();
    comparisons.set(now, others.set(was, comparison));
    return comparison;
  };
  return { at, compared };
}

const readState = async (catalog: Catalog, tape: TapeRow, seq: number): Promise<ReadState> => {
  const state = await stateAt(catalog, tape, seq);
  const finder = createRefFinder(catalog, tape);
  const refs = finder.led(state);
  const byPath = Map.groupBy(refs, ({ ref }) => keyOf(ref.path));
  return { tape, state, refs, marked: (nodes) => mark(nodes, byPath, finder) };
};

const keyOf = (path: StatePath): string => JSON.stringify(path);

/** Only what is shown is looked up for people. */
const mark = (nodes: readonly StateNode[], byPath: ReadonlyMap<string, LedRef[]>, finder: RefFinder): StateNode[] => {
  const here = nodes.map((node) => (node.change === 'removed' || node.count > 0 ? [] : (byPath.get(keyOf(node.path)) ?? [])));
  const told = finder.told(here.flat());
  let from = 0;
  return nodes.map((node, at) => {
    const count = here[at]?.length ?? 0;
    const refs = told.slice(from, from + count);
    from += count;
    if (count === 0) return node;
    const [first] = here[at] ?? [];
    return first?.ref.at === null ? { ...node, ref: refs[0] ?? null } : { ...node, cites: refs };
  });
};
