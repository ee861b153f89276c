import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decide } from '../../views/assemble.ts';
import { messagesIn } from '../../views/methods.ts';
import { type ImportedTape, importFile, importRecords } from '../../views/testing/imported.ts';
import { blocksOf, compare, isContext, noTally, REMINDER, type Tally } from '../../views/testing/wire.ts';
import type { JsonObject, WireMessage } from '../format.ts';
import { asList, asNumber, asObject, asString, isObject } from '../json.ts';

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
  const tally = noTally();
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

/** The table in ARCHITECTURE.md: what it says is what is asserted. */
const table = new Map(
  readFileSync(new URL('../../../../../ARCHITECTURE.md', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line): [string, Tally][] => {
      const [, agent, version = '', ...cells] = line.split('|').map((cell) => cell.trim());
      if (agent !== 'Claude Code' || cells.length !== 8) return [];
      const [requests, whole, blocks, equal, unlogged, differs, extra] = cells.map((cell) => Number(cell.replaceAll(',', '')));
      return [[version.split(' ')[0] ?? '', { requests, whole, blocks, equal, unlogged, differs, extra } as Tally]];
    }),
);

async function ofLab(version: string): Promise<Tally> {
  const tally = noTally();
  for (const name of sessions.filter((session) => session.startsWith(`${version}-`))) await compareSession(name, tally);
  return tally;
}

function ofWire219(): Promise<Tally> {
  const paths = globSync('wire/claude-2.1.219/*/request.json', { cwd: corpus }).sort();
  expect(paths).toHaveLength(17);
  // One of them asks for a title, outside of the conversation. What is not in the log is the user's context.
  const requests = paths.map((path) => bodyOf(join(corpus, path)));
  return compareSeries(requests, '2.1.219', true);
}

function ofWire62(): Promise<Tally> {
  const requests = Array.from({ length: 15 }, (_, at) => {
    const { body } = asObject(read(join(corpus, `wire/claude-1.0.62/flow_${at + 1}.json`)).request) ?? {};
    return (typeof body === 'string' ? asObject(JSON.parse(body)) : asObject(body ?? null)) ?? {};
  });
  // Not in the log: the user's context and the reminder of an empty todo list after the prompt.
  return compareSeries(requests, '1.0.62', false);
}

const sum = (a: Tally, b: Tally): Tally =>
  Object.fromEntries(Object.entries(a).map(([key, value]) => [key, value + b[key as keyof Tally]])) as unknown as Tally;

describe('the table of agreement in ARCHITECTURE.md', () => {
  it('has a row for each version of which requests are at hand, and 99 of 100 blocks that are logged are equal in each', () => {
    expect([...table.keys()]).toEqual(['1.0.62', '2.0.76', '2.1.59', '2.1.112', '2.1.219', '2.1.285', '2.1.330']);
    for (const [version, { blocks, equal, unlogged, differs }] of table) {
      expect(equal + unlogged + differs, version).toBe(blocks);
      expect(equal / (blocks - unlogged), version).toBeGreaterThan(0.99);
    }
  });

  /*
   * What differs. 2.0.76: two messages of one prompt that a killed run wrote twice. 2.1.59: after a resume it sent one of several parallel
   * results and left the others and their calls out, which recorded sizes show but for 10 blocks. 2.1.112 and 2.1.219: what hooks of tools said hung next to the chain
   * and was lost at a resume (12 results), sub-agents were sent listings that their files do not hold (10 results), one server was gone at a
   * resume, so that its tools were no longer named, files read again came in another order, and one prompt was written after its answer.
   */
  it.skipIf(corpus === '').each<[string, () => Promise<Tally>]>([
    ['1.0.62', ofWire62],
    ['2.0.76', () => ofLab('2.0.76')],
    ['2.1.59', () => ofLab('2.1.59')],
    ['2.1.112', () => ofLab('2.1.112')],
    ['2.1.219', async () => sum(await ofLab('2.1.219'), await ofWire219())],
    ['2.1.285', () => ofLab('2.1.285')],
    ['2.1.330', () => ofLab('2.1.330')],
  ])('%s is derived as it was sent (TAPESCOPE_CORPUS)', async (version, count) => {
    expect(await count()).toEqual(table.get(version));
  });

  it.skipIf(corpus === '')('leaves no version of the lab out (TAPESCOPE_CORPUS)', () => {
    expect([...new Set(sessions.map((name) => name.split('-')[0] ?? ''))].filter((version) => !table.has(version))).toEqual([]);
  });
});
