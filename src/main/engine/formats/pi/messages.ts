import type { Built } from '../format.ts';
import { asString, isObject } from '../json.ts';
import type { Json, JsonObject, WireMessage } from '../values.ts';
import { takesSystemInside } from './abilities.ts';
import { adapt } from './adapt.ts';
import { declaredIn, promptOf } from './prompt.ts';
import { messageOf, type Said, saidBy, type Target, targetOf } from './said.ts';
import { anthropicMessages } from './wire-anthropic.ts';
import { chatMessages } from './wire-chat.ts';
import { googleContents } from './wire-google.ts';
import { responsesItems } from './wire-responses.ts';

/**
 * The request that the records of a context make, in the order in which the model reads them. `own` holds the answer to it, which names the model
 * that it went to (`prepare` is what a program does to the messages before pi has them); where none was made, the last `model_change` among the records does. An edit among the records stands for its content.
 */
export function requestOf(records: readonly Json[], own: readonly Json[] = [], prepare = (said: Said[]): Said[] => said): Built {
  const all = records.filter(isObject);
  const target = answeredBy(own) ?? chosenIn(all);
  const edits = new Map(all.flatMap((record) => (record.type === 'context_edit' ? [[asString(record.targetId) ?? '', record]] : [])));
  const said = prepare(all.flatMap((record) => saidBy(record, edits.get(asString(record.id) ?? '\0'))));
  const inside = target !== null && takesSystemInside(target) && said[0]?.role === 'system';
  const messages = adapt(inside ? said : said.filter(({ role }) => role !== 'system'), target);
  const prompt = promptOf(inside ? said.slice(0, 1) : said);
  const tools = inside && target.api === 'anthropic-messages' ? declaredIn(said) : prompt.tools;
  return { ...prompt, tools, messages: shaped(inside ? messages.slice(1) : messages, target) };
}

/** The model that answered. */
function answeredBy(own: readonly Json[]): Target | null {
  const message = own
    .filter(isObject)
    .map(messageOf)
    .find((found) => found?.role === 'assistant');
  return message ? targetOf(message) : null;
}

/** The model that was chosen last, with the API by which it answered before. */
function chosenIn(records: readonly JsonObject[]): Target | null {
  const answers = records.flatMap((record) => {
    const message = messageOf(record);
    return message?.role === 'assistant' ? [targetOf(message)] : [];
  });
  const chosen = records.findLast(({ type }) => type === 'model_change');
  if (chosen === undefined) return answers.at(-1) ?? null;
  const { provider, model } = targetOf({ ...chosen, model: chosen.modelId ?? null });
  const known =
    answers.findLast((one) => one.provider === provider && one.model === model) ?? answers.findLast((one) => one.provider === provider);
  return { provider, model, api: known?.api ?? USUAL[provider] ?? '' };
}

/** The API of the providers that pi knows best, where no answer tells. */
const USUAL: Readonly<Record<string, string>> = {
  anthropic: 'anthropic-messages',
  openai: 'openai-responses',
  'openai-codex': 'openai-codex-responses',
  google: 'google-generative-ai',
  openrouter: 'openai-completions',
};

/** The messages in the shape of the API that they are sent to; that of Anthropic where the log does not name one. */
function shaped(said: readonly Said[], target: Target | null): WireMessage[] {
  const api = target?.api ?? '';
  if (api.startsWith('google')) return googleContents(said, target);
  if (api.endsWith('responses')) return responsesItems(said, target);
  return api === 'openai-completions' || api === 'mistral-conversations' ? chatMessages(said) : anthropicMessages(said);
}

export function messages(records: Json[], _model?: string | null, own: readonly Json[] = []): WireMessage[] {
  return requestOf(records, own).messages;
}
