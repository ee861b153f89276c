import { listIn } from '../../arguments.ts';
import type { Context, Declaration } from '../../command.ts';
import { clean } from '../../format/clean.ts';
import { choiceOf, idOf, textOf } from '../../options.ts';
import { COMMON } from '../flags.ts';
import { staleLine } from '../format.ts';
import { folderOf, longTextOf, withFloat } from '../project.ts';

export const command: Declaration = {
  flags: [
    { name: 'decision', value: 'TEXT', description: 'what was decided; - reads it from stdin' },
    { name: 'rationale', value: 'TEXT', description: 'why' },
    { name: 'date', value: 'YYYY-MM-DD', description: 'when (default: today)' },
    { name: 'tag', value: 'TAG', many: true, offers: ['architectural', 'breaking'], description: 'such as architectural or breaking' },
    { name: 'topic', value: 'TEXT', description: 'what it belongs to' },
    { name: 'status', value: 'S', offers: ['open', 'locked'], description: 'open (default) or locked' },
    { name: 'supersedes', value: 'ID', offers: 'decision', description: 'the decision that it supersedes' },
    ...COMMON,
  ],
  notes: [
    'A folder shows its last five decisions, and the last two of each scope above; all folders below show architectural and breaking ones.',
  ],
  example: ['float log add /src "Tokens instead of cookies" --tag breaking', 'every folder in /src shows it from the next build on'],
  run,
};

function run(context: Context): Promise<number | undefined> {
  return withFloat(context, async (float) => {
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
}
