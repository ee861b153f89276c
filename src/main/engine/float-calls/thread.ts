import type { Signal } from '../../../shared/rpc/contract.ts';
import { createAsking } from '../catalog/ask.ts';
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

/** One project builds while another is scanned; more would only share the disk. */
const THREADS = 2;

export interface FloatThreads {
  /** Does the work in a thread; throws what was thrown there. */
  run(root: string, work: Work, watch: Watch): Promise<Answers[Work['type']]>;
  /** Looks through a tape in a thread, from an entry on. */
  reads(tape: string, from: number, signal: Signal): Promise<FoundReads>;
  close(): Promise<void>;
}

/** Threads over the projects' databases, and others over the catalog in `home`, so that a build never waits for a look through old tapes. */
export const createFloatThreads = (readOnly: boolean, home: string): FloatThreads => {
  const works = createAsking<ProjectWork, Answers[Work['type']], Told>('float-calls/float-worker', null, THREADS);
  const reads = createAsking<ReadsQuery, FoundReads>('float-calls/reads-worker', { home }, THREADS);
  return {
    run: (root, work, watch) => works.ask({ root, readOnly, work }, watch),
    reads: (tape, from, signal) => reads.ask({ tape, from }, { signal }),
    close: async () => void (await Promise.all([works.close(), reads.close()])),
  };
};
