import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, View } from '../../../shared/model/index.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import { sourceReads } from '../bytes/load.ts';
import type { Json, JsonObject } from '../formats/format.ts';
import { FIRST, harbour, SECOND, SHAPE } from '../testing/harbour.ts';
import { createRequests, PARAMETERS } from '../testing/requests.ts';
import { claudeTree } from '../testing/tree.ts';
import { sentOf } from './methods.ts';
import { type ImportedTape, importRecords } from './testing/imported.ts';

const AS_RECORDED = parsePolicy('as-recorded');

const opened = <T>(records: readonly JsonObject[], look: (tape: ImportedTape) => Promise<T>): Promise<T> => {
  const tape = importRecords(records);
  return look(tape).finally(() => tape.store.close());
};

const viewOf = (records: readonly JsonObject[], step: number): Promise<View> => opened(records, (tape) => tape.view(step));

/** "user 1 2" for a block of two entries, "tool Read request" for one that only the request has. */
const drawn = ({ kind, label, entries, request }: Block): string =>
  [kind, ...(label === '' ? [] : [label]), ...(request ? ['request'] : entries)].join(' ');

const told = (view: View): number[] => {
  const seqs = [...view.blocks.flatMap(({ entries }) => entries)];
  for (const { entries } of view.omissions)
    for (const [from, to] of entries) seqs.push(...Array.from({ length: to - from + 1 }, (_, at) => from + at));
  return seqs.sort((a, b) => a - b);
};

const isType = (type: string) => (record: JsonObject) => record.type === type;

describe('the context of a step whose request was logged', () => {
  it('is the request, part by part, each with the entries that it was made of', async () => {
    const view = await viewOf(harbour(), 2);
    expect(view.evidence.state).toBe('recorded');
    expect(view.blocks.map(drawn)).toEqual([
      'parameters parameters request',
      'tool Read request',
      'tool Signal request',
      'system system 1 request',
      'system system 2 request',
      'cache-mark cache mark request',
      'attachment tide 2',
      'message 1',
      'message 6',
      'tool_call Read 7',
      'tool_result Read 8 9',
      'cache-mark cache mark request',
      'message request',
    ]);
    expect(view.blocks.at(-1)).toMatchObject({ tone: 'injected', request: { text: 'Ask the pilot if a name is missing.' } });
    expect(view.warnings).toEqual([]);
    expect(view.tokens).toMatchObject({ base: 0, unexplained: 0 });
  });

  it('weighs the words of the prompt and the tools, and nothing that no model reads', async () => {
    const { blocks } = await viewOf(harbour(), 2);
    for (const { kind, tokens } of blocks) expect(tokens.value === 0).toBe(kind === 'parameters' || kind === 'cache-mark');
  });

  it('is sent with its marks, its system prompt, its tools and its parameters', async () => {
    const mark = { cache_control: { type: 'ephemeral' } };
    await opened(harbour(), async ({ rim, tape }) => {
      const sent = await sentOf(rim, tape, { step: 1 }, AS_RECORDED);
      const [tide, prompt] = FIRST.flatMap(({ content }) => content as JsonObject[]);
      expect(sent).toEqual({
        messages: [{ role: 'user', content: [tide, { ...prompt, ...mark }] }],
        system: [SHAPE.system[0], { ...SHAPE.system[1], ...mark }],
        tools: SHAPE.tools,
        parameters: PARAMETERS,
      });
    });
  });

  it('is derived under any other policy, and for the request that comes next', async () => {
    await opened(harbour(), async (tape) => {
      expect((await tape.view(2, 'full')).evidence.state).toBe('derived');
      const sent = await sentOf(tape.rim, tape.tape, { next: true }, AS_RECORDED);
      expect(sent.system).toBeUndefined();
    });
  });

  it('holds every entry before the step in one block or one omission', async () => {
    for (const step of [1, 2]) {
      const view = await viewOf(harbour(), step);
      expect(told(view)).toEqual(Array.from({ length: view.before - 1 }, (_, at) => at + 1));
    }
  });
});

describe('a request that the log does not prove', () => {
  const cases: [string, (record: JsonObject) => JsonObject | null, string][] = [
    [
      'a message was altered',
      (record) => (record.hash ? { ...record, message: { role: 'user', content: 'Sink them.' } } : record),
      'do not match their hash in the log',
    ],
    ['a message is missing', (record) => (record.type === 'api-request-blob' ? null : record), 'lacks'],
    ['the tools are missing', (record) => (record.type === 'api-request-shape' ? null : record), 'system prompt and the tools'],
    [
      'the tools were altered',
      (record) => (record.type === 'api-request-shape' ? { ...record, shape: { system: [], tools: [] } } : record),
      'system prompt and tools of this request do not match their hash',
    ],
    ['the request before is missing', (record) => (record.id === 'request-1' ? null : record), 'continues'],
    [
      'the digest is another one',
      (record) => (record.requestDigest ? { ...record, requestDigest: 'f00' } : record),
      'do not match its digest',
    ],
    [
      'the parameters were altered',
      (record) => (record.params ? { ...record, params: { model: 'x' } } : record),
      'do not match its digest',
    ],
    ['parts were cut out', (record) => (record.params ? { ...record, cut: { kind: 'images' } } : record), 'cut out'],
    ['the user added something', (record) => (record.params ? { ...record, withheld: ['metadata_x'] } : record), 'leaves out'],
  ];
  it.each(cases)('is derived with a sentence where %s', async (_name, alter, words) => {
    const view = await viewOf(harbour(alter), 2);
    expect(view.evidence.state).toBe('derived');
    expect(view.warnings.join(' ')).toContain(words);
    expect(view.warnings.join(' ')).toContain('derived from the rules of the agent instead');
    expect(view.blocks.every(({ request }) => request === undefined)).toBe(true);
  });

  it('is no request of a step that asks for something else', async () => {
    const view = await viewOf(
      harbour((record) => (record.type === 'api-request' ? { ...record, querySource: 'generate_session_title' } : record)),
      2,
    );
    expect(view.evidence.state).toBe('derived');
    expect(view.warnings).toEqual([]);
  });

  it('is not lent to a step that has none', async () => {
    const records = harbour().filter((record) => record.id !== 'request-2');
    const view = await viewOf(records, 2);
    expect(view.evidence.state).toBe('derived');
  });
});

it('tries of a request that failed stay visible, and the last one is what the answer was for', async () => {
  const records = harbour();
  const at = records.findIndex((record) => record.id === 'request-2');
  const failed = { ...records[at], id: 'request-2a', base: 'request-1' };
  const view = await viewOf([...records.slice(0, at), failed, ...records.slice(at)], 2);
  expect(view.evidence.state).toBe('recorded');
  await opened([...records.slice(0, at), failed, ...records.slice(at)], async ({ store, tape }) => {
    const { items } = store.catalog.page(tape, 1, 100, ['api-request']);
    expect(items.map(({ label, step }) => [label, step])).toEqual([
      ['sdk', null],
      ['sdk', null],
      ['sdk', null],
    ]);
  });
});

describe('what it costs', () => {
  /** A session of many turns, each of which answers one prompt with a word. */
  const long = (turns: number): JsonObject[] => {
    const ask = createRequests(SHAPE);
    const drawing = Array.from({ length: turns }, (_, at) => `u${at} "Prompt ${at}" > a${at} "Answer ${at}" <- step m${at} usage 9 9 0 0`);
    const records = claudeTree(drawing.map((line, at) => (at === 0 ? line : line.replace(' >', ` @a${at - 1} >`))).join('\n'));
    const messages: JsonObject[] = [];
    return records.flatMap((record) => {
      const message = record.message as JsonObject;
      messages.push({ role: message.role ?? null, content: message.content ?? null });
      return record.type === 'user' ? [record, ...ask({ messages: [...messages] })] : [record];
    });
  };

  it('does not grow with what comes after the step', async () => {
    const read = (records: readonly JsonObject[]) =>
      opened(records, async ({ rim, tape }) => {
        const before = sourceReads.bytes;
        await sentOf(rim, tape, { step: 3 }, AS_RECORDED);
        return sourceReads.bytes - before;
      });
    const [short, whole] = [await read(long(5)), await read(long(200))];
    expect(whole).toBeLessThanOrEqual(short);
  });

  it('a request of hundreds of messages follows its bases in a few readings', async () => {
    await opened(long(200), async ({ rim, tape }) => {
      const before = sourceReads.opens;
      const sent = await sentOf(rim, tape, { step: 200 }, AS_RECORDED);
      expect(sent.messages).toHaveLength(399);
      expect(sourceReads.opens - before).toBeLessThan(20);
    });
  });
});

it('any session that logs its requests shows each as it was sent', async () => {
  const turn = fc.record({
    prompt: fc.string({ minLength: 1 }),
    answer: fc.string({ minLength: 1 }),
    reminder: fc.option(fc.string({ minLength: 1 })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 6 }), async (turns) => {
      const ask = createRequests(SHAPE);
      const messages: JsonObject[] = [];
      const sent: JsonObject[][] = [];
      const records: JsonObject[] = [];
      let parent: string | null = null;
      const add = (record: JsonObject): void => {
        const uuid = `entry-${records.length}`;
        records.push({
          ...record,
          uuid,
          parentUuid: parent,
          sessionId: 'session-1',
          timestamp: '2026-01-05T09:00:00.000Z',
          isSidechain: false,
        });
        parent = uuid;
      };
      for (const [at, { prompt, answer, reminder }] of turns.entries()) {
        add({ type: 'user', message: { role: 'user', content: prompt } });
        if (reminder !== null) add({ type: 'attachment', attachment: { type: 'tide' }, rendered: [{ content: reminder }] });
        const content = [...(reminder === null ? [] : [{ type: 'text', text: `${reminder}\n` }]), { type: 'text', text: prompt }];
        messages.push({ role: 'user', content });
        records.push(...ask({ messages: [...messages] }));
        sent.push([...messages]);
        const said = { role: 'assistant', content: [{ type: 'text', text: answer }] };
        add({ type: 'assistant', message: { ...said, id: `m${at}`, model: 'claude-sonnet-4-5' } });
        messages.push(said);
      }
      await opened(records, async (tape) => {
        for (const [at, expected] of sent.entries()) {
          expect((await sentOf(tape.rim, tape.tape, { step: at + 1 }, AS_RECORDED)).messages).toEqual(expected);
          const view = await tape.view(at + 1);
          expect(view.evidence.state).toBe('recorded');
          expect(told(view)).toEqual(Array.from({ length: view.before - 1 }, (_, seq) => seq + 1));
        }
      });
    }),
    { numRuns: 25 },
  );
});

it('never throws, whatever a message that proves its hash is made of', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (content, block) => {
      const ask = createRequests(SHAPE);
      const messages: JsonObject[] = [
        { role: 'user', content: content as Json },
        { role: 'user', content: [block as Json, { type: 'tool_result', tool_use_id: 't9', content: [block as Json] }] },
      ];
      const [prompt, answer] = claudeTree('u1 "Go" > a1 "Gone" <- step m1 usage 9 9 0 0');
      const records = [prompt, ...ask({ messages }), answer].flatMap((record) => (record ? [record] : []));
      const view = await viewOf(records, 1);
      expect(told(view)).toEqual(Array.from({ length: view.before - 1 }, (_, seq) => seq + 1));
    }),
    { numRuns: 40 },
  );
});

it('shows its records as what they are', async () => {
  await opened(harbour(), async ({ rim, store, tape }) => {
    const format = rim.formatOf('claude-code');
    const previews = harbour()
      .filter(isType('api-request'))
      .map((record) => format.preview(record));
    expect(previews).toEqual(['Request · 1 message · claude-sonnet-4-5', 'Request · 3 messages · claude-sonnet-4-5']);
    const [shape] = harbour().filter(isType('api-request-shape'));
    expect(format.preview(shape ?? null)).toBe('System prompt and tools · 2 parts, 2 tools');
    expect(format.parts(shape ?? null).map(({ name, block }) => [name, block])).toEqual([
      ['system 1', 0],
      ['system 2', 1],
      ['Read', 2],
      ['Signal', 3],
    ]);
    expect(format.text(shape ?? null)).toContain('the log of a harbour');
    expect(store.catalog.receipt(tape).unknownTypes).toEqual({});
    expect(SECOND).toHaveLength(3);
  });
});
