import type { TapeRow } from '../../../shared/model/index.ts';
import { bodyOfLogged, exchangeAt, loggedAt } from '../evidence/at-hand.ts';
import { joinsOf } from '../evidence/joins.ts';
import { CAPTURED } from '../formats/abouts.ts';
import { bodyOf, sentBlocks } from '../formats/captured/request.ts';
import { asList, asString } from '../formats/json.ts';
import type { Block } from '../formats/snapshots/block.ts';
import type { Json, JsonObject } from '../formats/values.ts';
import { sentOf } from '../views/methods.ts';
import type { Rim } from '../views/rim.ts';

/** What is at hand of a request besides the entries of its context. */
export interface Known {
  systems: string[];
  /** Null where nobody kept them: then none is not the same as unknown. */
  tools: Block[] | null;
  parameters: JsonObject;
  /** It is the request itself, and not put together from the entries of a log that holds a part of it. */
  whole: boolean;
  /** All that was sent, in order. */
  sent: Block[];
  /** Who kept it, for people. */
  by: string;
  /** The step whose request it is. */
  step: number;
}

/** The request of a step as its log or somebody who captured it has it; null where nobody kept its system prompt or its tools. */
export async function knownAt(rim: Rim, tape: TapeRow, step: number): Promise<Known | null> {
  return (await captured(rim, tape, step)) ?? (await logged(rim, tape, step));
}

const captured = async (rim: Rim, tape: TapeRow, step: number): Promise<Known | null> => {
  const join = tape.format === CAPTURED ? { tape: tape.id, step } : (await joinsOf(rim.catalog, tape)).get(step);
  const exchange = join === undefined ? null : await exchangeAt(rim, rim.catalog.tape(join.tape), join.step);
  const body = exchange === null ? null : bodyOf(exchange);
  return exchange === null || body === null ? null : knownOf(body, exchange.before, exchange.by, step);
};

const OF_THE_LOG = 'the log itself';

const logged = async (rim: Rim, tape: TapeRow, step: number): Promise<Known | null> => {
  const whole = await loggedAt(rim, tape, step);
  if (whole !== null) return knownOf(bodyOfLogged(whole), [], OF_THE_LOG, step);
  const sent = await sentOf(rim, tape.id, { step }, { type: 'as-recorded' });
  if (sent.system === undefined && sent.tools === undefined) return null;
  const known = knownOf(bodyIn(sent), [], OF_THE_LOG, step);
  return { ...known, whole: false, tools: sent.tools === undefined ? null : known.tools };
};

/** What a view sends, as a body. */
export function bodyIn({ messages, system, tools, parameters }: Awaited<ReturnType<typeof sentOf>>): JsonObject {
  return { ...parameters, ...(system && { system }), ...(tools && { tools }), messages } as JsonObject;
}

/** What a body has besides parameters, and what we choose ourselves. */
const CONTENT: ReadonlySet<string> = new Set([
  ...['messages', 'input', 'contents', 'prompt', 'system', 'instructions', 'systemInstruction', 'system_instruction', 'tools', 'functions'],
  ...['model', 'stream', 'stream_options', 'metadata', 'store', 'user', 'max_tokens', 'max_output_tokens', 'max_completion_tokens'],
]);

const knownOf = (body: JsonObject, before: readonly Json[], by: string, step: number): Known => {
  const sent = sentBlocks(body, before) ?? [];
  const systems = sent.flatMap(({ block, role, text }) => (block === 'text' && role === 'system' ? (asString(text) ?? []) : []));
  const parameters = Object.fromEntries(Object.entries(body).filter(([name, value]) => !CONTENT.has(name) && !isNothing(value)));
  return { systems, tools: sent.filter(({ block }) => block === 'tool'), parameters, whole: true, sent, by, step };
};

const isNothing = (value: Json): boolean => value === null || (Array.isArray(value) && asList(value).length === 0);
