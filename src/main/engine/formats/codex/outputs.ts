import { asNumber, asObject, asString, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import { itemOf, outputText, TOOL_OUTPUTS } from './record.ts';

/** What becomes of a tool's output on its way into the history. */

/** Tokens that one output may have: those of the policy, and a fifth more. Codex counts four bytes to a token. */
const LIMIT = 12_000;
const BYTES = 4;

/** An output as it is sent: cut in the middle where it is too long. Several texts in one output share the limit. */
export function cutOutput(item: JsonObject): JsonObject {
  const { output } = item;
  if (typeof output === 'string') return { ...item, output: cutText(output, LIMIT) };
  if (!Array.isArray(output)) return item;
  let left = LIMIT;
  const parts = output.map((part): Json => {
    if (!isObject(part) || part.type !== 'input_text' || typeof part.text !== 'string') return part;
    const text = cutText(part.text, left);
    left = Math.max(0, left - tokensOf(part.text));
    return { ...part, text };
  });
  return { ...item, output: parts };
}

/** A record with its output as it is sent, which is what it weighs. */
export function shortened(record: JsonObject): JsonObject {
  const item = itemOf(record);
  if (item === null || !TOOL_OUTPUTS.has(asString(item.type) ?? '')) return record;
  return { ...record, payload: cutOutput(item) };
}

/** Characters of an output as it is sent. */
export function sentChars(item: JsonObject): number {
  const text = outputText(item);
  return (isCertainlyWhole(text, LIMIT) ? text : outputText(cutOutput(item))).length;
}

/** No character has more than three bytes, as UTF-16 counts them. */
const isCertainlyWhole = (text: string, tokens: number): boolean => text.length * 3 <= tokens * BYTES;

/** As Codex counts them: four bytes to a token. */
export function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES);
}

/** Half of what may stay from each end, in whole characters, and how much went between them. */
export function cutText(text: string, tokens: number): string {
  const keep = tokens * BYTES;
  if (isCertainlyWhole(text, tokens)) return text;
  const bytes = Buffer.from(text);
  if (bytes.length <= keep) return text;
  const half = Math.floor(keep / 2);
  const head = wholeUpTo(bytes, half);
  const tail = wholeFrom(bytes, bytes.length - (keep - half));
  return `${bytes.toString('utf8', 0, head)}…${Math.ceil((bytes.length - keep) / BYTES)} tokens truncated…${bytes.toString('utf8', tail)}`;
}

const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

function wholeUpTo(bytes: Buffer, at: number): number {
  let end = at;
  while (end > 0 && isInside(bytes[end])) end -= 1;
  return end;
}

function wholeFrom(bytes: Buffer, at: number): number {
  let from = at;
  while (isInside(bytes[from])) from += 1;
  return from;
}

/**
 * Up to 0.120 the output of a patch (up to 0.58 also of a command) is logged as JSON with the exit code, and sent as text with the same
 * facts; but not to a request that offers no tools. Where the JSON itself was too long, 0.58 sent the beginning of it.
 */
export function asSent(item: JsonObject): JsonObject {
  const { output } = item;
  if (typeof output !== 'string' || !output.startsWith('{"output"')) return item;
  const value = parsed(output);
  const metadata = asObject(value?.metadata);
  const text = asString(value?.output);
  const seconds = asNumber(metadata?.duration_seconds);
  if (metadata === null || text === null || seconds === null) return item;
  if (Buffer.byteLength(output) > MOST_JSON) return { ...item, output: beginningOf(output) };
  const lines = OMITTED.exec(text)?.[1];
  const total = lines === undefined ? '' : `Total output lines: ${lines}\n`;
  const told = `Exit code: ${asNumber(metadata.exit_code)}\nWall time: ${seconds} seconds\n${total}Output:\n`;
  return { ...item, output: told + (lines === undefined ? text : text.replace(TOTAL_LINES, '')) };
}

const TOTAL_LINES = /^Total output lines: \d+\n\n?/;
/** What is in the place of lines that were left out, and how many there were. */
const OMITTED = /\[\.\.\. omitted \d+ of (\d+) lines/;

const MOST_JSON = 10_240;
const HEAD = 5120;

/** JSON is one line, so that none of its end stays. */
const beginningOf = (output: string): string => {
  const bytes = Buffer.from(output);
  const head = bytes.toString('utf8', 0, wholeUpTo(bytes, HEAD));
  return `Total output lines: 1\n\n${head}\n[... output truncated to fit ${MOST_JSON} bytes ...]\n\n`;
};

function parsed(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}
