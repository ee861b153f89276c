import type { Columns } from '../database.ts';
import { asList, asNumber, asString, timeOf } from '../json.ts';
import type { ServerAsked, ServerShape, TextRow } from '../server.ts';
import type { Json, JsonObject } from '../values.ts';
import { type Difference, putTogether, wholeIn } from './differences.ts';
import { unpack } from './unpack.ts';

/** The tables of the savers for PostgreSQL: a checkpoint names the version of each channel, whose value is kept once. */

const WANTED: Readonly<Record<string, readonly string[]>> = {
  checkpoints: ['thread_id', 'checkpoint_ns', 'checkpoint_id', 'parent_checkpoint_id', 'checkpoint', 'metadata'],
  checkpoint_blobs: ['thread_id', 'checkpoint_ns', 'channel', 'version', 'type', 'blob'],
  checkpoint_writes: ['thread_id', 'checkpoint_ns', 'checkpoint_id', 'task_id', 'idx', 'channel', 'type', 'blob'],
};

const fits = (columns: Columns): boolean =>
  Object.entries(WANTED).every(([table, names]) => names.every((name) => columns.get(table)?.has(name) === true));

/** Checkpoints of one page: each brings all messages of its state. */
const PAGE = 40;

export const langGraphServer: ServerShape = {
  ...{ format: 'langgraph', name: 'LangGraph', tables: Object.keys(WANTED), fits },
  page,
  after: ({ thread_id: thread = null, checkpoint_id: id = null, checkpoint_ns: namespace = null }) => [thread, id, namespace],
  records,
  placed,
};

function page({ schema, session, since, after }: ServerAsked) {
  const [thread = null, id = null, namespace = null] = after ?? [];
  const of = 'x.thread_id = c.thread_id AND x.checkpoint_ns = c.checkpoint_ns';
  const sql = `SELECT c.thread_id, c.checkpoint_ns, c.checkpoint_id, c.parent_checkpoint_id, c.checkpoint::text, c.metadata::text,
    (SELECT json_agg(json_build_array(x.channel, x.type, encode(x.blob, 'base64'))) FROM jsonb_each_text(c.checkpoint -> 'channel_versions') v
      JOIN ${schema}.checkpoint_blobs x ON ${of} AND x.channel = v.key AND x.version = v.value)::text AS channels,
    (SELECT json_agg(json_build_array(x.task_id, x.idx, x.channel, x.type, encode(x.blob, 'base64')) ORDER BY x.task_id, x.idx)
      FROM ${schema}.checkpoint_writes x WHERE ${of} AND x.checkpoint_id = c.checkpoint_id)::text AS writes,
    ${differences(schema)} AS differences
    FROM ${schema}.checkpoints c
    WHERE ($1::text IS NULL OR c.thread_id = $1)
      AND ($2::text IS NULL OR c.thread_id IN
        (SELECT n.thread_id FROM ${schema}.checkpoints n WHERE (n.checkpoint ->> 'ts')::timestamptz >= $2::timestamptz))
      AND ($3::text IS NULL OR (c.thread_id, c.checkpoint_id, c.checkpoint_ns) > ($3, $4, $5))
    ORDER BY c.thread_id, c.checkpoint_id, c.checkpoint_ns LIMIT ${PAGE}`;
  return { sql, values: [session, since, thread, id, namespace] };
}

/** Of channels that are kept as differences: the nearest value above a checkpoint, and what was written since. One that has it whole counts nothing. */
function differences(schema: string): string {
  const whole = (
    of: string,
    channel: string,
  ): string => `SELECT x.type, x.blob FROM ${schema}.checkpoint_blobs x WHERE x.thread_id = c.thread_id
    AND x.checkpoint_ns = c.checkpoint_ns AND x.channel = ${channel} AND x.version = ${of}.checkpoint -> 'channel_versions' ->> ${channel} AND x.type <> 'empty'`;
  return `(WITH RECURSIVE up(channel, id, parent, depth, whole) AS (
      SELECT k, c.checkpoint_id, c.parent_checkpoint_id, 0, EXISTS (${whole('c', 'k')})
        FROM jsonb_object_keys(coalesce(c.metadata -> 'counters_since_delta_snapshot', '{}') || coalesce((
          SELECT p.metadata -> 'counters_since_delta_snapshot' FROM ${schema}.checkpoints p WHERE p.thread_id = c.thread_id
            AND p.checkpoint_ns = c.checkpoint_ns AND p.checkpoint_id = c.parent_checkpoint_id), '{}')) k
      UNION ALL SELECT up.channel, p.checkpoint_id, p.parent_checkpoint_id, up.depth + 1, EXISTS (${whole('p', 'up.channel')})
        FROM up JOIN ${schema}.checkpoints p ON p.thread_id = c.thread_id AND p.checkpoint_ns = c.checkpoint_ns AND p.checkpoint_id = up.parent
        WHERE NOT up.whole)
    SELECT json_agg(json_build_array(channel, type, encode(blob, 'base64'), whole) ORDER BY depth DESC, whole DESC, task_id, idx) FROM (
      SELECT up.channel, x.type, x.blob, true AS whole, up.depth, '' AS task_id, 0 AS idx
        FROM up JOIN ${schema}.checkpoints p ON p.thread_id = c.thread_id AND p.checkpoint_ns = c.checkpoint_ns AND p.checkpoint_id = up.id
        JOIN LATERAL (${whole('p', 'up.channel')}) x ON true WHERE up.whole
      UNION ALL SELECT up.channel, x.type, x.blob, false, up.depth, x.task_id, x.idx
        FROM up JOIN ${schema}.checkpoint_writes x ON x.thread_id = c.thread_id AND x.checkpoint_ns = c.checkpoint_ns AND x.checkpoint_id = up.id
          AND x.channel = up.channel WHERE up.depth > 0) all_of_them)::text`;
}

/** A row as a checkpoint and what was written into it, in the shape in which the saver for SQLite has them. */
function records(row: TextRow): JsonObject[] {
  const { thread_id = null, checkpoint_ns = null, checkpoint_id = null, parent_checkpoint_id = null } = row;
  const held = jsonIn(row.checkpoint) as JsonObject | null;
  const channels = asList(jsonIn(row.channels)).flatMap((one): [string, Json][] => {
    const [channel, type, blob] = asList(one);
    return type === 'empty' ? [] : [[asString(channel) ?? '', wholeIn(readAs(type, blob))]];
  });
  // Short values of the saver in Python are in the checkpoint itself.
  const kept = asList(jsonIn(row.differences)).map((one): Difference => {
    const [channel, type, blob, whole] = asList(one);
    return { channel: asString(channel) ?? '', value: readAs(type, blob), whole: whole === true };
  });
  const values = { ...((held?.channel_values ?? {}) as JsonObject), ...Object.fromEntries(channels), ...putTogether(kept) };
  const of = { thread_id, checkpoint_ns, checkpoint_id };
  const checkpoint = { ...held, channel_values: values };
  return [
    { table: 'checkpoints', ...of, parent_checkpoint_id, checkpoint, metadata: jsonIn(row.metadata) },
    ...asList(jsonIn(row.writes)).map((one): JsonObject => {
      const [task_id = null, idx = null, channel = null, type, blob] = asList(one);
      return { table: 'writes', ...of, task_id, idx, channel, value: readAs(type, blob) };
    }),
  ];
}

const jsonIn = (text: string | null | undefined): Json => (text === null || text === undefined ? null : (JSON.parse(text) as Json));

/** A value by the name of its packing; what nobody can read is kept as it came. */
function readAs(type: Json | undefined, blob: Json | undefined): Json {
  const text = asString(blob);
  if (text === null) return null;
  const bytes = Buffer.from(text, 'base64');
  if (type === 'bytes' || type === 'bytearray') return bytes.toString('base64');
  try {
    return type === 'json' ? (JSON.parse(bytes.toString('utf8')) as Json) : unpack(bytes);
  } catch {
    return { type: type ?? null, base64: bytes.toString('base64') };
  }
}

function placed({ thread_id, checkpoint_id, checkpoint_ns, checkpoint, task_id, idx }: JsonObject) {
  const id = asString(checkpoint_id) ?? '';
  const write = task_id === undefined ? null : `${asString(task_id) ?? ''} ${asNumber(idx) ?? 0}`;
  return {
    id: `${id} ${asString(checkpoint_ns) ?? ''}${write === null ? '' : ` ${write}`}`,
    session: asString(thread_id),
    start: madeAt(id) ?? ticksOf(timeOf((checkpoint as JsonObject | undefined)?.ts)),
    // What was written into a checkpoint follows it.
    end: write === null ? Number.MAX_VALUE : -(asNumber(idx) ?? 0),
  };
}

const UUID_6 = /^([0-9a-f]{8})-([0-9a-f]{4})-6([0-9a-f]{3})-/;
/** From 15 October 1582, when these begin to count, to 2020, in ticks of 100 ns. */
const GREGORIAN_TICKS = 137_971_296_000_000_000n;
const UNIX_MS = 1_577_836_800_000;

/**
 * When an id was made, in ticks of 100 ns since 2020; null where its kind does not say. Checkpoints of the same millisecond are a tick apart, which
 * a number of milliseconds since 1970 does not hold.
 */
function madeAt(id: string): number | null {
  const [, high, mid, low] = UUID_6.exec(id) ?? [];
  if (high === undefined) return null;
  return Number(BigInt(`0x${high}${mid}${low}`) - GREGORIAN_TICKS);
}

/** The same of a moment in ms. */
const ticksOf = (ms: number | null): number | null => (ms === null ? null : (ms - UNIX_MS) * 10_000);
