import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import type { Context, Declaration } from '../../command.ts';
import { COMMON } from '../flags.ts';
import { folderLines, staleLine } from '../format.ts';
import { folderOf, longTextOf, readFloat, withFloat } from '../project.ts';

export const command: Declaration = {
  flags: [
    { name: 'content', value: 'TEXT', description: 'the long text: patterns, conventions, insights; - reads it from stdin' },
    { name: 'remove', description: 'remove both texts' },
    ...COMMON,
  ],
  notes: ['TEXT is one line. float generate never overwrites what a person wrote.'],
  example: ['float describe /src/auth "Sessions, tokens and permissions"', 'shown to every folder around it'],
  run,
};

function run(context: Context): Promise<number | undefined> {
  const { given, json, terminal } = context;
  const asked = given.operands[1] === undefined && given.options.content === undefined && given.options.remove !== true;
  return (asked ? readFloat : withFloat)(context, async (float) => {
    const path = folderOf(float, given);
    const remove = given.options.remove === true;
    const description = remove ? null : given.operands[1];
    const content = remove ? null : await longTextOf(given, 'content');
    if (remove && (given.operands.length > 1 || given.options.content !== undefined))
      throw new TapeError('bad-input', '--remove removes both texts: leave out TEXT and --content.');
    const { describeFolder } = await import('../../../engine/float/edit.ts');
    const stale = asked
      ? []
      : describeFolder(float, path, {
          ...(description !== undefined && { description }),
          ...(content !== undefined && { content }),
          by: 'person',
        });
    const { getFolder } = await import('../../../engine/float/folders.ts');
    const folder = getFolder(float, path);
    if (json) terminal.json({ folder, stale });
    else terminal.print(asked ? folderLines(folder, terminal.layout) : [`Described ${folder.path}.`, ...staleLine(stale, terminal.layout)]);
    return undefined;
  });
}
