import type { Context, Declaration } from '../../command.ts';
import { clean } from '../../format/clean.ts';
import { COMMON } from '../flags.ts';
import { staleLine } from '../format.ts';
import { folderOf, withFloat } from '../project.ts';

export const command: Declaration = {
  flags: COMMON,
  notes: ['References inferred from imports and links disappear with them.'],
  example: ['float unlink /src /docs', 'the inverse of float link'],
  run,
};

function run(context: Context): Promise<number | undefined> {
  return withFloat(context, async (float) => {
    const { given, json, terminal } = context;
    const [from, to] = [folderOf(float, given, 0), folderOf(float, given, 1)];
    const { unlink } = await import('../../../engine/float/edit.ts');
    const stale = unlink(float, from, to);
    if (json) terminal.json({ from, to, stale });
    else terminal.print([`${clean(from)} no longer refers to ${clean(to)}.`, ...staleLine(stale, terminal.layout)]);
    return undefined;
  });
}
