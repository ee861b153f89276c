import { type FSWatcher, watch } from 'node:fs';
import type { NativeEntry } from '../../shared/model/native.ts';
import type { EntryQuery, Tape } from '../engine/store/types.ts';

interface Followed {
  /** Open for as long as it is followed; where its index is rebuilt it sees to that itself. */
  tape: Tape;
  /** The last entry that was shown already. */
  head: number;
  /** Which entries are wanted, by index lookups. */
  query: Omit<EntryQuery, 'ids' | 'limit'>;
  emit(entries: readonly NativeEntry[]): void;
  /** The tape was reset. */
  restarted(): void;
  signal: AbortSignal;
}

/** Where the system cannot watch a folder (a network disk, too many watches), and next to it in any case. */
const POLL_MS = 500;
const PAGE = 2000;

interface Bell {
  /** Settles at the next change, or at once where there was one since the last call. Rejects when the signal aborts. */
  rung(): Promise<void>;
  close(): void;
}

/** Rings when anything in a folder changes: a commit by whatever process grows the index's log, which is next to it. */
const createBell = (folder: string, signal: AbortSignal): Bell => {
  let ringing = true;
  let settle: (() => void) | null = null;
  const ring = (): void => {
    ringing = true;
    settle?.();
  };
  const timer = setInterval(ring, POLL_MS);
  signal.addEventListener('abort', ring);
  let watcher: FSWatcher | null = null;
  try {
    watcher = watch(folder, ring);
    watcher.on('error', () => watcher?.close());
  } catch {
    // The timer rings all the same.
  }
  return {
    async rung() {
      if (!ringing) {
        await new Promise<void>((done) => {
          settle = done;
        });
      }
      settle = null;
      ringing = false;
      signal.throwIfAborted();
    },
    close() {
      clearInterval(timer);
      signal.removeEventListener('abort', ring);
      watcher?.close();
    },
  };
};

/** What the chain of digests says up to an entry: another tape says something else. Null where there is no such entry. */
const witness = (tape: Tape, id: number): Buffer | null => tape.rows({ ids: [id, id] })[0]?.chain ?? null;

/** Hands on new entries of a tape as any process appends them, in order and each once, until the signal aborts: then it throws its reason. */
export async function follow({ tape, head, query, emit, restarted, signal }: Followed): Promise<never> {
  const bell = createBell(tape.folder, signal);
  try {
    let last = head;
    let chain = witness(tape, last);
    for (;;) {
      await bell.rung();
      // A reset may come between any two of these questions. So the witness is taken before what it stands for is handed on, and one that
      // is not what it was, or that there is none of, means another tape.
      if (last > 0 && (chain === null || witness(tape, last)?.equals(chain) !== true)) {
        restarted();
        last = 0;
      }
      for (const newest = tape.head(); last < newest; ) {
        const to = Math.min(last + PAGE, newest);
        chain = witness(tape, to);
        emit(tape.entries({ ...query, ids: [last + 1, to] }));
        last = to;
      }
    }
  } finally {
    bell.close();
  }
}
