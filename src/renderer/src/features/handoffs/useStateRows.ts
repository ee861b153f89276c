import { useMemo, useState } from 'react';
import type { StateNode, StatePath, StateTree } from '../../../../shared/model/index.ts';
import type { StateCalls } from '../../data/handoffHooks.ts';
import { foldedAbove, type Gap, gapBefore, pathKey, type Row, rowKey, rowsOf, type Unfolded, withPage } from './tree.ts';

const NOTHING: Unfolded = { inside: new Map(), folded: new Set() };
/** Pages that are fetched for one value that is looked for; numbers in a list tell where it is at once. */
const MOST_FETCHES = 400;

export interface StateRows {
  rows: Row[];
  /** Folds a container, or unfolds it; what is in it is fetched where it is not there yet. */
  toggle(node: StateNode): Promise<void>;
  fill(gap: Gap): Promise<void>;
  /** Unfolds and fetches what is above and before a value; answers its row, or −1 where it is not to be found. */
  reveal(path: StatePath): Promise<number>;
}

/** The rows of a state's tree while a reader unfolds it. */
export function useStateRows(calls: StateCalls, tree: StateTree): StateRows {
  const [unfolded, setUnfolded] = useState(NOTHING);
  const whole = (from: Unfolded): Unfolded => withPage(from, [], { from: 0, nodes: tree.nodes });
  const rows = useMemo(() => rowsOf(withPage(unfolded, [], { from: 0, nodes: tree.nodes })), [tree, unfolded]);

  const fetched = async (from: Unfolded, { path, from: first, count }: Gap): Promise<Unfolded> => {
    const { nodes } = await calls.inside(path, first, count);
    return withPage(from, path, { from: first, nodes });
  };
  const opened = async (node: StateNode, from: Unfolded): Promise<Unfolded> => {
    const key = pathKey(node.path);
    if (!from.folded.has(key) && !from.inside.has(key)) return fetched(from, { path: node.path, from: 0, count: node.count });
    return { ...from, folded: new Set([...from.folded].filter((other) => other !== key)) };
  };
  return {
    rows,
    async toggle(node) {
      if (node.open) setUnfolded((now) => ({ ...now, folded: new Set([...now.folded, pathKey(node.path)]) }));
      else setUnfolded(await opened(node, unfolded));
    },
    async fill(gap) {
      setUnfolded(await fetched(unfolded, gap));
    },
    async reveal(path) {
      const wanted = pathKey(path);
      let now = whole(unfolded);
      for (let turn = 0; turn < MOST_FETCHES; turn += 1) {
        const seen = rowsOf(now);
        const index = seen.findIndex((row) => rowKey(row) === wanted);
        const folded = index < 0 ? foldedAbove(seen, path) : null;
        const gap = index < 0 && folded === null ? gapBefore(seen, path) : null;
        if (folded !== null) now = await opened(folded, now);
        else if (gap !== null) now = await fetched(now, gap);
        else {
          setUnfolded(now);
          return index;
        }
      }
      return -1;
    },
  };
}
