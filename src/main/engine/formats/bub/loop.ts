import type { Json, JsonObject } from '../format.ts';
import { asNumber, asObject, asString, oneLine, stringify } from '../json.ts';
import type { BubEntry } from './entry.ts';
import { eventData, messageText } from './entry.ts';

/**
 * What Bub logs about its own loop, in words: turn → request → calls or commands → results → next prompt. All writers, from the first
 * commit on: names and fields differ.
 */
export function loopWords(entry: BubEntry): string | null {
  const name = entry.kind === 'event' ? asString(entry.payload.name) : null;
  const words = name === null ? undefined : WORDS.get(name);
  return words ? words(eventData(entry)) : null;
}

const joined = (...parts: (string | null)[]): string => parts.filter((part) => part !== null && part !== '').join(' · ');

const number = (value: Json | undefined): string => String(asNumber(value) ?? '?');

const took = (data: JsonObject): string | null => {
  const elapsed = asNumber(data.elapsed_ms);
  return elapsed === null ? null : `${elapsed} ms`;
};

const promptOf = (data: JsonObject): string => oneLine(spoken(messageText(data.prompt)), 120);

const WORDS: ReadonlyMap<string, (data: JsonObject) => string> = new Map([
  ['loop.start', (data) => joined('turn begins → model', asString(data.model), promptOf(data))],
  ['loop.step.start', (data) => joined(`request ${number(data.step)}`, asString(data.model), promptOf(data))],
  ['loop.step', loopStep],
  ['loop.step.error', (data) => joined(`request ${number(data.step)} failed`, asString(data.error))],
  ['loop.step.finish', loopFinish],
  ['loop.step.empty', (data) => joined(`request ${number(data.step)}`, 'the answer was empty')],
  ['loop.max_steps', (data) => joined('turn stopped', `${number(data.max_steps)} requests are the most (max_steps)`)],
  ['loop.result', loopResult],
  ['run', runWords],
  [
    'command',
    (data) => joined(commandOf(data), byWhom(data), asString(data.status), took(data), oneLine(asString(data.output) ?? '', 120)),
  ],
  ['handoff', (data) => joined(`handoff to ${asString(data.name) ?? '?'}`, asString(asObject(data.state)?.summary))],
  ['model_switch', (data) => `model is now ${asString(data.model) ?? '?'}`],
  ['reasoning_effort_switch', (data) => `reasoning effort is now ${asString(data.reasoning_effort) ?? '?'}`],
]);

/** How `loop.step` ends a request, and with `ok` and `error` the turn. */
function loopStep(data: JsonObject): string {
  const request = `request ${number(data.step)}`;
  const error = asString(data.error);
  switch (data.status) {
    case 'start':
      return request;
    case 'continue':
      return joined(`${request} answered with calls`, took(data), 'next: their results');
    case 'ok':
      return joined(`${request} answered`, took(data), 'turn ends');
    case 'auto_handoff':
      return joined(`${request} failed`, error, 'next: asked again from a new anchor');
    case 'error':
      return joined(`${request} failed`, error, 'turn ends');
    default:
      return joined(request, asString(data.status), error);
  }
}

function loopFinish(data: JsonObject): string {
  const next = data.exit_requested === true ? 'turn ends: exit' : data.followup === true ? 'next: results of commands' : null;
  return joined(`request ${number(data.step)} answered`, next, oneLine(asString(data.visible_text) ?? '', 120));
}

function loopResult(data: JsonObject): string {
  const error = asString(data.error);
  const stop = error ?? (data.exit_requested === true ? 'exit' : 'answered');
  return joined('turn ends', stop, `${number(data.steps)} requests`);
}

function runWords(data: JsonObject): string {
  const usage = asObject(data.usage);
  const size = usage === null ? null : `${number(usage.prompt_tokens)} in, ${number(usage.completion_tokens)} out`;
  return joined(data.status === 'error' ? 'answer failed' : 'answer', asString(data.model), size);
}

/** The command line with its one comma: Bub 0.2 logs it with the comma, later ones without. */
export function commandOf(data: JsonObject): string {
  return `,${(asString(data.raw) ?? asString(data.name) ?? '').replace(/^,+/, '')}`;
}

/** Bub 0.2 lets the model give commands in its answer; since 0.3 they come from a person alone. */
const byWhom = (data: JsonObject): string | null => (data.origin === 'assistant' ? 'by the model' : null);

const RESULT = /^<command name="?([^" >]*)"? status="?([^" >]*)"?>\s*/;

/**
 * A prompt as a person would read it: the text out of a channel's envelope, with who wrote it, and the results of commands that Bub 0.2 hands
 * back to the model as a prompt. Other texts are returned as they are.
 */
export function spoken(text: string): string {
  const result = RESULT.exec(text);
  if (result) return `result of ,${result[1]} · ${result[2]}\n${text.slice(result[0].length).replace(/<\/command>\s*$/, '')}`;
  const envelope = envelopeIn(text);
  return envelope === null ? text : joined(envelope.from, envelope.message);
}

/** The text alone, for a title. */
export function said(text: string): string {
  return envelopeIn(text)?.message ?? spoken(text);
}

/** What every message of a channel names. */
const SENDER: readonly string[] = ['chat_id', 'message_id', 'sender_id', 'username', 'full_name'];

/** Channels send JSON around a person's words; from 0.3 on lines about the channel come before it. */
function envelopeIn(text: string): { message: string; from: string | null } | null {
  const at = text.startsWith('{') ? 0 : text.indexOf('\n{') + 1;
  if (at === 0 && !text.startsWith('{')) return null;
  if (text.length > MOST) return null;
  try {
    const found = asObject(JSON.parse(text.slice(at)) as Json);
    const message = asString(found?.message);
    if (found === null || message === null || !SENDER.some((key) => found[key] !== undefined)) return null;
    return { message, from: asString(found.full_name) ?? asString(found.username) };
  } catch {
    return null;
  }
}

/** Longer texts are no chat messages. */
const MOST = 100_000;

/** An event that has no words of its own. */
export function otherEvent(entry: BubEntry): string {
  return `${asString(entry.payload.name) ?? 'event'} ${oneLine(stringify(eventData(entry)), 200)}`;
}
