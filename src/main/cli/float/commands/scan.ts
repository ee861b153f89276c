import type { Context, Declaration } from '../../command.ts';
import { COMMON } from '../flags.ts';
import { scanLines } from '../format.ts';
import { teller, withFloat } from '../project.ts';

export const command: Declaration = {
  flags: [{ name: 'full', description: 'read every file, not only those whose size or time has changed' }, ...COMMON],
  notes: [
    'Leaves out what .gitignore and .floatignore name. Links are never followed. A folder that moved keeps what was written about it.',
  ],
  example: ['float scan', 'reads what changed, and says which contexts are stale now'],
  run,
};

function run(context: Context): Promise<number | undefined> {
  return withFloat(context, async (float) => {
    const { given, json, terminal, signal } = context;
    const { scan } = await import('../../../engine/float/scan.ts');
    const tell = teller(terminal, 'Scanning', 'files');
    const receipt = await scan(float, { full: given.options.full === true, signal, progress: ({ files, total }) => tell(files, total) });
    if (json) terminal.json(receipt);
    else terminal.print(scanLines(receipt, terminal.layout));
    return undefined;
  });
}
