import type { BuildReceipt, GenerateReceipt, ScanReceipt, Tier, ValidateRow } from '../../../shared/model/float.ts';
import { build } from '../float/build.ts';
import type { Float } from '../float/float.ts';
import { generate } from '../float/generate.ts';
import { scan } from '../float/scan.ts';
import { validate } from '../float/validate.ts';

/** Work on a project that may take a while. Plain data: it is sent to a thread. */
export type Work =
  | { type: 'scan' }
  | { type: 'build'; path?: string | undefined; tier?: Tier | undefined; stale: boolean }
  | { type: 'generate'; stale: boolean }
  | { type: 'validate' };

export interface Answers {
  scan: ScanReceipt;
  build: BuildReceipt;
  generate: GenerateReceipt;
  validate: ValidateRow[];
}

export interface Told {
  done: number;
  /** 0 where nobody knows. */
  total: number;
  unit: 'files' | 'folders';
}

export interface Watch {
  signal: AbortSignal;
  progress(told: Told): void;
}

/** Does it here. The same in a thread, in a terminal and in tests. */
export async function doWork(float: Float, work: Work, { signal, progress }: Watch): Promise<Answers[Work['type']]> {
  switch (work.type) {
    case 'scan':
      return scan(float, {
        signal,
        progress: ({ files, total }) => progress({ done: files, total, unit: 'files' }),
      });
    case 'build':
      return build(float, {
        ...(work.path !== undefined && { path: work.path }),
        ...(work.tier !== undefined && { tiers: [work.tier] }),
        stale: work.stale,
        signal,
        progress: ({ done, total }) => progress({ done, total, unit: 'folders' }),
      });
    case 'generate': {
      const made = await generate(float, {
        stale: work.stale,
        signal,
        progress: ({ done, total }) => progress({ done, total, unit: 'folders' }),
      });
      return { described: made.described, kept: made.kept.length, empty: made.silent, failed: made.failed };
    }
    case 'validate':
      return validate(float);
  }
}
