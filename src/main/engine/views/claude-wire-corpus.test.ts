import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, WireMessage } from '../formats/format.ts';
import { asList, asNumber, asObject, asString, isObject } from '../formats/json.ts';
import { decide } from './assemble.ts';
import { messagesIn } from './methods.ts';
import { type ImportedTape, importFile, importRecords } from './testing/imported.ts';

/**
 * What is derived from a log against what Claude Code truly sent: sessions of six versions with every request, and recorded requests of two
 * real sessions. A request that a log holds itself (2.1.330) is derived here all the same, since heads and other policies rest on the rules.
 */
const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const lab = join(corpus, 'lab/claude-code');
const sessions =
  corpus === ''
    ? []
    : globSync('*/meta.json', { cwd: lab })
        .map((path) => path.split('/')[0] ?? '')
        .sort();

const read = (path: string): JsonObject => asObject(JSON.parse(readFileSync(path, 'utf8'))) ?? {};

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

interface Sent {
  role: string;
  block: JsonObject;
  key: string;
}

const blocksOf = (messages: readonly JsonObject[]): Sent[] =>
  messages.flatMap(({ role, content }) =>
    (typeof content === 'string' ? [{ type: 'text', text: content }] : asList(content).filter(isObject)).map((block) => {
      const bare = asObject(plain(block)) ?? {};
      return { role: String(role), block: bare, key: JSON.stringify([role, bare]) };
    }),
  );

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

interface Tally {
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

const none = (): Tally => ({ requests: 0, whole: 0, blocks: 0, equal: 0, unlogged: 0, differs: 0, extra: 0 });

const REMINDER = '<system-reminder>';

/** The user's CLAUDE.md, the state of git and the date: no version before 2.1.285 logs them. */
const isContext = (text: string): boolean =>
  text.startsWith(`${REMINDER}\nAs you answer the user's questions, you can use the following context:`);

/** Versions before 2.1.87 log no attachments: every reminder is a text that they sent and did not write down. */
const isUnlogged = ({ block }: Sent, attachments: boolean): boolean => {
  const text = asString(block.text) ?? '';
  return isContext(text) || (!attachments && (text.startsWith(REMINDER) || block.type === 'image'));
};

function compare(sent: readonly JsonObject[], derived: readonly WireMessage[], attachments: boolean, tally: Tally): void {
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

const derivedAt = (tape: ImportedTape, step: number): Promise<WireMessage[]> =>
  messagesIn(tape.rim, decide(tape.rim, tape.tape, step, { type: 'as-recorded' }));

/** The step that an answer at this line belongs to. */
function stepAt({ store, tape }: ImportedTape, line: number): number | null {
  const { entries } = store.catalog.tape(tape);
  return store.catalog.entries(tape, 1, entries + 1).find((row) => row.line === line)?.step ?? null;
}

async function compareSession(name: string, tally: Tally): Promise<void> {
  const { version, joins } = read(join(lab, name, 'meta.json'));
  const tapes = new Map<string, ImportedTape>();
  for (const item of asList(joins)) {
    const { n, found } = asObject(item) ?? {};
    const { file, line } = asObject(asList(found)[0]) ?? {};
    if (typeof file !== 'string') continue;
    const tape = tapes.get(file) ?? importFile(join(lab, name, 'transcripts', file));
    tapes.set(file, tape);
    const step = stepAt(tape, asNumber(line) ?? 0);
    const body = read(join(lab, name, 'requests', `${String(n).padStart(4, '0')}.request.json`));
    compare(asList(body.messages).filter(isObject), await derivedAt(tape, step ?? 0), version !== '2.0.76' && version !== '2.1.59', tally);
  }
  for (const { store } of tapes.values()) store.close();
}

describe.skipIf(corpus === '')('sessions of which every request was kept (TAPESCOPE_CORPUS)', () => {
  /*
   * What differs. 2.0.76: two messages of one prompt that a killed run wrote twice. 2.1.59: after a resume it sent one of several parallel
   * results and left the others and their calls out, which recorded sizes show but for 20 blocks. 2.1.112 and 2.1.219: what hooks of tools said hung beside the chain
   * and was lost at a resume (12 results), sub-agents were sent listings that their files do not hold (10 results), one server was gone at a
   * resume, so that its tools were no longer named, files read again came in another order, and one prompt was written after its answer.
   */
  it.each<[string, Tally]>([
    ['2.0.76', { requests: 196, whole: 193, blocks: 3024, equal: 2700, unlogged: 321, differs: 3, extra: 3 }],
    ['2.1.59', { requests: 84, whole: 74, blocks: 1387, equal: 1134, unlogged: 251, differs: 2, extra: 20 }],
    ['2.1.112', { requests: 82, whole: 75, blocks: 1619, equal: 1527, unlogged: 82, differs: 10, extra: 10 }],
    ['2.1.219', { requests: 84, whole: 75, blocks: 1935, equal: 1833, unlogged: 84, differs: 18, extra: 15 }],
    ['2.1.285', { requests: 34, whole: 34, blocks: 1035, equal: 1035, unlogged: 0, differs: 0, extra: 0 }],
    ['2.1.330', { requests: 167, whole: 167, blocks: 5583, equal: 5583, unlogged: 0, differs: 0, extra: 0 }],
  ])('%s is derived as it was sent', async (version, expected) => {
    const tally = none();
    for (const name of sessions.filter((session) => session.startsWith(`${version}-`))) await compareSession(name, tally);
    expect(tally).toEqual(expected);
  });
});

/** The log that would lead to the messages of a request: a line for each block, and attachments for reminders that a version logs. */
function logOf(messages: readonly JsonObject[], version: string, attachments: boolean): JsonObject[] {
  const records: JsonObject[] = [];
  const add = (record: JsonObject): void => {
    const at = records.length + 1;
    records.push({
      ...{ parentUuid: records.at(-1)?.uuid ?? null, uuid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}` },
      ...{ isSidechain: false, sessionId: 'session-1', cwd: '/work', version, timestamp: new Date(at * 1000).toISOString(), ...record },
    });
  };
  for (const [at, { role, content }] of messages.entries()) {
    const blocks = blocksOf([{ role: role ?? '', content: content ?? '' }]).map(({ block }) => block);
    if (role === 'assistant')
      for (const block of blocks)
        add({ type: 'assistant', message: { id: `m${at}`, role: 'assistant', model: 'claude-sonnet-4-6', content: [block] } });
    else for (const record of attachments ? spokenOf(blocks) : unreminded(blocks)) add(record);
  }
  add({
    type: 'assistant',
    message: { id: 'end', role: 'assistant', model: 'claude-sonnet-4-6', content: [{ type: 'text', text: 'end' }] },
  });
  return records;
}

const said = (content: JsonObject[]): JsonObject[] => (content.length === 0 ? [] : [{ type: 'user', message: { role: 'user', content } }]);

/** 1.0.62 logs no reminders. */
const unreminded = (blocks: readonly JsonObject[]): JsonObject[] =>
  said(blocks.filter(({ text }) => !asString(text)?.startsWith(REMINDER)));

function spokenOf(blocks: readonly JsonObject[]): JsonObject[] {
  const listings = blocks.flatMap(({ text }) => attached(asString(text)?.trim() ?? ''));
  const results = blocks.filter(({ type }) => type === 'tool_result').flatMap(unfolded);
  const texts = blocks.filter(({ type, text }) => type !== 'tool_result' && !asString(text)?.startsWith(REMINDER));
  return [...results, ...said(texts), ...listings];
}

/** A result and the reminder that was folded into it. */
function unfolded(block: JsonObject): JsonObject[] {
  const text = asString(block.content);
  const at = text?.indexOf(`\n\n${REMINDER}`) ?? -1;
  if (text === null || at < 0) return said([block]);
  return [...said([{ ...block, content: text.slice(0, at) }]), ...attached(text.slice(at + 2))];
}

const inner = (text: string): string => text.slice(`${REMINDER}\n`.length, -'\n</system-reminder>'.length);

/** The attachment that a reminder was written from. */
function attached(text: string): JsonObject[] {
  if (!text.startsWith(REMINDER) || isContext(text)) return [];
  const [head = '', ...rest] = inner(text).split('\n');
  const lines = rest.filter((line) => line.startsWith('- '));
  const attachment: JsonObject | null = head.startsWith('Available agent types')
    ? { type: 'agent_listing_delta', addedTypes: lines, addedLines: lines, removedTypes: [], isInitial: true, showConcurrencyNote: true }
    : head.startsWith('The following skills')
      ? { type: 'skill_listing', content: rest.join('\n').trimStart() }
      : head.startsWith('The task tools')
        ? { type: 'task_reminder', content: rest.flatMap(task) }
        : null;
  return attachment === null ? [] : [{ type: 'attachment', attachment }];
}

function task(line: string): JsonObject[] {
  const [, id, status, subject] = /^#(\d+)\. \[(\w+)\] (.*)$/.exec(line) ?? [];
  return id === undefined ? [] : [{ id, status: status ?? '', subject: subject ?? '' }];
}

/** Each request that offers tools, held against the log rebuilt from the longest request of its conversation. */
async function compareSeries(requests: readonly JsonObject[], version: string, attachments: boolean): Promise<Tally> {
  const tally = none();
  const bodies = requests.filter(({ tools }) => asList(tools).length > 0);
  const opens = ({ messages }: JsonObject): string =>
    blocksOf(asList(messages).filter(isObject).slice(0, 1))
      .map(({ key }) => key)
      .join();
  for (const group of Map.groupBy(bodies, opens).values()) {
    const longest = group.reduce((a, b) => (asList(b.messages).length > asList(a.messages).length ? b : a));
    const tape = importRecords(logOf(asList(longest.messages).filter(isObject), version, attachments));
    for (const { messages } of group) {
      const sent = asList(messages).filter(isObject);
      compare(sent, await derivedAt(tape, (sent.length + 1) / 2), attachments, tally);
    }
    tape.store.close();
  }
  return tally;
}

const bodyOf = (path: string): JsonObject => asObject(JSON.parse(Buffer.from(String(read(path).body_b64), 'base64').toString())) ?? {};

describe.skipIf(corpus === '')('recorded requests, from the log that belongs to them (TAPESCOPE_CORPUS)', () => {
  it('2.1.219', async () => {
    const paths = globSync('wire/claude-2.1.219/*/request.json', { cwd: corpus }).sort();
    const requests = paths.map((path) => bodyOf(join(corpus, path)));
    expect(requests).toHaveLength(17);
    // One of them asks for a title, outside of the conversation. What is not in the log is the user's context.
    const equal = { ...none(), requests: 16, whole: 16, blocks: 517, equal: 501, unlogged: 16 };
    expect(await compareSeries(requests, '2.1.219', true)).toEqual(equal);
  });

  it('1.0.62', async () => {
    const numbers = Array.from({ length: 15 }, (_, at) => at + 1);
    const requests = numbers.map((number) => {
      const { body } = asObject(read(join(corpus, `wire/claude-1.0.62/flow_${number}.json`)).request) ?? {};
      return (typeof body === 'string' ? asObject(JSON.parse(body)) : asObject(body ?? null)) ?? {};
    });
    // Not in the log: the user's context and the reminder of an empty todo list behind the prompt.
    const equal = { ...none(), requests: 15, whole: 15, blocks: 293, equal: 263, unlogged: 30 };
    expect(await compareSeries(requests, '1.0.62', false)).toEqual(equal);
  });
});
