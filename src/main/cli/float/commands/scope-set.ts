import type { Context, Declaration } from '../../command.ts';
import { clean } from '../../format/clean.ts';
import { COMMON } from '../flags.ts';
import { staleLine } from '../format.ts';
import { folderOf, longTextOf, withFloat } from '../project.ts';

export const command: Declaration = {
  flags: [{ name: 'boot', value: 'TEXT', description: 'the text that every folder below begins with; - reads it from stdin' }, ...COMMON],
  notes: ['A scope is in the chain of every folder below it. Without --boot its boot text stays.'],
  example: ['float scope set /src --boot "Strict TypeScript; tests next to the code."', 'every folder in /src begins with it'],
  run,
};

function run(context: Context): Promise<number | undefined> {
  return withFloat(context, async (float) => {
    const { given, json, terminal } = context;
    const path = folderOf(float, given);
    const boot = await longTextOf(given, 'boot');
    const { setScope } = await import('../../../engine/float/edit.ts');
    const stale = setScope(float, path, true, boot);
    if (json) terminal.json({ path, isScope: true, stale });
    else terminal.print([`${clean(path)} is a scope.`, ...staleLine(stale, terminal.layout)]);
    return undefined;
  });
}
