import { createHash, type Hash } from 'node:crypto';
import { canonical, digest } from '../digest.ts';
import type { Json, JsonObject, WireMessage } from '../format.ts';
import { asList, asNumber, asObject, asString, asStrings, isObject } from '../json.ts';
import type { CacheMark, LoggedRequest, Numbered, SentRequest, Spoken } from '../request.ts';
import { toBlocks } from './content.ts';

/**
 * Requests as Claude Code logs them since 2.1.330. A hash is SHA-256 over JSON with sorted keys and no spaces, without `cache_control`;
 * content that is a plain string counts as one block of text. The digest of a request is the same over its whole body but `metadata`, `stream`
 * and a few more that are no content, and with the cache marks. System parts that carry a billing header are neither logged nor hashed.
 */

/** The request of a record; null for any other record. */
export function readRequest(record: Json): LoggedRequest | null {
  if (!isObject(record) || record.type !== 'api-request') return null;
  const id = asString(record.id);
  const shape = asString(record.shapeHash);
  if (id === null || shape === null) return null;
  return {
    id,
    source: asString(record.querySource) ?? '',
    shape,
    parameters: asObject(record.params) ?? {},
    base: asString(record.base),
    keep: asNumber(record.keep) ?? 0,
    tail: asStrings(record.tail),
    marks: asList(record.cacheControl).flatMap(markOf),
    digest: asString(record.requestDigest),
    lacks: lacksOf(record),
  };
}

function markOf(mark: Json): CacheMark[] {
  const { path, value } = asObject(mark) ?? {};
  const steps = asList(path).filter((step) => typeof step === 'string' || typeof step === 'number');
  return steps.length === 0 || value === undefined ? [] : [{ path: steps, value }];
}

/** The program cuts what it may not store out of what it logs, and says so in these fields. */
function lacksOf(record: JsonObject): string | null {
  if (record.cut !== undefined) return 'The log holds this request with parts of its messages cut out.';
  const withheld = asStrings(record.withheld);
  return withheld.length === 0 ? null : `The log leaves out what the user added to the request: ${withheld.join(', ')}.`;
}

/** How many messages a request had. */
export function messagesIn({ keep, tail }: Pick<LoggedRequest, 'keep' | 'tail'>): number {
  return keep + tail.length;
}

/** System prompt and tools of a record; null where they do not match the hash. */
export function shapeOf(record: Json, hash: string): Pick<SentRequest, 'system' | 'tools'> | null {
  const shape = isObject(record) ? asObject(record.shape) : null;
  if (shape === null || digest(unmarked(shape)) !== hash) return null;
  return { system: toBlocks(shape.system), tools: asList(shape.tools).filter(isObject) };
}

/** The message of a record; null where it does not match the hash. */
export function blobOf(record: Json, hash: string): WireMessage | null {
  const message = isObject(record) ? asObject(record.message) : null;
  return message !== null && hashOf(message) === hash ? message : null;
}

/** Hash of a message, which names it in a request. */
const hashOf = (message: WireMessage): string => digest(unmarked(inBlocks(message)));

const inBlocks = (message: WireMessage): WireMessage =>
  typeof message.content === 'string' ? { ...message, content: [{ type: 'text', text: message.content }] } : message;

/** Deeper than any message; a hostile log nests deeper than the stack. */
const DEPTH = 200;

function unmarked(value: Json, depth = DEPTH): Json {
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.map((item) => unmarked(item, depth - 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (key === 'cache_control' ? [] : [[key, unmarked(inner, depth - 1)]])),
  );
}

/**
 * Messages that lines of the conversation make: those of one answer, and those of the user's side that follow each other, up to any of
 * them. The program logs a message as a blob only where no such run has its hash.
 */
export function spoken(lines: readonly Numbered[], wanted: ReadonlySet<string>): Map<string, Spoken[]> {
  const found = new Map<string, Spoken[]>();
  let run: Run | null = null;
  for (const { seq, record } of lines) {
    const line = lineOf(record);
    if (line === null) continue;
    if (run === null || !continues(run, line)) run = beginRun(line);
    for (const block of line.content) addBlock(run, block, seq);
    const hash = run.hash
      .copy()
      .update(`],"role":${JSON.stringify(run.role)}}`)
      .digest('hex');
    if (!wanted.has(hash)) continue;
    const message = { message: { role: run.role, content: [...run.content] }, blocks: [...run.seqs] };
    found.set(hash, [...(found.get(hash) ?? []), message]);
  }
  return found;
}

const beginRun = ({ role, id }: Line): Run => ({ role, id, content: [], seqs: [], hash: createHash('sha256').update('{"content":[') });

/** Each line of a run ends a message, so its hash extends that of the line before. */
function addBlock(run: Run, block: Json, seq: number): void {
  run.hash.update(`${run.content.length > 0 ? ',' : ''}${canonical(unmarked(block))}`, 'utf8');
  run.content.push(block);
  run.seqs.push(seq);
}

interface Line {
  role: string;
  /** message.id of an answer. */
  id: string | null;
  content: Json[];
}

interface Run extends Line {
  seqs: number[];
  hash: Hash;
}

function lineOf(record: JsonObject): Line | null {
  if (record.type !== 'user' && record.type !== 'assistant') return null;
  const message = asObject(record.message);
  const role = asString(message?.role);
  if (message === null || role === null) return null;
  const content = typeof message.content === 'string' ? toBlocks(message.content) : asList(message.content);
  return { role, id: asString(message.id), content };
}

const continues = (run: Run, line: Line): boolean =>
  run.role === line.role && (line.role === 'user' || (line.id !== null && run.id === line.id));

/** The body with its cache marks; null where it does not match the digest. A record without a digest proves nothing as a whole. */
export function wholeOf(request: LoggedRequest, parts: Omit<SentRequest, 'parameters'>): SentRequest | null {
  const { system, tools, messages } = marked(request.marks, parts);
  const body = { ...request.parameters, system, tools, messages: messages.map(inBlocks) };
  if (request.digest !== null && digest(body) !== request.digest) return null;
  return { system, tools, messages, parameters: request.parameters };
}

/** A copy with each mark on the block that its path names; content of a marked message is in blocks. Paths that lead nowhere change nothing. */
function marked(marks: readonly CacheMark[], parts: Omit<SentRequest, 'parameters'>): Omit<SentRequest, 'parameters'> {
  const copy = { system: [...parts.system], tools: [...parts.tools], messages: [...parts.messages] };
  for (const { path, value } of marks) setMark(copy as { [key: string]: Json }, path, value);
  return copy;
}

function setMark(body: { [key: string]: Json }, path: readonly (string | number)[], value: Json): void {
  let at: { [key: string]: Json } = body;
  for (const step of path) {
    const inner = Object.hasOwn(at, step) ? at[step] : undefined;
    if (typeof inner !== 'object' || inner === null) return;
    const own: Json = Array.isArray(inner) ? [...inner] : { ...inner };
    at[step] = own;
    at = own as { [key: string]: Json };
  }
  at.cache_control = value;
}

/** Sources of requests that ask for the next answer of a conversation. Titles, summaries and the like have other names. */
const MAIN = /^(sdk|repl_main_thread)(:|$)/;
const AGENT = /^agent:/;

export function asks(source: string, sidechain: boolean): boolean {
  return (sidechain ? AGENT : MAIN).test(source);
}

/** "sub-agent Explore"; empty for the main chain; else what the program calls it. */
export function sourceWords(source: string): string {
  if (MAIN.test(source)) return '';
  return AGENT.test(source) ? `sub-agent ${source.split(':').at(-1) ?? ''}`.trim() : source.replaceAll('_', ' ');
}
