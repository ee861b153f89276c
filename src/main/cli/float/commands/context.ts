import type { Context, Declaration } from '../../command.ts';
import { count, plural } from '../../format/number.ts';
import { COMMON, tier } from '../flags.ts';
import { folderOf, readFloat, tierOf } from '../project.ts';

export const command: Declaration = {
  flags: [tier, ...COMMON],
  notes: [
    'Writes nothing. Without --tier the standard one. ' +
      'JSON holds {path, tier, file, text, contextHash, tokens, budget, sections: [], included: [], cuts: []}; tokens are counted (o200k_base).',
  ],
  example: ['float context /src --tier minimal', 'what an agent would read there, in a few lines'],
  run,
};

function run(context: Context): Promise<number | undefined> {
  return readFloat(context, async (float) => {
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
}
