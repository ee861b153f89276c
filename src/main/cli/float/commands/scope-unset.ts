import type { Context, Declaration } from '../../command.ts';
import { clean } from '../../format/clean.ts';
import { COMMON } from '../flags.ts';
import { staleLine } from '../format.ts';
import { folderOf, withFloat } from '../project.ts';

export const command: Declaration = {
  flags: [{ name: 'remove', description: 'remove its boot text too; otherwise it is kept' }, ...COMMON],
  notes: [],
  example: ['float scope unset /src', 'removes it from the chain'],
  run,
};

function run(context: Context): Promise<number | undefined> {
  return withFloat(context, async (float) => {
    const { given, json, terminal } = context;
    const path = folderOf(float, given);
    const { setScope } = await import('../../../engine/float/edit.ts');
    const stale = setScope(float, path, false, given.options.remove === true ? null : undefined);
    if (json) terminal.json({ path, isScope: false, stale });
    else terminal.print([`${clean(path)} is an ordinary folder.`, ...staleLine(stale, terminal.layout)]);
    return undefined;
  });
}
