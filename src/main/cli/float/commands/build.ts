import type { Run } from '../../command.ts';
import { wholeOf } from '../../options.ts';
import { buildLines } from '../format.ts';
import { teller } from '../progress.ts';
import { folderOf, tierOf, withFloat } from '../project.ts';

/** `--jobs`; undefined leaves it to the build. */
const jobsOf = (given: Parameters<typeof wholeOf>[0]): number | undefined =>
  given.options.jobs === undefined ? undefined : wholeOf(given, 'jobs', 1, [1, 16]);

export const run: Run = (context) =>
  withFloat(context, async (float) => {
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
