import { writeFileSync } from 'node:fs';
import { ExtData, encode } from '@msgpack/msgpack';
import Database from 'better-sqlite3';
import { dump } from 'js-yaml';
import { gooseDatabase } from '../src/main/engine/formats/goose/testing/database.ts';
import { archive } from '../src/main/engine/formats/inspectai/testing/archive.ts';
import { openCodeDatabase } from '../src/main/engine/formats/opencode/testing/database.ts';
import type { JsonObject } from '../src/main/engine/formats/values.ts';
import type { Called, Drawing, Turn } from '../src/main/engine/testing/laws/drawing.ts';
import { claudeWriter } from './claude-file.ts';

/** Sessions of any agent, as the laws draw them, with the invented words and the lengths of the sessions of Claude Code. */

/** As many characters as fill a model's window before a compaction. */
const WINDOW = 500_000;

/** How the sessions of an agent look, and where in them are ids that no two sessions share: the last character of each match is the seed. */
export interface Drawn {
  drawing: Drawing;
  own: RegExp;
  /** Characters between two compactions. */
  window?: number;
  /** Every request repeats what was said since the last compaction, or since the beginning. */
  repeats?: 'window' | 'all';
}

/** Turns of `chars` characters. */
const turnsOf = (chars: number, seed: number, window: number): Turn[] => {
  const { random, words } = claudeWriter(seed);
  const turns: Turn[] = [];
  let said = 0;
  let inWindow = 0;
  const used = () => ({ input: 2000 + Math.ceil(inWindow / 2), output: 300 });
  const text = (kind: 'prose' | 'code', length: number): string => {
    const made = words[kind](length);
    said += made.length;
    inWindow += made.length;
    return made;
  };
  const call = (_: unknown, at: number): Called => {
    const [input, output] = [text('code', 30), text('code', 300 + random() * 2600)];
    return { id: `call_${seed}_${turns.length}_${at}`, input, output, used: used() };
  };
  while (said < chars) {
    const prompt = text('prose', 200);
    const calls = Array.from({ length: 8 }, call);
    const turn = { prompt, calls, answer: text('prose', 100 + random() * 600), used: used(), strange: null };
    const full = inWindow > window;
    if (full) inWindow = 0;
    turns.push({ ...turn, summary: full ? text('prose', 3000) : null });
  }
  return turns;
};

/** Characters of text that make about `bytes` bytes of records. */
const charsFor = (bytes: number, { repeats, window = WINDOW }: Drawn): number => {
  // A request for each 1,650 characters; the mean one repeats half of the window, or half of all.
  if (repeats === 'all') return Math.sqrt(bytes * 2 * 1650);
  return repeats === 'window' ? (bytes * 2 * 1650) / window : bytes;
};

/** The records of a session, until they have `bytes` bytes. */
const recordsOf = (drawn: Drawn, bytes: number, seed: number): string[] => {
  const turns = turnsOf(charsFor(bytes, drawn), seed, drawn.window ?? WINDOW);
  const lines: string[] = [];
  let length = 0;
  for (const record of drawn.drawing.write(turns)) {
    if (length >= bytes) break;
    const line = JSON.stringify(record).replaceAll(drawn.own, (found) => `${found.slice(0, -1)}${seed}`);
    lines.push(line);
    length += line.length + 1;
  }
  return lines;
};

/** Writes a record to a line, or all of them as one document. */
export function writeDrawn(drawn: Drawn, path: string, bytes: number, seed: number): void {
  const lines = recordsOf(drawn, bytes, seed);
  writeFileSync(path, drawn.drawing.document?.(lines.map((line) => JSON.parse(line))) ?? `${lines.join('\n')}\n`);
}

/** Reading YAML takes so long that a file of this size says enough. */
const YAML_BYTES = 12_000_000;

/** Writes all records as one document of YAML, in which texts of several lines are blocks, as programs write them. */
export function writeYaml(drawn: Drawn, path: string, bytes: number, seed: number): void {
  const document = drawn.drawing.document?.(recordsOf(drawn, Math.min(bytes, YAML_BYTES), seed).map((line) => JSON.parse(line)));
  writeFileSync(path, dump(JSON.parse(document ?? 'null'), { lineWidth: 80 }));
}

export function writeOpenCode(drawn: Drawn, path: string, bytes: number, seed: number): void {
  const { db, add } = openCodeDatabase(path);
  add(recordsOf(drawn, bytes, seed).map((line): JsonObject => JSON.parse(line)));
  db.close();
}

export function writeGoose(drawn: Drawn, path: string, bytes: number, seed: number): void {
  const { db, add } = gooseDatabase(path, `session ${seed}`);
  const messages = recordsOf(drawn, bytes, seed).map((line): JsonObject => JSON.parse(line));
  db.transaction(() => {
    for (const { role, content, metadata } of messages)
      if (role !== undefined) add(String(role), content as JsonObject[], metadata as JsonObject);
  })();
  db.close();
}

/** The archive of an evaluation with one sample. */
export function writeInspect(drawn: Drawn, path: string, bytes: number, seed: number): void {
  const [head, ...events] = recordsOf(drawn, bytes, seed).map((line): JsonObject => JSON.parse(line));
  const sample = { ...(head?.sample as JsonObject), events };
  writeFileSync(path, archive({ 'header.json': { eval: head?.evaluation ?? null }, [INSPECT_SAMPLE]: sample }, 93));
}

export const INSPECT_SAMPLE = 'samples/1_epoch_1.json';

const CHECKPOINTS = `CREATE TABLE checkpoints (thread_id TEXT, checkpoint_ns TEXT DEFAULT '', checkpoint_id TEXT, parent_checkpoint_id TEXT, type TEXT,
  checkpoint BLOB, metadata BLOB, PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id))`;

/** A message as the saver packs it: an object of Python, by its class. */
const packed = (message: JsonObject): ExtData => {
  const kind = { human: 'Human', ai: 'AI', tool: 'Tool' }[String(message.type)];
  return new ExtData(5, encode([`langchain_core.messages.${message.type}`, `${kind}Message`, message, 'model_validate_json']));
};

/** The table of LangGraph's saver: each checkpoint holds all messages of the thread. */
export function writeLangGraph(drawn: Drawn, path: string, bytes: number, seed: number): void {
  const db = new Database(path);
  db.exec(CHECKPOINTS);
  const put = db.prepare("INSERT INTO checkpoints VALUES (?, '', ?, ?, 'msgpack', ?, ?)");
  for (const line of recordsOf(drawn, bytes, seed)) {
    const { thread_id: thread, checkpoint_id: id, parent_checkpoint_id: parent = null, checkpoint, metadata } = JSON.parse(line);
    const { messages } = checkpoint.channel_values;
    const held = { ...checkpoint, channel_values: { ...checkpoint.channel_values, messages: messages.map(packed) } };
    put.run(thread, id, parent, encode(held), Buffer.from(JSON.stringify(metadata)));
  }
  db.close();
}
