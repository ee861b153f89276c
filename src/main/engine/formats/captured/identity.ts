import { digest } from '../digest.ts';
import { asList, asString, isObject } from '../json.ts';
import { type Block, createNames } from '../snapshots/block.ts';
import type { Exchange } from './exchange.ts';
import { answeredBlocks, bodyOf, conversationOf, idOf, sentBlocks } from './request.ts';
import { wholeAnswer } from './stream.ts';

/** What tells which conversation a request belongs to. */
export interface Identity {
  /** That of its answer, by which a later request may continue from it. */
  id: string;
  session: string | null;
  /** System prompt and tools, without what differs from request to request. */
  shape: string;
  /** It offers no tools: a question aside, such as one for a title. */
  bare: boolean;
  /** Names of the blocks of its messages, in order. */
  blocks: readonly string[];
  /** How many of them are the first message. */
  first: number;
  /** Texts of its messages, where they are short enough to be looked into. */
  texts: readonly string[];
  /** The text of its answer. */
  answer: string;
}

/** The identity of a request; null for an exchange that asked no model. */
export function identityOf(exchange: Exchange): Identity | null {
  const body = bodyOf(exchange);
  if (body === null) return null;
  const answer = wholeAnswer(exchange.response);
  const sent = sentBlocks(body, exchange.before) ?? [];
  const all = sent.filter(({ block }) => block !== 'tool');
  const begin = all.findIndex(({ role }) => role !== 'system');
  const messages = begin < 0 ? all : all.slice(begin);
  const nameOf = createNames();
  const second = messages.findIndex(({ opens }, at) => at > 0 && opens === true);
  return {
    ...{ id: idOf(exchange, answer), session: conversationOf(exchange), shape: shapeOf(sent), bare: asList(body.tools).length === 0 },
    ...{ blocks: messages.map(nameOf), first: second < 0 ? messages.length : second },
    texts: messages.slice(0, FIRST).flatMap(({ text }) => asString(text) ?? []),
    answer: answeredBlocks(answer)
      .flatMap(({ block, text }) => (block === 'text' ? (asString(text) ?? []) : []))
      .join('\n'),
  };
}

/** A summary that a conversation continues with is among its first texts. */
const FIRST = 8;
/** Characters of a system prompt that tell one from another. */
const HEAD = 400;

/** A billing header differs with each request. */
const isBilling = ({ text }: Block): boolean => /^x-[\w-]+-header:/.test(asString(text) ?? '');

function shapeOf(sent: readonly Block[]): string {
  const tools = sent.flatMap(({ block, name }) => (block === 'tool' ? [name ?? null] : []));
  const system = sent
    .filter((block) => block.role === 'system' && block.block === 'text' && !isBilling(block))
    .map(({ text }) => asString(text)?.slice(0, HEAD) ?? '');
  return digest([tools.length, system.slice(0, 2)]);
}

/** The response that a request continues from and does not repeat; null where it sends all. */
export function continuesFrom({ request }: Pick<Exchange, 'request'>): string | null {
  return isObject(request) ? asString(request.previous_response_id) : null;
}

/** What a request of that kind adds to the conversation: its items and those of its answer. */
export function addedBy({ request, response }: Pick<Exchange, 'request' | 'response'>) {
  const answer = wholeAnswer(response);
  const input = isObject(request) ? request.input : undefined;
  return [
    ...(typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : asList(input)),
    ...asList(answer?.output ?? answer?.output_items),
  ];
}
