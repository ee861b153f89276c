import type { AnchorRow } from '../../../shared/model/index.ts';
import { DANGLING, Flag, has } from '../../../shared/model/vocabulary.ts';
import type { TapeMaterial } from '../families/material.ts';

/** What each entry of one tape follows, as the agent's own rules read it; index 0 is entry 1, values are indexes too. */
export interface TapeEdges {
  /** −1 for roots. */
  up: Int32Array;
  /** 1 for bookkeeping that only follows another entry in the file. */
  aside: Uint8Array;
  /** Entries whose children here are not those that their ids say. */
  moved: ReadonlySet<number>;
}

const ROOT = -1;

/**
 * Parents as the log means them. A compaction boundary has none and follows what it names, else the last entry
 * before it; what is written below the segment that a compaction kept follows the summary; records without an id stand
 * after the entry before them.
 */
export function edgesOf(tape: TapeMaterial): TapeEdges {
  const count = tape.columns.parent.length;
  const up = new Int32Array(count).fill(ROOT);
  const aside = new Uint8Array(count);
  const moved = new Set<number>();
  // A file of nothing but bookkeeping is a line as well.
  if (tape.linear || !tape.columns.node.includes(1)) for (let at = 0; at < count; at++) up[at] = at - 1;
  else new Edges(tape, { up, aside, moved }).run();
  return { up, aside, moved };
}

interface Kept {
  anchor: AnchorRow;
  preserved: ReadonlySet<number>;
}

class Edges {
  private readonly tape: TapeMaterial;
  private readonly up: Int32Array;
  private readonly aside: Uint8Array;
  private readonly moved: Set<number>;
  private readonly compactions: Kept[];
  /** Last entry of the tree so far, of the main chain and of sidechains. */
  private last: [main: number, side: number] = [ROOT, ROOT];

  constructor(tape: TapeMaterial, { up, aside, moved }: { up: Int32Array; aside: Uint8Array; moved: Set<number> }) {
    this.tape = tape;
    this.up = up;
    this.aside = aside;
    this.moved = moved;
    this.compactions = tape.anchors
      .filter((anchor) => anchor.type === 'compaction')
      .map((anchor) => ({ anchor, preserved: new Set(anchor.compaction?.preserved ?? []) }));
  }

  run(): void {
    const { columns } = this.tape;
    const first = columns.node.indexOf(1);
    let before = first;
    let newest: Kept | null = null;
    let next = 0;
    for (let at = 0; at < this.up.length; at++) {
      const coming = this.compactions[next];
      if (coming && coming.anchor.seq <= at + 1) {
        newest = coming;
        next += 1;
      }
      if (columns.node[at] === 0) {
        this.aside[at] = 1;
        this.up[at] = before;
        continue;
      }
      this.up[at] = this.above(at, newest);
      before = at;
      this.last[this.sideOf(at)] = at;
    }
  }

  private above(at: number, newest: Kept | null): number {
    const { columns, mended } = this.tape;
    if (newest?.anchor.seq === at + 1) return this.aboveBoundary(at, newest.anchor);
    const parent = columns.parent[at] ?? 0;
    if (parent === DANGLING) return this.follow((mended.get(at + 1) ?? 0) - 1, at);
    if (parent === 0 || newest === null || newest.anchor.seq <= parent || !newest.preserved.has(parent)) return parent - 1;
    return this.behindSegment(newest.anchor, parent - 1);
  }

  private aboveBoundary(at: number, { compaction }: AnchorRow): number {
    return this.follow((compaction?.logicalParent ?? 0) - 1, at);
  }

  /** What an entry continues from whose parent the log does not have, as a view has it: what is known of it, else what was written before. */
  private follow(known: number, at: number): number {
    const above = known >= 0 ? known : this.last[this.sideOf(at)];
    if (above >= 0) this.moved.add(above);
    return above;
  }

  private sideOf(at: number): 0 | 1 {
    return has(this.tape.columns.flags[at] ?? 0, Flag.Sidechain) ? 1 : 0;
  }

  /** Hangs an entry after the summary, and the boundary after the end of what it kept. */
  private behindSegment({ seq, compaction }: AnchorRow, tail: number): number {
    const summary = (compaction?.summary ?? seq) - 1;
    this.up[seq - 1] = tail;
    for (const entry of [tail, summary, seq - 1]) this.moved.add(entry);
    return summary;
  }
}
