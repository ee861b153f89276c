import type { Context, Declaration } from '../../command.ts';
import { wholeOf } from '../../options.ts';
import { COMMON, tier } from '../flags.ts';
import { buildLines } from '../format.ts';
import { folderOf, teller, tierOf, withFloat } from '../project.ts';

export const command: Declaration = {
  flags: [
    { name: 'stale', description: 'only files that are stale, missing or edited, or were never built' },
    tier,
    { name: 'jobs', value: 'N', description: 'threads, 1 to 16 (default: as many as there are cores)' },
    ...COMMON,
  ],
  notes: [
    'Without PATH all folders; without --tier all four tiers, with --stale those that were ever built. ' +
      'A reader sees the old file or the new one, never half of one. ' +
      'Knows the project by the last float scan. JSON holds {written: [], unchanged, removed: [], folders}.',
  ],
  example: ['float build --stale', 'builds exactly those that depend on what changed'],
  run,
};

/** `--jobs`; undefined leaves it to the build. */
const jobsOf = (given: Parameters<typeof wholeOf>[0]): number | undefined =>
  given.options.jobs === undefined ? undefined : wholeOf(given, 'jobs', 1, [1, 16]);

function run(context: Context): Promise<number | undefined> {
  return withFloat(context, async (float) => {
    const { given, json, terminal, signal } = context;
    const tier = tierOf(given);
    const jobs = jobsOf(given);
    const { build } = await import('../../../engine/float/build.ts');
    const { hasFolders } = await import('../../../engine/float/folders.ts');
    const tell = teller(terminal, 'Building', 'folders');
    const receipt = await build(float, {
      ...(given.operands.length > 0 && { path: folderOf(float, given) }),
      ...(tier !== undefined && { tiers: [tier] }),
      ...(jobs !== undefined && { jobs }),
      stale: given.options.stale === true,
      signal,
      progress: ({ done, total }) => tell(done, total),
    });
    if (json) terminal.json(receipt);
    else terminal.print(buildLines(receipt, terminal.layout, hasFolders(float)));
    return undefined;
  });
}
