import fc from 'fast-check';
import type { Json, JsonObject } from '../../formats/format.ts';
import { define, isObject } from '../../formats/json.ts';
import { stories } from './drawing.ts';
import { DRAWINGS } from './drawings.ts';

/** Arrays in arrays, as deep as JSON.parse still reads and deeper than the stack allows. */
const abyss: Json = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);

const WRONG: readonly Json[] = [
  ...[null, true, 0, -1, 0.5, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 4_294_967_296, 1e21],
  ...[
    '',
    ' ',
    '\0',
    '\u001b[32m',
    '\u200b',
    '\ud800',
    'NaN',
    '-1',
    '1e999',
    '__proto__',
    'constructor',
    'toString',
    '../../x',
    '{',
    '{"output":1}',
  ],
  ...['2026-13-45T99:99:99Z', '0000-00-00', '+275760-09-14T00:00:00.000Z', 'x'.repeat(5000), '\n'.repeat(200), '#'.repeat(300)],
  ...[
    [],
    {},
    [null],
    [[]],
    [{}],
    [1, 'x', null, { type: 'text' }],
    { type: 'text', text: 7 },
    { type: 7 },
    { length: 3 },
    { content: [null] },
  ],
];

/** Keys by whose values a record is told from others. */
const NAMING: ReadonlySet<string> = new Set(['type', 'kind', 'role', 'subtype', 'name', 'stopReason']);

/** Strings by which any agent tells its records apart: each agent meets those of all others, and its own where they do not belong. */
const words: readonly Json[] = [
  ...new Set(
    Object.values(DRAWINGS).flatMap(({ write }) =>
      fc.sample(stories, { numRuns: 6, seed: 11 }).flatMap((turns) => write(turns).flatMap((record) => wordsOf(record))),
    ),
  ),
  ...['compacted', 'thread_rolled_back', 'ghost_snapshot', 'context_edit', 'branch_summary', 'compact_boundary', 'microcompact_boundary'],
  ...['queued_command', 'attachment', 'session_meta', 'turn_context', 'progress', 'dream'],
];

function wordsOf(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsOf);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    typeof one === 'string' && NAMING.has(key) && one.length < 40 ? [one] : wordsOf(one),
  );
}

const json = fc.jsonValue({ maxDepth: 4 }).map((value) => value as Json);
const kinds = fc.oneof(fc.constantFrom(...words), fc.constantFrom<Json>('__proto__', 7, 'error'));
const payload = fc.record(
  {
    ...{ type: kinds, role: kinds, content: json, call_id: json, name: json, arguments: json, output: json, summary: json, message: json },
    ...{ info: json, num_turns: json, item: json, turn_id: json, id: json, replacement_history: fc.oneof(json, fc.array(json)) },
    ...{ base_instructions: json, source: json, history_base: json, tools: json },
  },
  { requiredKeys: [] },
);
const block = fc.record(
  {
    type: fc.constantFrom('text', 'tool_use', 'tool_result', 'thinking', 'image'),
    text: json,
    id: json,
    name: json,
    input: json,
    content: json,
    source: json,
    tool_use_id: json,
  },
  { requiredKeys: [] },
);
const content = fc.oneof(json, fc.array(fc.oneof(json, block)));
/** Values that resemble records: the right keys with anything in them. */
export const anyRecord: fc.Arbitrary<Json> = fc.record(
  {
    type: kinds,
    kind: kinds,
    id: json,
    uuid: json,
    parentUuid: json,
    subtype: fc.constantFrom<Json>('compact_boundary', 'microcompact_boundary', 'local_command', 'x'),
    timestamp: json,
    date: json,
    message: fc.oneof(json, fc.record({ id: json, role: json, model: json, usage: json, content }, { requiredKeys: [] })),
    attachment: fc.oneof(
      json,
      fc.record(
        { type: fc.constantFrom<Json>('queued_command', 'file', 'hook_success', 'nested_memory', 1), content, prompt: content },
        { requiredKeys: [] },
      ),
    ),
    compactMetadata: json,
    toolUseResult: json,
    origin: json,
    data: json,
    ...{
      metadata: json,
      replaced: json,
      replacement: json,
      summary: json,
      targetId: json,
      firstKeptEntryId: json,
      $set: json,
      $rewindTo: json,
    },
    payload: fc.oneof(
      json,
      payload,
      fc.record(
        { role: json, content, calls: fc.array(fc.oneof(json, block)), results: json, name: json, state: json, data: json },
        { requiredKeys: [] },
      ),
    ),
    meta: json,
  },
  { requiredKeys: [] },
);

const wrong: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(...WRONG),
  fc.constantFrom(...words),
  fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json),
);

/** What becomes of a value: another is in its place, it is gone, it is in a list of itself, or what is elsewhere in the session is here too. */
interface Blow {
  record: number;
  place: number;
  how: 'other' | 'gone' | 'listed' | 'moved' | 'more';
  value: Json;
  from: number;
}

const blow: fc.Arbitrary<Blow> = fc.record({
  ...{ record: fc.nat(1000), place: fc.nat(10_000), from: fc.nat(10_000), value: wrong },
  how: fc.constantFrom('other', 'other', 'gone', 'listed', 'moved', 'more'),
});

/** A place in a record: the value that holds it and its key there. */
interface Spot {
  holder: JsonObject | Json[];
  key: string;
}

function spotsIn(value: Json): Spot[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [{ holder: value, key }, ...spotsIn(one)]);
}

const valueAt = ({ holder, key }: Spot): Json => (holder as JsonObject)[key] ?? null;

function strike(records: Json[], { record, place, how, value, from }: Blow): void {
  const at = record % records.length;
  const spots = spotsIn(records[at] ?? null);
  const spot = spots[place % spots.length];
  if (spot === undefined) return;
  const { holder, key } = spot;
  const elsewhere = records.flatMap(spotsIn);
  if (how === 'gone' && !Array.isArray(holder)) delete holder[key];
  else if (how === 'more' && !Array.isArray(holder))
    define(holder, typeof value === 'string' ? value : '__proto__', structuredClone(value));
  else (holder as JsonObject)[key] = structuredClone(instead(valueAt(spot), how, value, elsewhere[from % elsewhere.length]));
}

function instead(now: Json, how: Blow['how'], value: Json, elsewhere: Spot | undefined): Json {
  if (how === 'listed') return [now, now];
  return how === 'moved' && elsewhere !== undefined ? valueAt(elsewhere) : value;
}

/** Puts lines in another order, twice, or in the place of a record that is none. */
function shuffle(records: Json[], [a, b, value]: readonly [number, number, Json]): void {
  const [from, to] = [a % records.length, b % records.length];
  const [one] = records.splice(from, 1);
  records.splice(to, 0, one ?? null, ...(a % 3 === 0 ? [structuredClone(one ?? null)] : a % 3 === 1 ? [value] : []));
}

const blows = fc.tuple(
  fc.array(blow, { minLength: 1, maxLength: 8 }),
  fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), wrong), { maxLength: 3 }),
);

/** Sessions as their agent writes them, but for a few blows to their records and to the order of them. */
export function struck(write: (typeof DRAWINGS)['native']['write']): fc.Arbitrary<Json[]> {
  return fc.tuple(stories, blows).map(([turns, struckBy]) => after(write(turns), struckBy));
}

/** This many ways in which records were struck. */
export function struckRecords(records: readonly Json[], ways: number): Json[][] {
  return fc.sample(blows, { numRuns: ways, seed: records.length }).map((struckBy) => after(records, struckBy));
}

function after(before: readonly Json[], [some, moves]: typeof blows extends fc.Arbitrary<infer T> ? T : never): Json[] {
  const records: Json[] = structuredClone([...before]);
  for (const one of some) strike(records, one);
  for (const one of moves) shuffle(records, one);
  return records;
}

/** A record with an abyss in the place of each of its values in turn. */
export function intoAbyss(record: JsonObject): JsonObject[] {
  return spotsIn(record).map((_, at) => {
    const copy = structuredClone(record);
    const spot = spotsIn(copy)[at];
    if (spot) (spot.holder as JsonObject)[spot.key] = abyss;
    return copy;
  });
}
