import type { Run } from '../../command.ts';
import { clean } from '../../format/clean.ts';
import { textOf } from '../../options.ts';
import { staleLine } from '../format.ts';
import { folderOf, withFloat } from '../project.ts';

export const run: Run = (context) =>
  withFloat(context, async (float) => {
    const { given, json, terminal } = context;
    const [from, to] = [folderOf(float, given, 0), folderOf(float, given, 1)];
    const { link } = await import('../../../engine/float/edit.ts');
    const stale = link(float, from, to, textOf(given, 'why') ?? null);
    if (json) terminal.json({ from, to, stale });
    else terminal.print([`${clean(from)} refers to ${clean(to)}.`, ...staleLine(stale, terminal.layout)]);
    return undefined;
  });
