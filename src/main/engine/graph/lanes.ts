/** Rows are nodes in the order in which they are drawn: every parent has a smaller number than its children. */
export interface LaneInput {
  count: number;
  /** The node that each continues or parts from; −1 for none. */
  parent: Int32Array;
  /** Further edges, from the end of a branch into the node that it joins. */
  joins: readonly (readonly [from: number, to: number])[];
  /** 1 for nodes that should continue in the lane of their parent, rather than others. */
  preferred: Uint8Array;
  /** 1 for nodes that never do: a sub-agent is not a continuation. */
  aside: Uint8Array;
}

export interface Lanes {
  /** By node, 0 and up. */
  lane: Uint32Array;
  /** By node, 0 … COLOURS − 1. */
  colour: Uint8Array;
  /** How many lanes there are at most side by side. */
  lanes: number;
}

/** Enough that a branch can differ from its two neighbours, its parent, and whoever had its lane before. */
export const COLOURS = 8;

const NONE = -1;

/**
 * A lane for each branch, in linear time. A branch is a node with the heirs of its heirs; it holds its lane from the row after its
 * fork to its last node, or to the row before the node that it joins. Then the lane is given back: the lowest free one is taken first.
 */
export function layLanes(input: LaneInput): Lanes {
  const heir = heirsOf(input);
  const { branch, end, branches } = branchesOf(input, heir);
  const waiting = waitingAt(input, heir);
  const over = overAt(end, branches, input.count);
  const free = createFree();
  const lane = new Uint32Array(branches);
  const colours = createColours(branches);
  const take = (of: number, parent: number): void => {
    lane[of] = free.take();
    colours.paint(of, lane[of] ?? 0, parent);
  };
  for (let row = 0; row < input.count; row++) {
    if ((input.parent[row] ?? NONE) < 0) take(branch[row] ?? 0, NONE);
    for (let done = over.first[row] ?? NONE; done >= 0; done = over.next[done] ?? NONE) {
      free.give(lane[done] ?? 0);
      colours.leave(lane[done] ?? 0);
    }
    for (let child = waiting.first[row] ?? NONE; child >= 0; child = waiting.next[child] ?? NONE)
      take(branch[child] ?? 0, branch[row] ?? 0);
  }
  return { ...spread(input.count, branch, lane, colours.of), lanes: free.most() };
}

/** The child that continues in its parent's lane: the preferred one, else the one with something below it for longest. */
const heirsOf = ({ count, parent, preferred, aside }: LaneInput): Int32Array => {
  const heir = new Int32Array(count).fill(NONE);
  const last = new Int32Array(count);
  for (let node = count - 1; node >= 0; node--) {
    const below = Math.max(last[node] ?? 0, node);
    last[node] = below;
    const above = parent[node] ?? NONE;
    if (above < 0) continue;
    if (below > (last[above] ?? 0)) last[above] = below;
    if (aside[node] === 1) continue;
    const rival = heir[above] ?? NONE;
    const better =
      rival < 0 || (preferred[node] === preferred[rival] ? below >= (last[rival] ?? 0) : (preferred[node] ?? 0) > (preferred[rival] ?? 0));
    if (better) heir[above] = node;
  }
  return heir;
};

/** The branch of each node, and the last row in which each branch holds its lane. */
const branchesOf = ({ count, parent, joins }: LaneInput, heir: Int32Array) => {
  const branch = new Int32Array(count);
  const end = new Int32Array(count);
  let branches = 0;
  for (let node = 0; node < count; node++) {
    const above = parent[node] ?? NONE;
    const own = above >= 0 && heir[above] === node ? (branch[above] ?? 0) : branches++;
    branch[node] = own;
    end[own] = node;
  }
  for (const [from, to] of joins) {
    const own = branch[from] ?? 0;
    if (to - 1 > (end[own] ?? 0)) end[own] = to - 1;
  }
  return { branch, end, branches };
};

/** Lists in arrays: `first` by row, `next` by member. Members come in ascending order. */
interface Lists {
  first: Int32Array;
  next: Int32Array;
}

const waitingAt = ({ count, parent }: LaneInput, heir: Int32Array): Lists => {
  const first = new Int32Array(count).fill(NONE);
  const next = new Int32Array(count).fill(NONE);
  for (let node = count - 1; node >= 0; node--) {
    const above = parent[node] ?? NONE;
    if (above < 0 || heir[above] === node) continue;
    next[node] = first[above] ?? NONE;
    first[above] = node;
  }
  return { first, next };
};

const overAt = (end: Int32Array, branches: number, rows: number): Lists => {
  const first = new Int32Array(rows).fill(NONE);
  const next = new Int32Array(branches).fill(NONE);
  for (let branch = branches - 1; branch >= 0; branch--) {
    const row = end[branch] ?? 0;
    next[branch] = first[row] ?? NONE;
    first[row] = branch;
  }
  return { first, next };
};

/** Lanes as bits, 1 for taken; the search for a free one begins where none is known to be. */
const createFree = () => {
  let words = new Uint32Array(8);
  let hint = 0;
  let most = 0;
  return {
    take(): number {
      while (words[hint] === 0xffffffff) hint += 1;
      if (hint >= words.length) {
        const grown = new Uint32Array(words.length * 2);
        grown.set(words);
        words = grown;
      }
      const word = words[hint] ?? 0;
      const bit = 31 - Math.clz32(~word & (word + 1));
      words[hint] = word | (1 << bit);
      const lane = hint * 32 + bit;
      if (lane >= most) most = lane + 1;
      return lane;
    },
    give(lane: number): void {
      const at = lane >>> 5;
      words[at] = (words[at] ?? 0) & ~(1 << (lane & 31));
      if (at < hint) hint = at;
    },
    most: () => most,
  };
};

const createColours = (branches: number) => {
  const of = new Uint8Array(branches);
  /** By lane, plus 1 so that the leftmost has a left neighbour: colour + 1 of who holds it, 0 for nobody; and who held it last. */
  const held: number[] = [0];
  const before: number[] = [0];
  let turn = 0;
  return {
    of,
    paint(branch: number, lane: number, parent: number): void {
      const above = parent < 0 ? 0 : (of[parent] ?? 0) + 1;
      const left = held[lane] ?? 0;
      const right = held[lane + 2] ?? 0;
      const was = before[lane + 1] ?? 0;
      let colour = turn;
      while (colour + 1 === left || colour + 1 === right || colour + 1 === above || colour + 1 === was) colour = (colour + 1) % COLOURS;
      turn = (colour + 1) % COLOURS;
      of[branch] = colour;
      held[lane + 1] = colour + 1;
      before[lane + 1] = colour + 1;
    },
    leave(lane: number): void {
      held[lane + 1] = 0;
    },
  };
};

const spread = (count: number, branch: Int32Array, laneOf: Uint32Array, colourOf: Uint8Array): Omit<Lanes, 'lanes'> => {
  const lane = new Uint32Array(count);
  const colour = new Uint8Array(count);
  for (let node = 0; node < count; node++) {
    lane[node] = laneOf[branch[node] ?? 0] ?? 0;
    colour[node] = colourOf[branch[node] ?? 0] ?? 0;
  }
  return { lane, colour };
};
