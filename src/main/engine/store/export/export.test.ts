import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AppendInput, NativeEntry } from '../../../../shared/model/native.ts';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { anchor, type Bench, bench, say } from '../merge/testing/workspace.ts';
import { exportTape } from './export.ts';
import { fenced, inline } from './fence.ts';
import { openaiMessages } from './openai.ts';
import type { ExportFormat } from './table.ts';

const call = (...ids: string[]): AppendInput => ({
  kind: 'tool_call',
  payload: { calls: ids.map((id) => ({ id, function: { name: 'bash', arguments: `{"cmd":"${id}"}` } })) },
});
const results = (...values: unknown[]): AppendInput => ({ kind: 'tool_result', payload: { results: values } });

const everything: AppendInput[] = [
  { kind: 'system', payload: { content: 'Be brief.' } },
  say('before the anchor'),
  anchor('phase-1', { summary: 'so far' }),
  say('list it'),
  call('c1', 'c2'),
  results('one', { n: 2 }),
  { kind: 'tool_call', payload: { id: 'c3', name: 'read', arguments: { file: 'a' } } },
  { kind: 'tool_call', payload: { id: 'c4', name: 'read', arguments: { file: 'b' } } },
  { kind: 'tool_result', payload: { tool_call_id: 'c4', content: 'b' } },
  { kind: 'tool_result', payload: { tool_call_id: 'c3', content: 'a' } },
  say('not for the model', { meta: { context: false } }),
  { kind: 'event', payload: { name: 'run', data: { status: 'ok' } } },
  { kind: 'error', payload: { kind: 'temporary', message: 'overloaded' } },
  { kind: 'message', payload: { role: 'assistant', content: 'done' }, corrects: 5 },
  { kind: 'dream', payload: ['of', { sheep: true }] },
  { kind: 'message', payload: 'a bare text' },
];

const inMemory = (id: number, { kind = 'message', payload, meta = {} }: AppendInput): NativeEntry => ({
  id,
  kind,
  at: '2026-11-21T11:00:00.000Z',
  anchor: 'session/start',
  payload,
  meta,
});

const exported = (made: Bench, format: ExportFormat, more: { whole?: boolean; fork?: string } = {}): string =>
  made.on(more.fork ?? null, (tape) => [...exportTape(tape, { format, ...(more.whole && { whole: true }) })].join(''));

describe('jsonl', () => {
  it('is the lines of the files, in the order of ids, those a fork shares included', () => {
    const made = bench(everything);
    made.fork('try', 9, [say('own'), anchor('phase-2'), say('more')]);
    const text = exported(made, 'jsonl', { fork: 'try' });
    const told = text.trimEnd().split('\n');
    expect(told.map((line) => JSON.parse(line).id)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
    const files = readdirSync(made.workspace.folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.jsonl'));
    const onDisk = new Set(files.flatMap((path) => readFileSync(join(made.workspace.folder, path), 'utf8').split('\n')));
    for (const line of told) expect(onDisk).toContain(line);
  });

  it('imports as a native tape of one file', async () => {
    const made = bench(everything);
    const { ingest, store } = openEngineRoom();
    const path = writeFile(tempFolder(), 'export.jsonl', exported(made, 'jsonl'));
    const [receipt] = (await ingest.open([path])).receipts;
    expect(receipt).toMatchObject({ format: 'native', entries: everything.length + 1, lines: { unreadable: 0 } });
    expect(store.catalog.tape(receipt?.tape ?? '')).toMatchObject({ entries: everything.length + 1 });
  });
});

describe('bub', () => {
  it('imports with a closed receipt and as many entries', async () => {
    const made = bench(everything);
    const { ingest } = openEngineRoom();
    const text = exported(made, 'bub');
    const path = writeFile(tempFolder(), 'export.jsonl', text);
    const { receipts, refused } = await ingest.open([path]);
    const count = everything.length + 1;
    expect(refused).toEqual([]);
    expect([...receipts]).toMatchObject([
      {
        format: 'bub',
        bytes: Buffer.byteLength(text),
        entries: count,
        lines: { total: count, withEntries: count, blank: 0, unreadable: 0, repaired: 0 },
      },
    ]);
  });

  it('has for each entry what its reader needs, and loses nothing', () => {
    const made = bench(everything);
    const told = exported(made, 'bub')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const [at, line] of told.entries()) {
      expect(Object.keys(line)).toEqual(['id', 'kind', 'payload', 'meta', 'date']);
      expect(line.id).toBe(at + 1);
      expect(line.payload).toBeTypeOf('object');
      expect(Array.isArray(line.payload)).toBe(false);
      expect(line.date).toMatch(/^\d{4}-.*\+00:00$/);
    }
    expect(told[10]).toMatchObject({ kind: 'tool_result', payload: { results: ['a'] }, meta: { tapescope: { ids: ['c3'] } } });
    expect(told[7]).toMatchObject({
      kind: 'tool_call',
      payload: { calls: [{ id: 'c3', function: { name: 'read', arguments: { file: 'a' } } }] },
    });
    expect(told[14]).toMatchObject({ meta: { tapescope: { anchor: 'phase-1', corrects: 5 } } });
    expect(told[15]).toMatchObject({ kind: 'dream', payload: { value: ['of', { sheep: true }] } });
    expect(told[16]).toMatchObject({ kind: 'message', payload: { content: 'a bare text' } });
  });
});

describe('openai-messages', () => {
  const messages = (made: Bench, whole = false) => JSON.parse(exported(made, 'openai-messages', { whole }));

  it('begin at the last anchor, each call followed by its result', () => {
    const made = bench(everything);
    const c = (id: string, name: string, input: string) => ({ id, type: 'function', function: { name, arguments: input } });
    expect(messages(made)).toEqual([
      { role: 'assistant', content: '[Anchor created: phase-1]: {"summary": "so far", "phase": "phase-1"}' },
      { role: 'user', content: 'list it' },
      { role: 'assistant', content: '', tool_calls: [c('c1', 'bash', '{"cmd":"c1"}'), c('c2', 'bash', '{"cmd":"c2"}')] },
      { role: 'tool', tool_call_id: 'c1', content: 'one' },
      { role: 'tool', tool_call_id: 'c2', content: '{"n": 2}' },
      { role: 'assistant', content: '', tool_calls: [c('c3', 'read', '{"file":"a"}')] },
      { role: 'tool', tool_call_id: 'c3', content: 'a' },
      { role: 'assistant', content: '', tool_calls: [c('c4', 'read', '{"file":"b"}')] },
      { role: 'tool', tool_call_id: 'c4', content: 'b' },
      { role: 'assistant', content: 'done' },
      { role: 'user', content: 'a bare text' },
    ]);
  });

  it('of the whole tape begin with the system prompt', () => {
    const made = bench(everything);
    const [system, start, first] = messages(made, true);
    expect(system).toEqual({ role: 'system', content: 'Be brief.' });
    expect(start.content).toContain('session/start');
    expect(first.content).toBe('before the anchor');
  });

  it('say where a result or a call is missing', () => {
    const made = bench([
      call('lost'),
      anchor('p'),
      results('late'),
      call('open'),
      { kind: 'tool_call', payload: { calls: [{ function: { name: 'x' } }] } },
      results('a', 'b', 'c'),
    ]);
    expect(messages(made).slice(1)).toMatchObject([
      { role: 'user', content: expect.stringContaining('late') },
      { tool_calls: [{ id: 'open' }] },
      { role: 'tool', tool_call_id: 'open', content: 'a' },
      { tool_calls: [{ id: 'call_6_0', function: { arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'call_6_0', content: 'b' },
      { role: 'user', content: expect.stringContaining('c') },
    ]);
    const unanswered = bench([call('never')]);
    expect(messages(unanswered, true).at(-1)).toEqual({
      role: 'tool',
      tool_call_id: 'never',
      content: 'No result of this call is on the tape.',
    });
  });

  it('pair calls and results that are messages as well', () => {
    const made = bench([
      {
        payload: {
          role: 'assistant',
          content: 'look',
          tool_calls: [{ id: 'm1', type: 'function', function: { name: 'ls', arguments: '{}' } }],
        },
      },
      say('meanwhile'),
      { payload: { role: 'tool', tool_call_id: 'm1', content: 'files' } },
    ]);
    expect(messages(made, true).slice(1)).toMatchObject([
      { role: 'assistant', content: 'look', tool_calls: [{ id: 'm1' }] },
      { role: 'tool', tool_call_id: 'm1', content: 'files' },
      { role: 'user', content: 'meanwhile' },
    ]);
  });

  it('every call is answered right after it, whatever the tape', () => {
    const one = fc.oneof(
      fc.constantFrom('a', 'b', 'c').map((id) => call(id)),
      fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }).map((ids) => call(...ids)),
      fc.array(fc.string(), { minLength: 1, maxLength: 3 }).map((values) => results(...values)),
      fc.constantFrom('a', 'b', 'c').map((id): AppendInput => ({ kind: 'tool_result', payload: { tool_call_id: id, content: id } })),
      fc.constant(say('hi')),
    );
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), (drawn) => {
        const entries = drawn.map((input, at) => inMemory(at + 1, input));
        const slice = { entries: () => entries, entry: (id: number) => entries[id - 1] ?? null };
        const told: { role: string; tool_calls?: { id: string }[]; tool_call_id?: string }[] = JSON.parse(
          [...openaiMessages(slice)].join(''),
        );
        let owed: string[] = [];
        for (const { role, tool_calls: calls, tool_call_id: id } of told) {
          if (role === 'tool') expect(id).toBe(owed.shift());
          else expect(owed).toEqual([]);
          if (calls) owed = calls.map((one) => one.id);
        }
        expect(owed).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('markdown', () => {
  it('has phases as headings and text in blocks', () => {
    const text = exported(bench(everything), 'markdown');
    expect(text).toMatch(/^# main\n\n## session\/start\n\n### 1 · anchor/);
    expect(text).toContain('\n## phase-1\n');
    expect(text).toContain('### 5 · message · user · ');
    expect(text).toContain('```\nlist it\n```\n');
    expect(text).toContain('corrects 5');
    expect(text.match(/^### /gm)).toHaveLength(everything.length + 1);
  });

  it('shows text as it is and never lets it become structure', () => {
    const wicked = ['```\n# owned\n````html\n<script>', '~~~~\n```', 'a\r```\rb', '\u001b[31m\u202e'];
    const made = bench([...wicked.map((text) => say(text)), anchor('x\n# owned <b> [a](b)', { summary: '```' })]);
    const blocks = blocksOf(exported(made, 'markdown'));
    expect(blocks.headings.filter((line) => line.startsWith('# '))).toEqual(['# main']);
    expect(blocks.headings).toContain('## x \\# owned \\<b\\> \\[a\\](b)');
    for (const text of wicked.slice(0, 2)) expect(blocks.code).toContain(text);
    expect(blocks.code).toContain('a\n```\nb');
    for (const steering of ['\u001b', '\u202e']) expect(blocks.code.join('')).not.toContain(steering);
  });

  it('escapes what could be more than text in a heading', () => {
    expect(inline('*a* _b_ `c` <d> &amp; [e](f) ~g~ @h #i $j$ http://k www.l.m a\\b')).toBe(
      '\\*a\\* \\_b\\_ \\`c\\` \\<d\\> \\&amp; \\[e\\](f) \\~g\\~ \\@h \\#i \\$j\\$ http\\://k www\\.l.m a\\\\b',
    );
    expect(inline('2026-11-21T11:00:00.123Z')).toBe('2026-11-21T11:00:00.123Z');
  });

  it('closes every block where it ends, whatever is in it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('`', '~', '\n', '\r', ' ', 'a', '#') })), (texts) => {
        const { code, headings } = blocksOf(texts.map((text) => `# ${inline(text)}\n\n${fenced(text)}`).join('\n'));
        expect(headings).toHaveLength(texts.length);
        expect(code).toEqual(texts.map((text) => text.replace(/\r\n?/g, '\n').replace(/\n$/, '')));
      }),
    );
  });
});

/** Reads Markdown as far as it is used: headings, and code blocks between fences. */
function blocksOf(text: string): { headings: string[]; code: string[] } {
  const headings: string[] = [];
  const code: string[] = [];
  let open: { fence: number; lines: string[] } | null = null;
  for (const line of text.split('\n')) {
    const fence = /^ {0,3}(`{3,})\s*([^`]*)$/.exec(line);
    if (open === null) {
      if (fence) open = { fence: fence[1]!.length, lines: [] };
      else if (/^#{1,6} /.test(line)) headings.push(line);
    } else if (fence && fence[2] === '' && fence[1]!.length >= open.fence) {
      code.push(open.lines.join('\n'));
      open = null;
    } else open.lines.push(line);
  }
  expect(open).toBeNull();
  return { headings, code };
}
