import type { SourceRow } from '../database/source-row.ts';
import type { Work } from '../linking/state.ts';

/** Tapes that are being followed, ready to be linked on: without this each new line would cost a look at all ids of its tape. */
export interface WorkCache {
  /** What was kept of a tape, if the catalog still holds exactly that. Taken out: whoever takes it puts it back. */
  take(source: SourceRow): Work | undefined;
  keep(source: SourceRow, work: Work): void;
  has(tape: number): boolean;
}

/** Entries of all kept tapes together: some 200 bytes each. */
const ENTRIES = 300_000;

/** Keeps as many tapes as fit; those kept longest ago go first. */
export function createWorkCache(): WorkCache {
  const kept = new Map<number, { rev: number; work: Work; entries: number }>();
  let entries = 0;
  const remove = (tape: number): Work | undefined => {
    const found = kept.get(tape);
    entries -= found?.entries ?? 0;
    kept.delete(tape);
    return found?.work;
  };
  return {
    take({ tape, rev }) {
      const same = kept.get(tape)?.rev === rev;
      const work = remove(tape);
      return same ? work : undefined;
    },
    keep({ tape, rev }, work) {
      remove(tape);
      kept.set(tape, { rev, work, entries: work.state.entries });
      entries += work.state.entries;
      for (const oldest of kept.keys()) {
        if (entries <= ENTRIES) return;
        remove(oldest);
      }
    },
    has: (tape) => kept.has(tape),
  };
}
