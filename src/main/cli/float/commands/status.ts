import type { Run } from '../../run.ts';
import { statusLines } from '../format.ts';
import { withFloat } from '../project.ts';

export const run: Run = (context) =>
  withFloat(context, async (float) => {
    const { json, terminal } = context;
    const { floatStatus } = await import('../../../engine/float/folders.ts');
    const counts = floatStatus(float);
    if (json) terminal.json(counts);
    else terminal.print(statusLines(counts, terminal.layout));
    return undefined;
  });
