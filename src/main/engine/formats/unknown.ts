/** What a file that is not a log looks like, by its first bytes. Cheap: nothing is parsed but the first line. */
import { abouts } from './abouts.ts';

/**
 * One sentence about a path that is not a log: what it looks like, and what is supported. `head` holds the first bytes of a file (a few
 * kilobytes do), or null for a folder.
 */
export function describeUnknown(path: string, head: Buffer | null): string {
  const names = abouts.filter(({ own }) => !own).map(({ name }) => name);
  const listed = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  const look = head === null ? 'is a folder without logs in it' : lookOf(head);
  if (head !== null && LINES.test(path) && isDocument(head))
    return `${path} ${look}; a document is read from a file that is named .json: rename it.`;
  return READ.test(look) ? `${path} ${look}${UNFIT}.` : `${path} ${look}; Tapescope reads the logs of ${listed}.`;
}

/** Names of logs that have a record per line. */
const LINES = /\.(?:jsonl|ndjson)$/i;

/** Whether a text begins as a list, or as an object that has more than one line. */
function isDocument(head: Buffer): boolean {
  const text = textIn(head);
  const feed = text.indexOf('\n');
  return text.startsWith('[') || (text.startsWith('{') && feed >= 0 && !parses(text.slice(0, feed)));
}

const textIn = (head: Buffer): string =>
  head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();

/** Why this file is not among those that are read, and what to do about it. */
const UNFIT =
  ', but nothing at its beginning is known to be in one: it is empty, cut off, or of a version that Tapescope does not know yet. If more of it is to come, open it again then';

/** A mark of the order of bytes, or a bracket, which records and documents begin with. */
const UTF16: readonly number[] = ['\ufeff', '{', '['].map((char) => char.charCodeAt(0));

/** The encoding of a file, by its first bytes, where it is one that no log has; null for any other. */
export function foreignEncoding(head: Buffer): string | null {
  if (head.length < 2) return null;
  if (UTF16.includes(head.readUInt16LE(0))) return 'UTF-16, little-endian';
  return UTF16.includes(head.readUInt16BE(0)) ? 'UTF-16, big-endian' : null;
}

/** The end of the sentence "PATH …". */
function lookOf(head: Buffer): string {
  if (head.length === 0) return 'is an empty file';
  const signed = SIGNATURES.find(({ at = 0, bytes }) => head.subarray(at, at + bytes.length).equals(bytes));
  if (signed) return `looks like ${signed.name}`;
  if (head.includes(0)) return 'looks like a binary file';
  const text = textIn(head);
  if (text === '') return 'holds nothing but blank space';
  if (text.startsWith('{') || text.startsWith('[')) return jsonLook(text);
  if (YAML.test(text)) return 'looks like YAML, which is read from files that are named .yaml or .yml';
  return text.startsWith('<') ? 'looks like HTML or XML' : 'looks like plain text';
}

const SIGNATURES: { name: string; at?: number; bytes: Buffer }[] = [
  { name: 'a PNG image', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
  { name: 'a JPEG image', bytes: Buffer.from([0xff, 0xd8, 0xff]) },
  { name: 'a GIF image', bytes: Buffer.from('GIF8') },
  { name: 'a WebP image', at: 8, bytes: Buffer.from('WEBP') },
  { name: 'a PDF document', bytes: Buffer.from('%PDF-') },
  { name: 'a SQLite database, which is read from files that are named .db, .sqlite or .sqlite3', bytes: Buffer.from('SQLite format 3\0') },
  { name: 'a ZIP archive, which is read from files that are named .eval', bytes: Buffer.from([0x50, 0x4b, 0x03, 0x04]) },
  { name: 'a gzip archive', bytes: Buffer.from([0x1f, 0x8b]) },
  { name: 'a Zstandard archive', bytes: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]) },
  { name: 'a program', bytes: Buffer.from([0x7f, 0x45, 0x4c, 0x46]) },
];

function jsonLook(text: string): string {
  if (text.startsWith('[')) return 'looks like one JSON list, not one record per line';
  const line = text.slice(0, text.indexOf('\n') < 0 ? undefined : text.indexOf('\n'));
  const wholeLine = parses(line);
  const keys = topKeys(wholeLine ? line : text);
  const known = KNOWN.find((row) => row.keys.every((key) => keys.includes(key)) && (row.text?.test(line) ?? true));
  if (known) return `looks like ${known.name}`;
  const named = keys.slice(0, 6).join(', ');
  if (keys.length === 0) return 'looks like JSON, but not like records';
  return wholeLine && text.length > line.length + 1
    ? `holds JSON lines with the keys ${named}`
    : `looks like one JSON document with the keys ${named}`;
}

/** Logs by their keys, most telling first. */
const KNOWN: { name: string; keys: string[]; text?: RegExp; unread?: true }[] = [
  { name: 'a Qwen Code session', keys: ['uuid', 'sessionId', 'provenance'] },
  { name: 'a Gemini chat', keys: ['sessionId', 'projectHash', 'messages'] },
  { name: 'an OpenCode export', keys: ['info', 'messages'] },
  { name: 'an OpenTelemetry trace', keys: ['resourceSpans'] },
  { name: 'a Copilot CLI session', keys: ['type', 'data'], text: /"type":\s*"session\.start"/ },
  { name: 'a pi session', keys: ['type', 'timestamp', 'cwd'], text: /"type":\s*"session"/ },
  { name: 'the metadata of a sub-agent, whose log is next to it', keys: ['agentType', 'description'], unread: true },
  { name: 'a list of chat messages', keys: ['messages', 'model'] },
  { name: 'an export of ChatGPT', keys: ['mapping', 'current_node'], unread: true },
];

/** What looks like a log that is read. */
const READ = new RegExp(`^looks like (?:${KNOWN.flatMap(({ name, unread }) => (unread ? [] : [name])).join('|')})$`);

/** The first lines of tapes in YAML, which nothing else that agents write begins with. */
const YAML = /^(?:---\s+)?(?:metadata|context|steps):\s/;

function parses(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** Keys of the outermost object, as far as the text goes: the document may be cut off anywhere. */
function topKeys(text: string): string[] {
  const keys: string[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') {
      const end = stringEnd(text, at);
      if (depth === 1 && /^\s*:/.test(text.slice(end, end + 20))) keys.push(text.slice(at + 1, end - 1));
      at = end - 1;
    } else if (char === '{' || char === '[') depth += 1;
    else if ((char === '}' || char === ']') && --depth === 0) break;
  }
  return keys;
}

function stringEnd(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end + 1;
}
