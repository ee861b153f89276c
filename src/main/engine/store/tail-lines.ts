import type { Handle } from './handle.ts';

/** Lines that were read because their words are not in the index yet, with their letters folded, as long as nobody has committed anything since. */
interface Tail {
  db: Handle['db'];
  version: number;
  commits: number;
  lines: Map<number, string>;
  chars: number;
}

const tails = new WeakMap<Handle, Tail>();

/** Characters that are kept of a tape; of longer tails the rest is read each time. */
const MOST_CHARS = 1 << 20;

const isCurrent = (tail: Tail, { db, version, commits }: Handle): boolean =>
  tail.db === db && tail.version === version && tail.commits === commits;

/** Null where it cannot be told whether others have written. */
const tailOf = (handle: Handle): Tail | null => {
  const { db, version, commits, locked } = handle;
  if (locked || version === null) return null;
  const known = tails.get(handle);
  if (known && isCurrent(known, handle)) return known;
  const tail: Tail = { db, version, commits, lines: new Map(), chars: 0 };
  tails.set(handle, tail);
  return tail;
};

/** The folded line of an entry as it was read before; undefined where it was not, or where something was written since. */
export function knownLine(handle: Handle, id: number): string | undefined {
  return tailOf(handle)?.lines.get(id);
}

/** Remembers a folded line, which tells later searches what it cannot hold. Hits are read again from their files. */
export function keepLine(handle: Handle, id: number, line: string): void {
  const tail = tailOf(handle);
  if (tail === null || tail.lines.has(id) || tail.chars + line.length > MOST_CHARS) return;
  tail.lines.set(id, line);
  tail.chars += line.length;
}
