import type { Context, Declaration } from '../../command.ts';
import { plural } from '../../format/number.ts';
import { COMMON } from '../flags.ts';
import { withFloat } from '../project.ts';

export const command: Declaration = {
  flags: COMMON,
  notes: ['The database stays as it is, and so do files in .float/context that no build wrote. float build rebuilds them.'],
  example: ['float clean', 'leaves no context file for agents'],
  run,
};

function run(context: Context): Promise<number | undefined> {
  return withFloat(context, async (float) => {
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
}
