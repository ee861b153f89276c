import type { Run } from '../../command.ts';
import { Exit } from '../../exit.ts';
import { validateLines } from '../format.ts';
import { readFloat } from '../project.ts';

export const run: Run = (context) =>
  readFloat(context, async (float) => {
    const { json, terminal } = context;
    const { validate } = await import('../../../engine/float/validate.ts');
    const items = await validate(float);
    const ok = items.every(({ state }) => state === 'current');
    if (json) terminal.json({ ok, items });
    else terminal.print(validateLines(items, terminal.layout));
    return ok ? Exit.Done : Exit.Failed;
  });
