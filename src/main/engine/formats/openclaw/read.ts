import { Flag } from '../../../../shared/model/vocabulary.ts';
import type { Draft } from '../format.ts';
import { asString, isObject } from '../json.ts';
import { read as readPi } from '../pi/read.ts';
import { messageOf, piecesOf, textOf } from '../pi/said.ts';
import type { Json, JsonObject } from '../values.ts';
import { ACK, MIRROR, POLL } from './labels.ts';

/** Reads a record of OpenClaw as pi's, with what OpenClaw alone writes: its polls, their answers, and copies of what it delivered. */
export function read(record: Json): Draft {
  const draft = readPi(record);
  const message = isObject(record) ? messageOf(record) : null;
  if (message?.role === 'assistant') readAnswer(draft, message);
  else if (message?.role === 'user' && isPoll(textOf(message.content))) {
    draft.flags = (draft.flags & ~Flag.Prompt) | Flag.Notification;
    draft.label = POLL;
    draft.facts = null;
  }
  return draft;
}

const POLLED = '[OpenClaw heartbeat poll]';
const TASKS = 'Run the following periodic tasks';

const isPoll = (text: string): boolean => text.trim() === POLLED || text.trim().startsWith(TASKS);

/** Models under which OpenClaw files what it delivered to a chat: no request was made, and no later one has it. */
const MIRRORS: ReadonlySet<Json | undefined> = new Set(['delivery-mirror', 'gateway-injected']);

function readAnswer(draft: Draft, message: JsonObject): void {
  if (message.provider === 'openclaw' && MIRRORS.has(message.model)) {
    draft.flags = (draft.flags & ~Flag.Sent) | Flag.Excluded | Flag.Synthetic;
    draft.label = MIRROR;
    draft.model = null;
    draft.usage = null;
    draft.facts = null;
  } else if (message.api === 'cli') {
    // What the terminal showed, once more: no request was made for it, yet later ones have it.
    draft.flags |= Flag.Synthetic;
    draft.usage = null;
  } else if (draft.calls.length === 0 && isAck(message)) draft.label = ACK;
}

/** More than this next to the token is an answer of its own. */
const MOST = 300;

/** An answer to a poll that nothing has to be done: the token, with a few words at most, or nothing at all. */
function isAck({ content }: JsonObject): boolean {
  const pieces = piecesOf(content);
  if (pieces.some(({ type }) => type !== 'text')) return false;
  const text = pieces
    .map((piece) => asString(piece.text) ?? '')
    .join('')
    .trim();
  if (text === '') return true;
  const plain = text.replace(/<[^>]*>/g, ' ').replace(/^[*`~_\s]+|[*`~_\s]+$/g, '');
  const rest = plain.replace(/^HEARTBEAT_OK|HEARTBEAT_OK[^\w]{0,4}$/g, '');
  return rest.length < plain.length && rest.trim().length <= MOST;
}
