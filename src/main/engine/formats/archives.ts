import type { ArchiveShape } from './archive.ts';
import { inspectSamples } from './inspectai/samples.ts';

/** How each program that keeps its tapes in archives lays them out. To add one: a row here, besides those that every format has. */
export function archives(): readonly ArchiveShape[] {
  return [inspectSamples];
}
