import type { Run } from '../../command.ts';
import { count, plural } from '../../format/number.ts';
import { folderOf, readFloat, tierOf } from '../project.ts';

export const run: Run = (context) =>
  readFloat(context, async (float) => {
    const { given, json, terminal } = context;
    const { assembleContext } = await import('../../../engine/float/context.ts');
    const made = await assembleContext(float, folderOf(float, given), tierOf(given) ?? 'standard');
    if (json) terminal.json(made);
    else {
      await terminal.raw([made.text]);
      const budget = made.budget === null ? '' : ` of ${count(made.budget)}`;
      const cut = made.cuts.length === 0 ? 'nothing is cut' : `${plural(made.cuts.length, 'input')} cut`;
      terminal.note(`${made.file}: ${count(made.tokens)}${budget} tokens (counted, o200k_base), ${cut}`);
    }
    return undefined;
  });
