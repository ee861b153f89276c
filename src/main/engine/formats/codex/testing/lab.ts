import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { asList, asObject, asString, isObject } from '../../json.ts';
import type { Json, JsonObject } from '../../values.ts';

/** Runs of the real Codex with every request that it sent: what was sent, and which line of which rollout has its answer. */

export interface Rollout {
  path: string;
  /** Records by line, from 1; null for a line that is none. */
  lines: (JsonObject | null)[];
  thread: string;
}

export interface Sent {
  n: number;
  body: JsonObject;
  input: JsonObject[];
  /** It asks for a summary. */
  summing: boolean;
  /** Where its answer begins in the log; null where none of it was logged. */
  at: { rollout: Rollout; line: number } | null;
}

export interface Run {
  name: string;
  version: string;
  rollouts: Rollout[];
  requests: Sent[];
}

const parsed = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
};

/** The text of a rollout, decompressed where it is. */
export function textOfFile(path: string): string {
  return (path.endsWith('.zst') ? zstdDecompressSync(readFileSync(path)) : readFileSync(path)).toString('utf8');
}

function readRollout(path: string): Rollout {
  const lines = textOfFile(path)
    .split('\n')
    .map((line) => asObject(parsed(line)));
  const meta = lines.find((record) => record?.type === 'session_meta');
  return { path, lines, thread: asString(asObject(meta?.payload)?.id) ?? '' };
}

/** All runs below a folder of the lab. */
export function runsIn(lab: string): Run[] {
  return globSync('*/meta.json', { cwd: lab })
    .map((path) => readRun(join(lab, path.split(/[\\/]/)[0] ?? '')))
    .sort((a, b) => a.name.localeCompare(b.name));
}

function readRun(folder: string): Run {
  const rollouts = globSync('{sessions,archived_sessions}/**/rollout-*', { cwd: folder })
    .sort()
    .map((path) => readRollout(join(folder, path)));
  const index = readFileSync(join(folder, 'requests/requests.jsonl'), 'utf8').split('\n').map(parsed).filter(isObject);
  const used = new Set<JsonObject>();
  const requests = index.flatMap((entry) => requestOf(folder, entry, rollouts, used) ?? []);
  return { name: basename(folder), version: basename(folder).split('-')[0] ?? '', rollouts, requests };
}

function requestOf(folder: string, entry: JsonObject, rollouts: Rollout[], used: Set<JsonObject>): Sent | null {
  const file = asString(entry.file);
  const body = file === null ? null : asObject(parsed(readFileSync(join(folder, 'requests', file), 'utf8')));
  if (file === null || body === null || !Array.isArray(body.input)) return null;
  const input = body.input.filter(isObject);
  const last = JSON.stringify(input.at(-1) ?? null);
  const summing = /compaction_trigger|CONTEXT CHECKPOINT/.test(last) || /\/compact/.test(asString(entry.path) ?? '');
  const thread = threadOf(body, asObject(entry.headers) ?? {});
  const answer = join(folder, 'requests', file.replace('request.json', 'response.txt'));
  const items = existsSync(answer) ? answered(readFileSync(answer, 'utf8')) : [];
  const at = find(
    rollouts.filter((rollout) => rollout.thread === thread),
    items,
    summing,
    used,
  );
  return { n: Number(entry.n), body, input, summing, at };
}

function threadOf(body: JsonObject, headers: JsonObject): string | null {
  const ids = [asObject(body.client_metadata)?.thread_id, headers['thread-id'], headers['session-id'], headers.session_id];
  return [...ids, headers.conversation_id, body.prompt_cache_key].map(asString).find((id) => id !== null) ?? null;
}

const answered = (stream: string): JsonObject[] =>
  stream
    .split('\n')
    .filter((line) => line.startsWith('data: ') && line.includes('"response.output_item.done"'))
    .map((line) => asObject(asObject(parsed(line.slice(6)))?.item))
    .filter((item) => item !== null);

function find(rollouts: Rollout[], items: JsonObject[], summing: boolean, used: Set<JsonObject>): Sent['at'] {
  for (const rollout of rollouts) {
    const line = rollout.lines.findIndex((record) => record !== null && !used.has(record) && answers(record, items, summing));
    const record = rollout.lines[line];
    if (!record) continue;
    used.add(record);
    return { rollout, line: line + 1 };
  }
  return null;
}

/** Whether a record is the first that an answer led to: an item of it, or the compaction that its text or its cipher is in. */
function answers(record: JsonObject, items: JsonObject[], summing: boolean): boolean {
  const payload = asObject(record.payload) ?? {};
  if (record.type === 'response_item') return items.some((item) => isSame(item, payload));
  if (record.type !== 'compacted' || !summing) return false;
  const texts = items
    .filter(({ type }) => type === 'message')
    .flatMap(({ content }) => asList(content).map((part) => asObject(part)?.text));
  const message = asString(payload.message) ?? '';
  if (texts.length > 0) return texts.some((text) => typeof text === 'string' && message.includes(text));
  return asList(payload.replacement_history).some((item) => typeof asObject(item)?.encrypted_content === 'string');
}

function isSame(item: JsonObject, logged: JsonObject): boolean {
  if (typeof logged.id === 'string') return logged.id === item.id;
  if (typeof logged.call_id === 'string') return logged.call_id === item.call_id && !String(logged.type).endsWith('_output');
  return plain(item) === plain(logged);
}

const ASIDE: ReadonlySet<string> = new Set(['id', 'status', 'metadata', 'annotations', 'internal_chat_message_metadata_passthrough']);

/** An item for comparison: keys in order, without ids and what a provider adds. */
export function plain(item: Json): string {
  return JSON.stringify(sorted(item, 0));
}

function sorted(value: Json, depth: number): Json {
  if (Array.isArray(value)) return value.map((item) => sorted(item, depth + 1));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key, held]) => held !== null && (depth > 2 || !ASIDE.has(key)) && !isEmptyContent(key, held));
  return Object.fromEntries(kept.map(([key, held]) => [key, sorted(held, depth + 1)] as const).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const isEmptyContent = (key: string, value: Json): boolean => key === 'content' && Array.isArray(value) && value.length === 0;
