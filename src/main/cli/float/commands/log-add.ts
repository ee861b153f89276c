import { listIn } from '../../arguments.ts';
import type { Run } from '../../command.ts';
import { clean } from '../../format/clean.ts';
import { choiceOf, idOf, textOf } from '../../options.ts';
import { staleLine } from '../format.ts';
import { folderOf, longTextOf, withFloat } from '../project.ts';

export const run: Run = (context) =>
  withFloat(context, async (float) => {
    const { given, json, terminal } = context;
    const text = <Name extends string>(name: Name, value: string | undefined) => (value === undefined ? {} : { [name]: value });
    const supersedes = idOf(given, 'supersedes');
    const decision = await longTextOf(given, 'decision');
    const { addDecision } = await import('../../../engine/float/log.ts');
    const { entry, stale } = addDecision(float, {
      folder: folderOf(float, given),
      title: given.operands[1] ?? '',
      status: choiceOf(given, 'status', ['open', 'locked']),
      tags: listIn(given, 'tag'),
      ...text('date', textOf(given, 'date')),
      ...text('topic', textOf(given, 'topic')),
      ...text('rationale', textOf(given, 'rationale')),
      ...text('decision', decision),
      ...(supersedes !== undefined && { supersedes }),
    });
    if (json) terminal.json({ entry, stale });
    else terminal.print([`Logged decision ${entry.id} for ${clean(entry.folder)}.`, ...staleLine(stale, terminal.layout)]);
    return undefined;
  });
