import type { Context, Declaration } from '../../command.ts';
import { clean } from '../../format/clean.ts';
import { textOf } from '../../options.ts';
import { COMMON } from '../flags.ts';
import { staleLine } from '../format.ts';
import { folderOf, withFloat } from '../project.ts';

export const command: Declaration = {
  flags: [{ name: 'why', value: 'TEXT', description: 'one line that is shown with it' }, ...COMMON],
  notes: ['The context of A then names B, and is stale when the texts of B change.'],
  example: ['float link /src /docs --why "the specification"', 'adds a related scope'],
  run,
};

function run(context: Context): Promise<number | undefined> {
  return withFloat(context, async (float) => {
    const { given, json, terminal } = context;
    const [from, to] = [folderOf(float, given, 0), folderOf(float, given, 1)];
    const { link } = await import('../../../engine/float/edit.ts');
    const stale = link(float, from, to, textOf(given, 'why') ?? null);
    if (json) terminal.json({ from, to, stale });
    else terminal.print([`${clean(from)} refers to ${clean(to)}.`, ...staleLine(stale, terminal.layout)]);
    return undefined;
  });
}
