import { plainModel } from '../../../../shared/model/limits.ts';

/** What is known of models by their names, whichever agent talks to them. */

/** Characters per token, by what a text is. */
export interface Scale {
  /** Characters per token for a whole context of unknown texts. */
  charsPerToken: number;
  /** What people and models say: prompts, answers, summaries, reminders. */
  prose: number;
  /** Inputs of calls: JSON, commands, code. */
  call: number;
  /** What tools answer: code, listings, numbers. */
  result: number;
}

/**
 * Estimates, for models whose tokenizer is not public. Each figure is the median over recorded requests in which one text was most of what
 * came: `prose` from 142 answers without thinking and 35 reports of sub-agents, `call` from 2,200 answers that only called tools, `result`
 * from 640 single results, 4,400 requests in all. `tokens.corpus.test.ts` holds each class of
 * both generations to sessions that it was not fitted on.
 */
const OLDER: Scale = { charsPerToken: 2.8, prose: 3.6, call: 3.2, result: 2.8 };
/** Claude's newer tokenizer makes about a quarter more tokens of the same text, and a third more of prose. */
const NEWER: Scale = { charsPerToken: 2.2, prose: 2.5, call: 2.4, result: 2.2 };

const OLDER_CLAUDE = /^claude-(instant|[123]\b|(opus|sonnet|haiku)-4(-[0-6])?(-\d{8})?$)/;

/** How the characters of a log turn into tokens for the model that reads them. */
export function scaleFor(model: string | null): Scale {
  const name = plainModel(model);
  return name.startsWith('claude-') && !OLDER_CLAUDE.test(name) ? NEWER : OLDER;
}

/**
 * Models before Claude Opus 4.5 are not shown again what they thought in earlier turns: the provider takes it out and does not count it
 * (its documentation says so, and recorded contexts shrink by just that). Later ones keep it.
 */
const FORGETFUL = /^claude-(instant|[123]\b|opus-4(-[01])?(-\d{8})?$|(sonnet|haiku)-4(-[0-5])?(-\d{8})?$)/;

export function isForgetful(model: string | null): boolean {
  return FORGETFUL.test(plainModel(model));
}
