import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import type { Writer } from '../../../engine/float/generate.ts';
import type { Context, Declaration, Given } from '../../command.ts';
import { Exit } from '../../exit.ts';
import { textOf, wholeOf } from '../../options.ts';
import { COMMON } from '../flags.ts';
import { generateLines } from '../format.ts';
import { teller, withFloat } from '../project.ts';

export const command: Declaration = {
  flags: [
    { name: 'stale', description: 'only folders without a text, or whose files have changed since theirs was made' },
    { name: 'command', value: 'CMD', description: 'ask this command: JSON on its stdin, JSON on its stdout; no shell' },
    { name: 'endpoint', value: 'URL', description: 'ask this OpenAI-compatible server; needs --model' },
    { name: 'model', value: 'M', description: 'the model that the server is asked for' },
    { name: 'jobs', value: 'N', description: 'folders asked about at once, 1 to 32 (default: 4)' },
    { name: 'timeout', value: 'SECONDS', description: 'how long one answer may take, 1 to 3,600 (default: 120)' },
    ...COMMON,
  ],
  notes: [
    'By default the texts are taken from READMEs, manifests, leading comments and exports, and nothing leaves this machine. ' +
      'With --command or --endpoint they are a model’s. What a person wrote is never overwritten.',
    'The command runs in the project, gets {path, description, content, files: [{name, text}]} and answers {description, content}. ' +
      'The key for a server is FLOAT_API_KEY, else OPENAI_API_KEY. Folders that fail are listed and the rest continues; then the exit code is 1.',
  ],
  example: ['float generate --stale', 'fills in what is missing or older than its files'],
  run,
};

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
function run(context: Context): Promise<number | undefined> {
  return withFloat(context, async (float) => {
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
}
