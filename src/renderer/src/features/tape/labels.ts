/** A name that wants to be to the right of a mark at `x`. */
export interface Wish {
  readonly x: number;
  readonly type: string;
  readonly count: number;
  /** What this one mark is called, where it has a name of its own. */
  readonly label?: string | undefined;
}

/** Names that were placed: `x` is the left edge of the text. */
export interface Placed {
  readonly x: number;
  /** The first mark that it names. */
  readonly mark: number;
  readonly width: number;
  readonly text: string;
  /** How many wishes it speaks for. */
  readonly count: number;
}

export interface Labelling {
  readonly left: number;
  readonly right: number;
  /** Space between a mark and its name, and between two names. */
  readonly gap: number;
  measure(text: string): number;
  /** The words for `count` marks of the given types. */
  words(types: ReadonlyMap<string, number>): string;
}

interface Group {
  readonly x: number;
  readonly types: Map<string, number>;
  readonly label: string | undefined;
  count: number;
  text: string;
  width: number;
}

/**
 * Places names so that none touches another: a mark that falls under the name before it is counted into that name. At the
 * right edge a name is to the left of its mark, and is dropped where there is no room on either side.
 */
export function placeLabels(wishes: readonly Wish[], labelling: Labelling): Placed[] {
  const placed: Placed[] = [];
  for (const group of groups(wishes, labelling)) {
    const floor = last(placed) === undefined ? labelling.left : endOf(last(placed)) + labelling.gap;
    const x = roomFor(group, floor, labelling);
    if (x !== null) placed.push({ x, mark: group.x, width: group.width, text: group.text, count: group.count });
  }
  return placed;
}

const last = <T>(items: readonly T[]): T | undefined => items[items.length - 1];
const endOf = (label: Placed | undefined): number => (label === undefined ? 0 : label.x + label.width);

const groups = (wishes: readonly Wish[], labelling: Labelling): Group[] => {
  const found: Group[] = [];
  for (const wish of wishes.toSorted((a, b) => a.x - b.x)) {
    const current = last(found);
    if (current && wish.x < current.x + current.width + 3 * labelling.gap) join(current, wish, labelling);
    else
      found.push(
        name({ x: wish.x, types: new Map([[wish.type, wish.count]]), label: wish.label, count: wish.count, text: '', width: 0 }, labelling),
      );
  }
  return found;
};

const join = (group: Group, wish: Wish, labelling: Labelling): void => {
  group.types.set(wish.type, (group.types.get(wish.type) ?? 0) + wish.count);
  group.count += wish.count;
  name(group, labelling);
};

const name = (group: Group, labelling: Labelling): Group => {
  const words = labelling.words(group.types);
  group.text = group.count === 1 && group.label !== undefined ? `${words} ${group.label}` : words;
  group.width = labelling.measure(group.text);
  return group;
};

const roomFor = (group: Group, floor: number, { right, gap }: Labelling): number | null => {
  const after = Math.max(group.x + gap, floor);
  if (after + group.width <= right && after <= group.x + 3 * gap) return after;
  const before = Math.min(group.x - gap, right) - group.width;
  return before >= floor ? before : null;
};

const words: Record<string, [string, string]> = {
  rewind: ['fork', 'forks'],
  fork: ['fork', 'forks'],
  merge: ['merge', 'merges'],
  'sub-agent': ['sub-agent', 'sub-agents'],
  compaction: ['compaction', 'compactions'],
};

/** "fork", "3 sub-agents", "fork, 2 sub-agents". */
export function markWords(types: ReadonlyMap<string, number>): string {
  return [...types]
    .map(([type, count]) => {
      const [one, many] = words[type] ?? [type, type];
      return count === 1 ? one : `${count} ${many}`;
    })
    .join(', ');
}

/** `text` cut to `width` with an ellipsis; empty where not even one letter fits. */
export function cutTo(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (measure(`${text.slice(0, middle)}…`) <= width) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : `${text.slice(0, low).trimEnd()}…`;
}
