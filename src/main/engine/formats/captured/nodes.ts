import { asList, asObject, asString } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import type { Exchange } from './exchange.ts';
import { answerOf, contentOf, TAPES } from './turns.ts';

/**
 * A message as older versions of papercomputeco/tapes (0.1 to 0.4) keep it in their table `nodes`: each hangs on the one before it, and the answer to a
 * request says why it stopped and what it used. So a request is all that an answer hangs on. Its tools and parameters were not kept.
 */
export interface Node {
  role: string;
  /** Blocks in the proxy's own words for all providers. */
  content: Json;
  model: string;
}

/** An answer with what was counted for it. */
export interface AnswerNode extends Node {
  stopReason: string;
  /** Null where nothing was counted. */
  usage: JsonObject | null;
  project: string | null;
  /** When it was stored, epoch ms, and how long it took. */
  stored: number | null;
  took: number | null;
}

const BY = `${TAPES} (messages alone)`;

/** Results are the user's in the words of Anthropic's messages, in which answers are told too. */
const messageOf = ({ role, content }: Node): JsonObject => ({ role: role === 'assistant' ? role : 'user', content: contentOf(content) });

/** The exchange of an answer and the messages before it, in their order. */
export function ofNodes(before: readonly Node[], answer: AnswerNode): Exchange {
  const [system, said] = [before.filter(({ role }) => role === 'system'), before.filter(({ role }) => role !== 'system')];
  const { model, content, stopReason, usage, stored, took } = answer;
  const prompt = system.flatMap((node) => contentOf(node.content)).filter((block) => asString(asObject(block)?.text) !== null);
  return {
    ...{
      at: stored !== null && took !== null ? stored - took : stored,
      ended: stored,
      by: BY,
      method: 'POST',
      path: '',
      status: null,
      join: {},
    },
    request: { model, ...(prompt.length > 0 && { system: prompt }), messages: said.map(messageOf) },
    response: answerOf({ model, message: { content: asList(content) }, stop_reason: stopReason === '' ? null : stopReason, usage }),
    before: [],
  };
}
