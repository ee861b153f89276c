import type { Run } from '../../command.ts';
import { wholeOf } from '../../options.ts';
import { decisionLines } from '../format.ts';
import { folderOf, readFloat } from '../project.ts';

export const run: Run = (context) =>
  readFloat(context, async (float) => {
    const { given, json, terminal } = context;
    const { listDecisions } = await import('../../../engine/float/log.ts');
    const limit = wholeOf(given, 'limit', 100, [1, 10_000]);
    const items = listDecisions(float, { limit, ...(given.operands.length > 0 && { path: folderOf(float, given) }) });
    if (json) terminal.json({ items });
    else terminal.print(decisionLines(items, terminal.layout));
    return undefined;
  });
