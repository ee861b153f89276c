import type { Run } from '../../command.ts';
import { plural } from '../../format/number.ts';
import { withFloat } from '../project.ts';

export const run: Run = (context) =>
  withFloat(context, async (float) => {
    const { json, terminal } = context;
    const { cleanContexts } = await import('../../../engine/float/clean.ts');
    const cleaned = cleanContexts(float);
    if (json) terminal.json(cleaned);
    else {
      terminal.print([`Removed ${plural(cleaned.removed.length, 'context file')}.`]);
      if (cleaned.foreign.length > 0) terminal.print([`Left ${plural(cleaned.foreign.length, 'file')} that no build wrote.`]);
    }
    return undefined;
  });
