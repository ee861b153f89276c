import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import type { Writer } from '../../../engine/float/generate.ts';
import type { Given, Run } from '../../command.ts';
import { Exit } from '../../exit.ts';
import { textOf, wholeOf } from '../../options.ts';
import { generateLines } from '../format.ts';
import { teller } from '../progress.ts';
import { withFloat } from '../project.ts';

/** Who writes the texts; undefined takes them from the files alone. */
const writerOf = async (given: Given, root: string): Promise<Writer | undefined> => {
  const command = textOf(given, 'command');
  const url = textOf(given, 'endpoint');
  const model = textOf(given, 'model');
  const timeout = wholeOf(given, 'timeout', 120, [1, 3600]) * 1000;
  if (command !== undefined && url !== undefined) throw new TapeError('bad-input', 'Use --command or --endpoint, not both.');
  if ((url === undefined) !== (model === undefined)) throw new TapeError('bad-input', '--endpoint and --model go together.');
  if (command !== undefined) return (await import('../../../engine/float/writer-command.ts')).commandWriter(command, { root, timeout });
  if (url === undefined || model === undefined) return undefined;
  const key = process.env.FLOAT_API_KEY || process.env.OPENAI_API_KEY || null;
  return (await import('../../../engine/float/writer-endpoint.ts')).endpointWriter({ url, model, key, timeout });
};

/** Folders that failed are a failure of the whole, told at the end: what came is kept. */
export const run: Run = (context) =>
  withFloat(context, async (float) => {
    const { given, json, terminal, signal } = context;
    const jobs = wholeOf(given, 'jobs', 4, [1, 32]);
    const writer = await writerOf(given, float.root);
    const { generate } = await import('../../../engine/float/generate.ts');
    const tell = teller(terminal, 'Describing', 'folders');
    const receipt = await generate(float, {
      ...(writer && { writer }),
      stale: given.options.stale === true,
      jobs,
      signal,
      progress: ({ done, total }) => tell(done, total),
    });
    if (json) terminal.json(receipt);
    else terminal.print(generateLines(receipt, terminal.layout));
    return receipt.failed.length === 0 ? Exit.Done : Exit.Failed;
  });
