/** Nodes to be put into rows: `key` says which comes first where no edge does. */
export interface RowInput {
  count: number;
  /** Edges; those that would close a circle are dropped. */
  edges: readonly { from: number; to: number }[];
  key: Float64Array;
}

export interface Rows {
  /** Nodes by row. */
  order: Int32Array;
  /** Row by node. */
  row: Int32Array;
}

/** An order in which every edge leads downwards, and else the smallest key comes first (the smallest number where keys are equal). */
export function rowsOf({ count, edges, key }: RowInput): Rows {
  const missing = new Int32Array(count);
  const first = new Int32Array(count).fill(-1);
  const next = new Int32Array(edges.length).fill(-1);
  edges.forEach(({ from, to }, at) => {
    missing[to] = (missing[to] ?? 0) + 1;
    next[at] = first[from] ?? -1;
    first[from] = at;
  });
  const heap = createHeap((a, b) => (key[a] ?? 0) - (key[b] ?? 0) || a - b);
  for (let node = 0; node < count; node++) if (missing[node] === 0) heap.push(node);
  const order = new Int32Array(count);
  const row = new Int32Array(count).fill(-1);
  let stuck = 0;
  for (let at = 0; at < count; at++) {
    let node = heap.pop();
    if (node === undefined) {
      while (row[stuck] !== -1) stuck += 1;
      node = stuck;
    }
    order[at] = node;
    row[node] = at;
    for (let edge = first[node] ?? -1; edge >= 0; edge = next[edge] ?? -1) {
      const to = edges[edge]?.to ?? 0;
      missing[to] = (missing[to] ?? 0) - 1;
      if (missing[to] === 0 && row[to] === -1) heap.push(to);
    }
  }
  return { order, row };
}

const createHeap = (compare: (a: number, b: number) => number) => {
  const held: number[] = [];
  const swap = (a: number, b: number): void => {
    const kept = held[a] ?? 0;
    held[a] = held[b] ?? 0;
    held[b] = kept;
  };
  const less = (a: number, b: number): boolean => compare(held[a] ?? 0, held[b] ?? 0) < 0;
  return {
    push(value: number): void {
      held.push(value);
      for (let at = held.length - 1; at > 0 && less(at, (at - 1) >> 1); at = (at - 1) >> 1) swap(at, (at - 1) >> 1);
    },
    pop(): number | undefined {
      const [top] = held;
      const last = held.pop();
      if (held.length === 0 || last === undefined) return top;
      held[0] = last;
      for (let at = 0; ; ) {
        const left = 2 * at + 1;
        const child = left + 1 < held.length && less(left + 1, left) ? left + 1 : left;
        if (child >= held.length || !less(child, at)) return top;
        swap(at, child);
        at = child;
      }
    },
  };
};
