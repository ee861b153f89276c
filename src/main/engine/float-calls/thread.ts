import type { Signal } from '../../../shared/rpc/contract.ts';
import { createAsking } from '../jobs/ask.ts';
import type { FoundReads } from './reads.ts';
import type { Answers, Told, Watch, Work } from './work.ts';

/** What a thread is to do on a project; plain data. */
export interface ProjectWork {
  root: string;
  readOnly: boolean;
  work: Work;
}

/** Asks which calls of a tape read context files, from an entry on. */
export interface ReadsQuery {
  tape: string;
  from: number;
}

/** Asks which tapes name context files, for a project. */
export interface ReadersQuery {
  root: string;
}

/** One project builds while another is scanned; more would only share the disk. */
const THREADS = 2;

export interface FloatThreads {
  /** Does the work in a thread; throws what was thrown there. */
  run(root: string, work: Work, watch: Watch): Promise<Answers[Work['type']]>;
  /** Looks through a tape in a thread, from an entry on. */
  reads(tape: string, from: number, signal: Signal): Promise<FoundReads>;
  /** Tapes that may have read context files of a project, though they were written elsewhere. */
  readers(root: string, signal: Signal): Promise<string[]>;
  close(): Promise<void>;
}

/** Threads over the projects' databases, and others over the catalog in `home`, so that a build never waits for a look through old tapes. */
export function createFloatThreads(readOnly: boolean, home: string): FloatThreads {
  const works = createAsking<ProjectWork, Answers[Work['type']], Told>('float-calls/float-worker', null, THREADS);
  const reads = createAsking<ReadsQuery | ReadersQuery, FoundReads | string[]>('float-calls/reads-worker', { home }, THREADS);
  return {
    run: (root, work, watch) => works.ask({ root, readOnly, work }, watch),
    // The compiler does not follow that each question has its own answer.
    reads: (tape, from, signal) => reads.ask({ tape, from }, { signal }) as Promise<FoundReads>,
    readers: (root, signal) => reads.ask({ root }, { signal }) as Promise<string[]>,
    close: async () => void (await Promise.all([works.close(), reads.close()])),
  };
}
