import type { Target } from './said.ts';

/**
 * Models that read system messages in mid-conversation, by the list of models in pi-ai 0.87.1. For all others pi folds such a message into
 * the prompt at the head. A model that somebody configured is not in that list, and the log does not say what it can do.
 */
const INSIDE: Readonly<Record<string, RegExp>> = {
  'anthropic-messages': /^claude-(fable-5|opus-4[.-]8|opus-5)([.-]|$)/,
  'openai-responses': /^(openai\/)?gpt-(5\.[4-9]|6)/,
  'openai-codex-responses': /^gpt-(5\.[5-9]|6)/,
};

/** Whether a model is sent system messages where they were written. */
export const takesSystemInside = ({ api, model }: Target): boolean =>
  (Object.hasOwn(INSIDE, api) ? INSIDE[api] : undefined)?.test(model) ?? false;
