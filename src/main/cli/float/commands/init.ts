import { resolve } from 'node:path';
import type { Run } from '../../command.ts';
import { clean } from '../../format/clean.ts';
import { textOf } from '../../options.ts';

export const run: Run = async ({ given, json, terminal }) => {
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
};
