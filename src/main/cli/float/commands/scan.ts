import type { Run } from '../../command.ts';
import { scanLines } from '../format.ts';
import { teller } from '../progress.ts';
import { withFloat } from '../project.ts';

export const run: Run = (context) =>
  withFloat(context, async (float) => {
    const { given, json, terminal, signal } = context;
    const { scan } = await import('../../../engine/float/scan.ts');
    const tell = teller(terminal, 'Scanning', 'files');
    const receipt = await scan(float, { full: given.options.full === true, signal, progress: ({ files, total }) => tell(files, total) });
    if (json) terminal.json(receipt);
    else terminal.print(scanLines(receipt, terminal.layout));
    return undefined;
  });
