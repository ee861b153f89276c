import type { ArchiveShape } from './archive.ts';
import { inspectSamples } from './inspectai/samples.ts';
import type { StreamShape } from './stream.ts';
import { tapeAgentsStream } from './tapeagents/stream.ts';

/** How each program that keeps its tapes in archives lays them out. To add one: a row here, besides those that every format has. */
export function archives(): readonly ArchiveShape[] {
  return [inspectSamples];
}

/** How each program that writes its tapes to YAML lays them out. To add one: a row here, besides those that every format has. */
export function streams(): readonly StreamShape[] {
  return [tapeAgentsStream];
}
