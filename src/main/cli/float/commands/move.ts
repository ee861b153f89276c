import type { Context, Declaration } from '../../command.ts';
import { clean } from '../../format/clean.ts';
import { COMMON } from '../flags.ts';
import { staleLine } from '../format.ts';
import { folderOf, withFloat } from '../project.ts';

export const command: Declaration = {
  flags: COMMON,
  notes: [
    'A scan recognises a moved folder if at least half of its files are unchanged; this is for the others. ' +
      'Moves texts, scopes, decisions and references, also those of the folders in it.',
  ],
  example: ['float move /src/auth /src/login', 'after the folder was renamed and float scan was run'],
  run,
};

function run(context: Context): Promise<number | undefined> {
  return withFloat(context, async (float) => {
    const { given, json, terminal } = context;
    const { moveTexts } = await import('../../../engine/float/move-texts.ts');
    const result = moveTexts(float, folderOf(float, given, 0), folderOf(float, given, 1));
    if (json) terminal.json(result);
    else
      terminal.print([
        ...result.moved.map(({ from, to }) => `Moved the texts and decisions of ${clean(from)} to ${clean(to)}.`),
        ...result.left.map((path) => `Kept the texts and decisions of ${clean(path)}: it has no new place.`),
        ...staleLine(result.stale, terminal.layout),
      ]);
    return undefined;
  });
}
