import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import type { Context, Declaration } from '../../command.ts';
import { clean } from '../../format/clean.ts';
import { choiceOf } from '../../options.ts';
import { canAsk, confirm } from '../../tty.ts';
import { COMMON } from '../flags.ts';
import { readFloat } from '../project.ts';

export const command: Declaration = {
  flags: [
    {
      name: 'file',
      value: 'FILE',
      offers: 'instructions',
      description: 'which, by its name (default: the one that is there, else AGENTS.md)',
    },
    { name: 'remove', description: 'remove the line again' },
    { name: 'yes', description: 'write without asking' },
    ...COMMON,
  ],
  notes: ['Shows what it would change and asks first. A second time it changes nothing. JSON holds {file, diff: [], written}.'],
  example: ['float point --yes', 'adds one line that names .float/boot.md'],
  run,
};

/** Nothing is written into a project's own files without a yes. */
function run(context: Context): Promise<number | undefined> {
  return readFloat(context, async ({ root }) => {
    const { given, json, terminal, signal } = context;
    const { defaultPointed, planPointing, pointed, writePointing } = await import('../../../engine/float/point.ts');
    const file = given.options.file === undefined ? defaultPointed(root) : choiceOf(given, 'file', pointed());
    const plan = planPointing(root, file, given.options.remove === true);
    const { diff } = plan;
    if (!json) terminal.print(diff.length === 0 ? [`${file} is up to date.`] : [clean(file), ...diff.map(clean)]);
    const asked = diff.length > 0 && given.options.yes !== true;
    if (asked && (json || !canAsk()))
      throw new TapeError('refused', `Nothing was written, and there is no terminal to ask: --yes makes this change to ${file}.`);
    const agreed = !asked || (await confirm(`Write this to ${file}?`, signal));
    if (agreed) writePointing(root, plan);
    if (json) terminal.json({ file, diff, written: diff.length > 0 });
    else if (diff.length > 0) terminal.print([agreed ? `Wrote ${file}.` : 'Nothing was written.']);
    return undefined;
  });
}
