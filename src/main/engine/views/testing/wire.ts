import type { Json, JsonObject, WireMessage } from '../../formats/format.ts';
import { asList, asObject, asString, isObject } from '../../formats/json.ts';

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

/** Places of the longest common run of keys, in order. */
function common(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const length = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      length[i * width + j] =
        a[i] === b[j]
          ? (length[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(length[(i + 1) * width + j] ?? 0, length[i * width + j + 1] ?? 0);
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if ((length[(i + 1) * width + j] ?? 0) >= (length[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return pairs;
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

/** Versions before 2.1.87 log no attachments: every reminder is a text that they sent and did not write down. */
const isUnlogged = ({ block }: Sent, attachments: boolean): boolean => {
  const text = asString(block.text) ?? '';
  return isContext(text) || (!attachments && (text.startsWith(REMINDER) || block.type === 'image'));
};

/** Holds the messages that were derived against those that were sent. `attachments`: that version logs what it attaches. */
export function compare(sent: readonly JsonObject[], derived: readonly WireMessage[], attachments: boolean, tally: Tally): void {
  const [ours, theirs] = [blocksOf(derived), blocksOf(sent)];
  const pairs = common(
    theirs.map(({ key }) => key),
    ours.map(({ key }) => key),
  );
  const [equal, used] = [new Set(pairs.map(([at]) => at)), new Set(pairs.map(([, at]) => at))];
  const left = ours.filter((_, at) => !used.has(at));
  let [unlogged, differs] = [0, 0];
  theirs.forEach((one, at) => {
    if (equal.has(at)) return;
    const folded = attachments ? -1 : left.findIndex((other) => isFolded(one, other));
    if (folded >= 0) left.splice(folded, 1);
    if (folded >= 0 || isUnlogged(one, attachments)) unlogged += 1;
    else differs += 1;
  });
  tally.requests += 1;
  tally.whole += differs === 0 && left.length === 0 ? 1 : 0;
  tally.blocks += theirs.length;
  tally.equal += equal.size;
  tally.unlogged += unlogged;
  tally.differs += differs;
  tally.extra += left.length;
}

/** The same result, with reminders put into it. */
const isFolded = (sent: Sent, derived: Sent): boolean =>
  sent.block.type === 'tool_result' &&
  sent.block.tool_use_id === derived.block.tool_use_id &&
  typeof sent.block.content === 'string' &&
  typeof derived.block.content === 'string' &&
  sent.block.content.startsWith(`${derived.block.content.trim()}\n\n${REMINDER}`.trimStart());
