import type { Context, Declaration } from '../../command.ts';
import { wholeOf } from '../../options.ts';
import { COMMON } from '../flags.ts';
import { decisionLines } from '../format.ts';
import { folderOf, readFloat } from '../project.ts';

export const command: Declaration = {
  flags: [{ name: 'limit', value: 'N', description: 'decisions to print, 1 to 10,000 (default: 100)' }, ...COMMON],
  notes: [],
  example: ['float log list /src', 'the newest first'],
  run,
};

function run(context: Context): Promise<number | undefined> {
  return readFloat(context, async (float) => {
    const { given, json, terminal } = context;
    const { listDecisions } = await import('../../../engine/float/log.ts');
    const limit = wholeOf(given, 'limit', 100, [1, 10_000]);
    const items = listDecisions(float, { limit, ...(given.operands.length > 0 && { path: folderOf(float, given) }) });
    if (json) terminal.json({ items });
    else terminal.print(decisionLines(items, terminal.layout));
    return undefined;
  });
}
