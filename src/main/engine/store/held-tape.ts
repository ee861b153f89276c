import type { Handle } from './handle.ts';
import type { Head } from './index-entry.ts';
import type { Phase } from './phases.ts';

/** A tape while nobody else can write to it. Good only inside of `withLock`; its fields move on with every write. */
export interface Locked {
  readonly handle: Handle;
  /** Commits are synced to the disk by themselves: needed for whatever touches more than the files of the newest phase. */
  readonly durable: boolean;
  head: Head;
  newest: Phase | null;
  /** Sizes that files had before, relative to the tape's folder; null for one that was not there. */
  readonly before: Map<string, number | null>;
  /** There is a `pending.json` of ours. */
  journal: boolean;
  /** Takes back what was done besides writing lines, where anything fails, the commit included. */
  takeBack?: () => void;
}
