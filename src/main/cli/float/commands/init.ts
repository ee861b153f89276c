import { resolve } from 'node:path';
import type { Context, Declaration } from '../../command.ts';
import { clean } from '../../format/clean.ts';
import { textOf } from '../../options.ts';
import { COMMON } from '../flags.ts';

export const command: Declaration = {
  flags: COMMON,
  notes: [
    'Makes .float/float.db, from which all else is built, and a .float/.gitignore that keeps both out of git. ' +
      'Where there is a .float already, nothing changes.',
  ],
  example: ['float init', 'makes the folder that the other commands look for'],
  run,
};

async function run({ given, json, terminal }: Context): Promise<number | undefined> {
  const { initFloat } = await import('../../../engine/float/init.ts');
  const made = initFloat(resolve(textOf(given, 'root') ?? '.'));
  if (json) terminal.json(made);
  else if (made.created)
    terminal.print([
      `Made .float in ${clean(made.root)}.`,
      terminal.layout.style.dim('Next: float scan, float generate, float build. float point tells agents about it.'),
    ]);
  else terminal.print([`${clean(made.root)} has a .float already.`]);
  return undefined;
}
