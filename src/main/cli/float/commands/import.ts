import { resolve } from 'node:path';
import type { Context, Declaration } from '../../command.ts';
import { count, plural } from '../../format/number.ts';
import { COMMON } from '../flags.ts';
import { withFloat } from '../project.ts';

export const command: Declaration = {
  flags: COMMON,
  notes: [
    'Folders with their texts and scopes, decisions with their tags, references. Nothing here is replaced; FILE is only read. ' +
      'Where .float/float.db is such a database itself, move it aside, then float init and float import.',
  ],
  example: ['float import old.db', 'prints a receipt of every row'],
  run,
};

function run(context: Context): Promise<number | undefined> {
  return withFloat(context, async (float) => {
    const { given, json, terminal } = context;
    const { importFloatPrompt } = await import('../../../engine/float/floatprompt.ts');
    const receipt = importFloatPrompt(float, resolve(given.operands[0] ?? ''));
    if (json) {
      terminal.json(receipt);
      return undefined;
    }
    const { folders, decisions, references, files, otherTables } = receipt;
    const line = (what: string, { read, taken, folded, left }: typeof decisions): string =>
      `${plural(read, what)} read: ${count(taken)} taken, ${count(folded)} the same as others, ${count(left)} left`;
    const others = Object.entries(otherTables).map(([table, rows]) => `${table} ${count(rows)}`);
    terminal.print([
      line('folder', folders),
      line('decision', decisions),
      line('reference', references),
      terminal.layout.style.dim(`${plural(files.left, 'hash', 'hashes')} of files skipped: float scan computes them`),
      ...(others.length === 0 ? [] : [terminal.layout.style.dim(`No place here for: ${others.join(', ')}`)]),
    ]);
    return undefined;
  });
}
