import type { Target } from './said.ts';

/**
 * What models can read, by the list of models in pi-ai 0.87.1: pi sends each of them what its row says. A model that somebody configured is not
 * in that list, and the log does not say what it can do.
 */

/** Models that read system messages mid-conversation. For all others pi folds such a message into the prompt at the head. */
const INSIDE: Readonly<Record<string, RegExp>> = {
  'anthropic-messages': /^claude-(fable-5|opus-4[.-]8|opus-5)([.-]|$)/,
  'openai-responses': /^(openai\/)?gpt-(5\.[4-9]|6)/,
  'openai-codex-responses': /^gpt-(5\.[5-9]|6)/,
};

/** Families whose models read pictures, and those whose models read text alone. */
const PICTURES = /claude|gpt-(4o|4\.1|4-turbo|5|6)|\bo[134](?!-mini)|o4-mini|gemini|grok|pixtral|gemma|llama-4|qwen.*vl/i;
const TEXT_ONLY = new RegExp(
  [
    ...[
      'gpt-(oss|3\\.5|4(:|$)|5\\.3-codex-spark)',
      '\\bo3-mini',
      'deepseek[-.](r1|v3|chat|v4-pro)',
      'codestral',
      'devstral(?!.*small-2512)',
    ],
    ...['glm-(4\\.[567]|5(\\.[12])?)(-(air|flash|flashx|fast|turbo|highspeed))?(:\\w+)?$', 'kimi-k2(-\\d{4}|-instruct|-thinking|:|$)'],
    ...[
      'qwen[.-]?3-(coder|max|next|\\d+b)(?!.*-thinking$)',
      'qwen3\\.7-max',
      'minimax-m(1|2(\\.\\d)?)\\b',
      'mimo-v2\\.5-pro',
      'nova-micro',
    ],
    ...['nemotron-(3-(super|ultra)|3\\.5-lightning)', 'llama-?3[.-][13]-', 'mixtral', 'mistral-(nemo|large-24)', 'open-mistral'],
  ].join('|'),
  'i',
);

/** Whether a model is sent system messages where they were written. */
export function takesSystemInside({ api, model }: Target): boolean {
  return (Object.hasOwn(INSIDE, api) ? INSIDE[api] : undefined)?.test(model) ?? false;
}

/** Whether a model is sent pictures; null where nobody knows, and then they are shown as sent. */
export function readsPictures(model: string): boolean | null {
  if (TEXT_ONLY.test(model)) return false;
  return PICTURES.test(model) ? true : null;
}
