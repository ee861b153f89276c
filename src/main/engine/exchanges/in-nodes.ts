import { type AnswerNode, type Node, ofNodes } from '../formats/captured/nodes.ts';
import { timeOf } from '../formats/json.ts';
import { createAsking, jsonIn } from './asking.ts';
import type { Held } from './held.ts';

/** What is captured in the SQLite database of a proxy that keeps each message once, hung on the one before it. */

export const NODES = { table: 'nodes', columns: ['hash', 'parent_hash', 'role', 'content', 'stop_reason', 'created_at'] };

/** Columns that came with later versions. */
const LATER = [
  'model',
  'project',
  'prompt_tokens',
  'completion_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
  'total_duration_ns',
];

interface Row {
  role: string | null;
  content: Uint8Array | string | null;
  model: string | null;
  stop_reason: string | null;
  created_at: unknown;
  project: string | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  cache_creation_input_tokens: number | null;
  cache_read_input_tokens: number | null;
  total_duration_ns: number | null;
}

/** What was sent again as history was not stored again, or has neither. */
const ANSWERS =
  "SELECT hash FROM nodes WHERE role = 'assistant' AND (coalesce(stop_reason, '') <> '' OR {used} IS NOT NULL) ORDER BY created_at, rowid";
const LINKS = 'SELECT hash, parent_hash AS parent FROM nodes';

/** A time as drivers of SQLite write it: with a blank for the T, and the name of the zone after it, or none. */
const whenOf = (value: unknown): number | null => {
  const [, day, time, zone = 'Z'] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?) ?(Z|[+-]\d\d:?\d\d)?/.exec(String(value)) ?? [];
  return day === undefined ? null : timeOf(`${day}T${time}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`);
};

const nodeOf = ({ role, content, model }: Row): Node => ({ role: role ?? '', content: jsonIn(content), model: model ?? '' });

const answerOf = (row: Row): AnswerNode => {
  const { prompt_tokens, completion_tokens, cache_creation_input_tokens, cache_read_input_tokens } = row;
  const counted = { prompt_tokens, completion_tokens, cache_creation_input_tokens, cache_read_input_tokens };
  return {
    ...nodeOf(row),
    ...{ stopReason: row.stop_reason ?? '', project: row.project, stored: whenOf(row.created_at) },
    took: row.total_duration_ns === null ? null : Math.round(row.total_duration_ns / 1e6),
    usage: Object.values(counted).every((one) => one === null) ? null : counted,
  };
};

/** The requests in a database of messages, in the order in which their answers were stored. */
export function heldInNodes(path: string, columns: ReadonlySet<string>): Held[] {
  const all = createAsking(path);
  const one = `SELECT role, content, stop_reason, created_at, ${LATER.map((name) => (columns.has(name) ? name : `NULL AS ${name}`)).join(', ')} FROM nodes WHERE hash = ?`;
  const rowOf = (hash: string): Row[] => all<Row>(one, hash);
  const parents = new Map(all<{ hash: string; parent: string | null }>(LINKS).map(({ hash, parent }) => [hash, parent]));
  const used = columns.has('completion_tokens') ? 'completion_tokens' : 'NULL';
  return all<{ hash: string }>(ANSWERS.replace('{used}', used)).map(({ hash }) => () => {
    const [answer] = rowOf(hash);
    if (answer === undefined) return null;
    return ofNodes(above(parents, hash).flatMap(rowOf).map(nodeOf), answerOf(answer));
  });
}

/** What a message hangs on, the first first. */
const above = (parents: ReadonlyMap<string, string | null>, hash: string): string[] => {
  const met = new Set<string>();
  for (let at = parents.get(hash) ?? null; at !== null && !met.has(at); at = parents.get(at) ?? null) met.add(at);
  return [...met].toReversed();
};
