import type { Usage } from '../../../../shared/model/index.ts';
import type { Facts } from '../format.ts';
import type { Json, JsonObject } from '../values.ts';
import { type Block, createNames } from './block.ts';

/** One request with all that it sent, as a log has it that repeats the history with each. */
export interface Snapshot {
  /** The id of the request, which is the key of its step; empty for a state that no answer came of. */
  request: string;
  /** "chat gpt-5". */
  label: string;
  /** When it was sent and when its answer was there, epoch ms. */
  time: number | null;
  ended: number | null;
  model: string | null;
  usage: Usage | null;
  /** In dollars. */
  cost: number | null;
  failed: boolean;
  /** A sub-agent made it. */
  sidechain: boolean;
  /** Tools, system prompt and messages, in the order in which the model reads them; null where the log does not hold them. */
  sent: readonly Block[] | null;
  answer: readonly Block[];
  facts: Facts;
  /** What a format's thread must know of it. */
  hint?: Json;
  /** What else the record says of it. */
  rest: JsonObject;
  /** For a log of states: the name of this one, and of the one that it came from. What it hands over is in `rest.state`. */
  checkpoint?: { id: string; parent: string | null };
}

/** Something of a log that is not a request: a tool that ran, an agent that was called. */
export interface Aside {
  aside: string;
  label: string;
  time: number | null;
  failed: boolean;
  /** An entry of a type that the reader does not know. */
  unknown: boolean;
  /** The name of the anchor that it is. Absent for none. */
  anchor?: string;
  facts: Facts;
  hint?: Json;
  rest: Json;
}

/** The record of one entry: a block, a request or an aside. They are of this project's making; a log has none of them as its own record. */
export interface Entry {
  record: JsonObject;
  /** For a request: the keys of the blocks that it sent. */
  sends?: readonly string[];
  facts?: Facts;
  hint?: Json;
  /** It is of a request that another tape has too, and counts. */
  shared?: true;
}

/** The entries that a request makes: the blocks that it sent, itself, and what was answered. */
export function entriesOf({ sent, answer, facts, hint, ...head }: Snapshot): Entry[] {
  const nameOf = createNames();
  const { request, time, ended } = head;
  const named = (block: Block, more: JsonObject): Entry => ({ record: { ...block, key: nameOf(block), ...more } });
  const before = (sent ?? []).map((block) => named(block, { at: time }));
  const sends = before.map(({ record }) => String(record.key));
  const own: Entry = {
    record: { ...head, usage: head.usage && { ...head.usage } },
    facts,
    ...(sent !== null && { sends }),
    ...(hint !== undefined && { hint }),
  };
  return [...before, own, ...answer.map((block) => named(block, { of: request, at: ended }))];
}

export function asideEntry({ facts, hint, ...record }: Aside): Entry {
  return {
    ...{ record: { ...record }, facts },
    ...(hint !== undefined && { hint }),
  };
}
