import type { Run } from '../../command.ts';
import { Exit } from '../../exit.ts';
import { validateLines } from '../format.ts';
import { readFloat } from '../project.ts';

export const run: Run = (context) =>
  readFloat(context, async (float) => {
    const { json, terminal } = context;
    const { validate } = await import('../../../engine/float/validate.ts');
    const { unscanned } = await import('../../../engine/float/unscanned.ts');
    const items = await validate(float);
    const changed = items.length === 0 ? [] : unscanned(float);
    const ok = changed.length === 0 && items.every(({ state }) => state === 'current');
    if (json) terminal.json({ ok, items, unscanned: changed });
    else terminal.print(validateLines(items, changed, terminal.layout));
    return ok ? Exit.Done : Exit.Failed;
  });
