import type { Run } from '../../command.ts';
import { clean } from '../../format/clean.ts';
import { staleLine } from '../format.ts';
import { folderOf, longTextOf, withFloat } from '../project.ts';

export const run: Run = (context) =>
  withFloat(context, async (float) => {
    const { given, json, terminal } = context;
    const path = folderOf(float, given);
    const boot = await longTextOf(given, 'boot');
    const { setScope } = await import('../../../engine/float/edit.ts');
    const stale = setScope(float, path, true, boot);
    if (json) terminal.json({ path, isScope: true, stale });
    else terminal.print([`${clean(path)} is a scope.`, ...staleLine(stale, terminal.layout)]);
    return undefined;
  });
