import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import { asString } from '../../formats/json.ts';
import type { JsonObject } from '../../formats/values.ts';
import type { Tool } from './tool.ts';

const promptIn = ({ prompt }: JsonObject): string => asString(prompt)?.trim() ?? '';
const forkIn = ({ fork }: JsonObject): string => asString(fork)?.trim() ?? '';

/**
 * A run within a run, which shares its bounds: on the same tape, whose context it inherits, or on a fork, which a person merges or discards. It has all
 * tools of the run but this one, so that no run nests deeper.
 */
export const subRun: Tool = {
  ...{ allowed: 'run.sub', name: 'run_sub', asks: true },
  description:
    'Give part of the task to a nested run, and get its final answer. It reads this context, then the prompt. Without a fork it writes to this tape; with the name of a new fork it works apart, and a person merges that later.',
  parameters: {
    type: 'object',
    properties: {
      prompt: { type: 'string', description: 'What it is to do.' },
      fork: { type: 'string', description: 'The name of a fork to begin. Leave it out to work on this tape.' },
    },
    required: ['prompt'],
  },
  subject: (args) => {
    const [prompt, fork] = [promptIn(args), forkIn(args)];
    if (prompt === '') return null;
    return fork === '' ? prompt : `on the fork ${fork}: ${prompt}`;
  },
  limits: () => 'within the requests, budget and time of this run',
  run: (args, { subRun: start, signal }) => {
    const prompt = promptIn(args);
    if (prompt === '') throw new TapeError('bad-input', 'run_sub takes a prompt.');
    return start(prompt, forkIn(args) || null, signal);
  },
};
