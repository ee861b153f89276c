import type { Json, JsonObject } from '../formats/format.ts';
import { drawnLines, tokens } from './tokens.ts';
import { START, Words } from './tree.ts';

/** Which writer the tape pretends to be: it decides the time field and a few names. */
export type BubWriter = '0.2.0' | '0.2.3' | '0.3.0a1' | '0.3';

/**
 * A Bub tape from a linear script: one line is one entry, in file order.
 *
 *     anchor session/start {"owner":"human"}
 *     event loop.step.start {"step":1}
 *     system "You are Bub."                  <- run r1
 *     user "fix the tests"                   <- run r1
 *     call fs_read c1 bash c2                <- run r1
 *     result "one" "two"                     <- run r1
 *     failed tool "no such file"             <- run r1
 *     assistant "done"                       <- run r1
 *     run 1200 80 400                        <- run r1
 *     error temporary "overloaded"
 *     handoff phase-1 {"summary":"tests fixed"}
 *     entry loop {"id":"x"}
 *
 * `run` takes prompt, completion and cached tokens; `handoff` writes two entries, the anchor and its event; `entry` writes any
 * kind with a payload. `out` leaves an entry out of the context (meta.context false), `id 3` repeats an id.
 */
export function bubTape(script: string, options: { writer?: BubWriter; start?: number } = {}): JsonObject[] {
  const writer = options.writer ?? '0.3';
  const out: JsonObject[] = [];
  for (const { text } of drawnLines(script)) {
    const words = new Words(tokens(text));
    const run = words.step();
    const id = words.after('id');
    const meta: JsonObject = { ...(run === null ? {} : { run_id: run }), ...(words.flag('out') ? { context: false } : {}) };
    for (const [kind, payload] of entries(words)) {
      const time = (options.start ?? START) + out.length * 1000;
      out.push(entry(writer, { id: id === null ? out.length + 1 : Number(id), kind, payload, meta }, time));
    }
    words.done(text);
  }
  return out;
}

function entry(writer: BubWriter, record: JsonObject & { kind: Json; payload: Json; meta: JsonObject }, time: number): JsonObject {
  if (writer === '0.2.0') return record;
  if (writer === '0.2.3') return { ...record, timestamp: time / 1000 };
  const date = new Date(time).toISOString().replace('Z', '000+00:00');
  if (writer === '0.3.0a1' && record.kind === 'event' && isObject(record.payload)) return { ...hiddenInMeta(record.payload, record), date };
  return { ...record, date };
}

/** 0.3.0a1 put an event's data into the meta by mistake. */
function hiddenInMeta(payload: JsonObject, record: JsonObject & { meta: JsonObject }): JsonObject {
  return { ...record, payload: { name: payload.name ?? null }, meta: { ...record.meta, payload: payload.data ?? {} } };
}

function entries(words: Words): [kind: string, payload: JsonObject][] {
  const kind = words.word();
  const write = WRITERS[kind];
  if (!write) throw new Error(`a Bub script has no line that begins with ${kind}`);
  return write(words);
}

const message = (role: string) => (words: Words) => [['message', { role, content: words.text('') }]] as [string, JsonObject][];

const WRITERS: Record<string, (words: Words) => [string, JsonObject][]> = {
  user: message('user'),
  assistant: message('assistant'),
  system: (words) => [['system', { content: words.text('') }]],
  anchor: (words) => [['anchor', named(words, 'state')]],
  event: (words) => [['event', named(words, 'data')]],
  handoff: (words) => {
    const anchor = named(words, 'state');
    return [
      ['anchor', anchor],
      ['event', { name: 'handoff', data: { name: anchor.name ?? null, state: anchor.state ?? {} } }],
    ];
  },
  call: (words) => [['tool_call', { calls: pairs(words.rest()) }]],
  result: (words) => [['tool_result', { results: texts(words) }]],
  failed: (words) => [['tool_result', { results: [{ kind: words.word(), message: words.text('') }] }]],
  error: (words) => [['error', { kind: words.word(), message: words.text('') }]],
  run: (words) => [['event', { name: 'run', data: run(words.rest()) }]],
  entry: (words) => [[words.word(), words.json()]],
};

function named(words: Words, field: 'state' | 'data'): JsonObject {
  const value = words.json();
  return Object.keys(value).length === 0 ? { name: words.word() } : { name: words.word(), [field]: value };
}

function texts(words: Words): string[] {
  const all: string[] = [];
  while (words.all.some((token) => token.type === 'text')) all.push(words.text(''));
  return all;
}

function pairs(words: string[]): JsonObject[] {
  return words.flatMap((name, at) =>
    at % 2 === 1 ? [] : [{ id: words[at + 1] ?? `${name}-id`, type: 'function', function: { name, arguments: '{}' } }],
  );
}

function run(numbers: string[]): JsonObject {
  const [prompt = 0, completion = 0, cached = 0] = numbers.map(Number);
  const usage = {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cached },
  };
  return { status: 'ok', usage, provider: 'openrouter', model: 'qwen3-coder' };
}

const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
