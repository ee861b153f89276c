import type { Run } from '../../command.ts';
import { clean } from '../../format/clean.ts';
import { staleLine } from '../format.ts';
import { folderOf, withFloat } from '../project.ts';

export const run: Run = (context) =>
  withFloat(context, async (float) => {
    const { given, json, terminal } = context;
    const [from, to] = [folderOf(float, given, 0), folderOf(float, given, 1)];
    const { unlink } = await import('../../../engine/float/edit.ts');
    const stale = unlink(float, from, to);
    if (json) terminal.json({ from, to, stale });
    else terminal.print([`${clean(from)} no longer refers to ${clean(to)}.`, ...staleLine(stale, terminal.layout)]);
    return undefined;
  });
