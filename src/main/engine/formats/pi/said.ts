import { asList, asObject, asString, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** Which model an answer came from, or a request goes to; empty where the log does not say. */
export interface Target {
  provider: string;
  api: string;
  model: string;
}

/** A system message: a prompt, or a change of its named sections and of the tools. */
export interface SystemSaid {
  role: 'system';
  text: string;
  /** Null removes a section. */
  sections: [name: string, text: string | null][];
  added: JsonObject[];
  removed: string[];
}

export interface UserSaid {
  role: 'user';
  /** A string as it was typed is sent as one. */
  content: string | JsonObject[];
}

export interface AssistantSaid {
  role: 'assistant';
  content: JsonObject[];
  from: Target;
  /** It failed or was stopped, and is in no later request. */
  dropped: boolean;
}

export interface ResultSaid {
  role: 'toolResult';
  call: string;
  tool: string;
  content: JsonObject[];
  failed: Json;
}

/** A message before it takes the shape of a provider's API. */
export type Said = SystemSaid | UserSaid | AssistantSaid | ResultSaid;

const COMPACTED = ['The conversation history before this point was compacted into the following summary:\n\n<summary>\n', '\n</summary>'];
const BRANCHED = ['The following is a summary of a branch that this conversation came back from:\n\n<summary>\n', '</summary>'];

const FAILED: ReadonlySet<Json | undefined> = new Set(['error', 'aborted']);

/** Whether an answer failed or was stopped: later requests leave it out. */
export function isDropped(message: JsonObject): boolean {
  return FAILED.has(message.stopReason);
}

/** Content as blocks; a string is one text. */
export function piecesOf(content: Json | undefined): JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  const pieces = asList(content);
  if (pieces.every(isObject)) return pieces;
  return pieces.flatMap((piece): JsonObject[] =>
    typeof piece === 'string' ? [{ type: 'text', text: piece }] : isObject(piece) ? [piece] : [],
  );
}

/** The texts of some content, one per line; images and calls are none. */
export function textOf(content: Json | undefined): string {
  return typeof content === 'string'
    ? content
    : piecesOf(content)
        .filter(({ type }) => type === 'text')
        .map(({ text }) => asString(text) ?? '')
        .join('\n');
}

/** The message of a record, under the role that its newest version gives it; null where it holds none. */
export function messageOf(record: JsonObject): JsonObject | null {
  const message = record.type === 'message' ? asObject(record.message) : null;
  return message?.role === 'hookMessage' ? { ...message, role: 'custom' } : message;
}

/**
 * What a record puts before the model; `edit`: a context_edit whose content was sent in its place. pi keeps compaction summaries, branch
 * summaries, messages of extensions and commands that a person ran as user messages.
 */
export function saidBy(record: JsonObject, edit?: JsonObject): Said[] {
  if (edit !== undefined && edit.replacement === null) return [];
  const said = plainlySaid(record);
  const replacement = edit === undefined ? null : asObject(edit.replacement);
  return replacement === null ? said : said.map((one) => replaced(one, replacement.content ?? ''));
}

function plainlySaid(record: JsonObject): Said[] {
  switch (record.type) {
    case 'message':
      return messageSaid(messageOf(record));
    case 'custom_message':
      return [{ role: 'user', content: piecesOf(record.content) }];
    case 'branch_summary':
      return asString(record.summary) ? [wrapped(BRANCHED, record)] : [];
    case 'compaction': {
      const system = asObject(record.systemMessage);
      return [...(system === null ? [] : [systemSaid(system)]), wrapped(COMPACTED, record)];
    }
    default:
      return [];
  }
}

const wrapped = ([before = '', after = '']: readonly string[], { summary }: JsonObject): UserSaid => ({
  role: 'user',
  content: [{ type: 'text', text: `${before}${asString(summary) ?? ''}${after}` }],
});

function messageSaid(message: JsonObject | null): Said[] {
  switch (message?.role) {
    case 'system':
      return [systemSaid(message)];
    case 'user':
      return [{ role: 'user', content: typeof message.content === 'string' ? message.content : piecesOf(message.content) }];
    case 'custom':
      return [{ role: 'user', content: piecesOf(message.content) }];
    case 'assistant':
      return [{ role: 'assistant', content: piecesOf(message.content), from: targetOf(message), dropped: isDropped(message) }];
    case 'toolResult':
      return [resultSaid(message)];
    case 'bashExecution':
      return message.excludeFromContext === true ? [] : [{ role: 'user', content: [{ type: 'text', text: commandText(message) }] }];
    default:
      return [];
  }
}

export function targetOf({ provider, api, model }: JsonObject): Target {
  return {
    provider: asString(provider) ?? '',
    api: asString(api) ?? '',
    model: asString(model) ?? '',
  };
}

const systemSaid = (message: JsonObject): SystemSaid => ({
  role: 'system',
  text: textOf(message.content),
  sections: Object.entries(asObject(message.sections) ?? {}).map(([name, text]) => [name, asString(text)]),
  added: asList(message.toolsAdded).filter(isObject),
  removed: asList(message.toolsRemoved).flatMap((tool) => asString(asObject(tool)?.name) ?? []),
});

const resultSaid = (message: JsonObject): ResultSaid => ({
  role: 'toolResult',
  call: asString(message.toolCallId) ?? '',
  tool: asString(message.toolName) ?? '',
  content: piecesOf(message.content),
  failed: message.isError ?? null,
});

/** A command that a person ran with `!`, with what it printed, in the words in which the model reads it. */
export function commandText(message: JsonObject): string {
  const output = asString(message.output) ?? '';
  const ran = `Ran \`${asString(message.command) ?? ''}\`\n${output === '' ? '(no output)' : `\`\`\`\n${output}\n\`\`\``}`;
  const code = message.exitCode;
  const ended =
    message.cancelled === true
      ? '\n\n(command cancelled)'
      : typeof code === 'number' && code !== 0
        ? `\n\nCommand exited with code ${code}`
        : '';
  const whole = asString(message.fullOutputPath);
  return `${ran}${ended}${message.truncated === true && whole ? `\n\n[Output truncated. Full output: ${whole}]` : ''}`;
}

/** Only what the roles with a content said can be replaced. */
function replaced(said: Said, content: Json): Said {
  if (said.role === 'system') return said;
  if (said.role === 'user' && typeof said.content === 'string' && typeof content === 'string') return { ...said, content };
  return { ...said, content: said.role === 'user' && typeof content === 'string' ? content : piecesOf(content) } as Said;
}
