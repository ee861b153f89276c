import type { Receipt } from '../../../shared/model/index.ts';
import type { Job, Signal } from '../../../shared/rpc/contract.ts';
import type { Jobs } from '../jobs/jobs.ts';

export interface Opened {
  /** Read from the catalog a few at a time, as they are then: those of 25,000 sources are never kept. */
  receipts: Iterable<Receipt>;
  /** Ids of the tapes behind the receipts, in order, one per source. */
  tapes: string[];
  /** `likely`: ids of formats that are equally likely, one of which it may be read as. */
  refused: { path: string; reason: string; likely?: string[] }[];
  /** The reading was stopped before its end. */
  cancelled?: boolean;
}

/** Write side of the catalog: brings sources in, keeps them fresh. Runs in worker threads. */
export interface Ingest {
  /**
   * Reads the structure of every source below `paths` that is new, grown or rewritten, and resolves when it can be
   * looked at. Full text follows by itself unless `text` is false. Folders are searched; a path that is not a log is refused with a sentence.
   * `as` is the id of the format that logs and documents that are new are of.
   * `again` forgets first what is known of them, so that all is read by what reads it now.
   * `begun` is told the tape of a long source that is read alone, as soon as its beginning can be looked at.
   */
  open(
    paths: readonly string[],
    options?: { text?: boolean; again?: boolean; as?: string | undefined; signal?: Signal; begun?: (tape: string) => void },
  ): Promise<Opened>;
  /** Makes searchable what is not yet, which another process may have imported. Begins nothing where a person cancelled that. */
  catchUpText(): void;
  /** Looks at the places of the settings, imports what is there and follows it from then on. `homes` are those of native tapes. */
  watch(roots: readonly string[], homes?: readonly string[]): Promise<void>;
  /** Resolves when no structure or text work is left. For tests, the terminal and benchmarks. */
  idle(): Promise<void>;
  jobs(): Job[];
  /** Tells of long work elsewhere in the engine, which is listed and cancelled like that of the ingest. */
  startJob: Jobs['start'];
  cancel(job: string): boolean;
  close(): Promise<void>;
}
