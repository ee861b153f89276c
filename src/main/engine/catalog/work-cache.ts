import type { Work } from './state.ts';
import type { SourceRow } from './store.ts';

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
export const createWorkCache = (): WorkCache => {
  const kept = new Map<number, { rev: number; work: Work }>();
  const shrink = (): void => {
    let entries = 0;
    for (const { work } of kept.values()) entries += work.state.entries;
    for (const [tape, { work }] of kept) {
      if (entries <= ENTRIES) return;
      kept.delete(tape);
      entries -= work.state.entries;
    }
  };
  return {
    take({ tape, rev }) {
      const found = kept.get(tape);
      kept.delete(tape);
      return found?.rev === rev ? found.work : undefined;
    },
    keep({ tape, rev }, work) {
      kept.delete(tape);
      kept.set(tape, { rev, work });
      shrink();
    },
    has: (tape) => kept.has(tape),
  };
};
