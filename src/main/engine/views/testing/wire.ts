import type { BlockDifference } from '../../../../shared/model/index.ts';
import { compareBlocks } from '../../evidence/compare-blocks.ts';
import { sentBlocks } from '../../formats/captured/request.ts';
import type { Json, JsonObject, WireMessage } from '../../formats/format.ts';
import { asList, asObject, isObject } from '../../formats/json.ts';

/** Marks of the cache move; a result of one text is the same as the text. */
function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'cache_control');
  const copy = Object.fromEntries(kept.map(([key, inner]) => [key, plain(inner)]).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
  const [only, ...others] = asList(copy.content);
  if (copy.type === 'tool_result' && others.length === 0 && asObject(only)?.type === 'text') copy.content = asObject(only)?.text ?? '';
  return copy;
}

export interface Sent {
  role: string;
  block: JsonObject;
  key: string;
}

/** The blocks of messages, without what differs from request to request. */
export function blocksOf(messages: readonly JsonObject[]): Sent[] {
  return messages.flatMap(({ role, content }) =>
    (typeof content === 'string' ? [{ type: 'text', text: content }] : asList(content).filter(isObject)).map((block) => {
      const bare = asObject(plain(block)) ?? {};
      return { role: String(role), block: bare, key: JSON.stringify([role, bare]) };
    }),
  );
}

/** What a comparison of derived blocks with sent ones came to. */
export interface Tally {
  requests: number;
  /** Requests of which every block that the log holds is equal and in its place. */
  whole: number;
  blocks: number;
  equal: number;
  /** Sent, and not in the log. */
  unlogged: number;
  /** Sent otherwise than derived, or not derived. */
  differs: number;
  /** Derived and not sent. */
  extra: number;
}

/** A comparison of nothing. */
export function noTally(): Tally {
  return { requests: 0, whole: 0, blocks: 0, equal: 0, unlogged: 0, differs: 0, extra: 0 };
}

export const REMINDER = '<system-reminder>';

/** The user's CLAUDE.md, the state of git and the date: no version before 2.1.285 logs them. */
export function isContext(text: string): boolean {
  return text.startsWith(`${REMINDER}\nAs you answer the user's questions, you can use the following context:`);
}

/** Versions before 2.1.87 log no attachments: every reminder, and every picture, is sent and not written down. */
const isUnlogged = ({ where, kind, sent, expected }: BlockDifference, attachments: boolean): boolean => {
  if (where === 'only-sent') return isContext(sent ?? '') || (!attachments && (kind === 'injected' || isImage(sent ?? '')));
  return where === 'differs' && expected && !attachments;
};

const isImage = (sent: string): boolean => sent.startsWith('{"type":"image"');

/** Compares the messages that were derived with those that were sent. `attachments`: that version logs what it attaches. */
export function compare(sent: readonly JsonObject[], derived: readonly WireMessage[], attachments: boolean, tally: Tally): void {
  const theirs = sentBlocks({ messages: [...sent] }) ?? [];
  const { byKind, differences } = compareBlocks(theirs, sentBlocks({ messages: [...derived] }) ?? []);
  const unlogged = differences.filter((one) => isUnlogged(one, attachments));
  const rest = differences.filter((one) => !unlogged.includes(one));
  const differs = rest.filter(({ where }) => where !== 'only-derived').length;
  const extra = rest.filter(({ where }) => where !== 'only-sent').length;
  tally.requests += 1;
  tally.whole += rest.length === 0 ? 1 : 0;
  tally.blocks += theirs.length;
  tally.equal += Object.values(byKind).reduce((sum, { equal }) => sum + equal, 0);
  tally.unlogged += unlogged.length;
  tally.differs += differs;
  tally.extra += extra;
}
