import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { streams } from '../formats/archives.ts';
import type { TapeInRows } from '../formats/database.ts';
import { asList, isObject } from '../formats/json.ts';
import type { StreamShape } from '../formats/stream.ts';
import type { JsonObject } from '../formats/values.ts';
import { rowsOfRecords } from './archive-rows.ts';
import { witness } from './ids.ts';
import type { OpenRows } from './open-rows.ts';
import { type YamlDocument, type YamlPart, yamlDocuments, yamlItem, yamlList, yamlParts } from './yaml-documents.ts';

/** Tapes in the documents of a YAML file, or in lists in them, as tapes in the rows of a database. */

/** Reading YAML takes several times as long as JSON, and the text is held. */
const MOST = 64 << 20;

interface StreamTape extends TapeInRows {
  records(): Records;
  /** Why documents next to it cannot be read: each takes the place of a record. */
  mistakes: string[];
}

interface Records {
  count: number;
  at(index: number): JsonObject;
  /** What is wrong with a record. */
  mistake(index: number): string | null;
  /** Bytes of its text; null where that is not known. */
  bytes(index: number): number | null;
}

interface Stream {
  shape: StreamShape;
  tapes: ReadonlyMap<string, StreamTape>;
}

/** The file that was read last: its tapes and records are asked for one after the other. */
let lately: { stamp: string; stream: Stream } | null = null;

/** Opens a YAML file of a program that is known. Throws TapeError('not-a-log') for any other. */
export function openYamlRows(file: string): OpenRows {
  const { size, mtimeMs, ino } = statSync(file);
  const stamp = `${file} ${ino} ${size} ${mtimeMs}`;
  if (size > MOST)
    throw new TapeError('not-a-log', `${file} is YAML of more than ${MOST >> 20} MB; Tapescope reads tapes of that size as JSON.`, {
      path: file,
    });
  if (lately?.stamp !== stamp) lately = { stamp, stream: read(file, mtimeMs) };
  const { shape, tapes } = lately.stream;
  return rowsOfRecords({
    ...{ format: shape.format, table: '' },
    tapes: (key) => (key === undefined ? [...tapes.values()] : [tapes.get(key) ?? []].flat()),
    records(key) {
      const { records, mistakes = [] } = tapes.get(key) ?? {};
      const { count, at, mistake, bytes } = records?.() ?? NONE;
      const said = (index: number): string | null => (index < count ? mistake(index) : (mistakes[index - count] ?? null));
      return {
        count: count + mistakes.length,
        at: (index) => (index < count ? at(index) : {}),
        bytes: (index) => (index < count ? bytes(index) : 0),
        broken(index) {
          const what = said(index);
          return what === null ? null : `${basename(file)}, ${what}`;
        },
      };
    },
    close: () => {},
  });
}

function read(file: string, time: number): Stream {
  // Far quicker than to have it read as text.
  const text = readFileSync(file).toString('utf8');
  const shape = streams().find(({ keys }) => keys.every((key) => new RegExp(`^(?:- |  |[{"' ])*${key}["']? *:`, 'm').test(text)));
  if (shape === undefined) throw noPrograms(file, yamlKeys(text));
  const { tapes, mistakes } = listed(shape, yamlParts(text), time);
  if (tapes.size > 0) return { shape, tapes };
  const [wrong] = mistakes;
  if (wrong !== undefined) throw new TapeError('not-a-log', `${file} cannot be read as YAML, ${wrong}`, { path: file });
  throw noPrograms(file, yamlKeys(text));
}

const yamlKeys = (text: string): string[] => [...text.slice(0, 1 << 16).matchAll(/^(?:- )?([\w-]+) *:/gm)].flatMap(([, key]) => key ?? []);

const noPrograms = (file: string, keys: readonly string[]): TapeError => {
  const named = [...new Set(keys)].slice(0, 6).join(', ');
  return new TapeError(
    'not-a-log',
    `${file} is YAML ${named === '' ? 'without keys at its top' : `with the keys ${named}`}, not from any program that Tapescope reads.`,
    { path: file },
  );
};

const listOf = (records: readonly JsonObject[], mistakes: readonly string[]): Records => ({
  count: records.length + mistakes.length,
  at: (index) => records[index] ?? {},
  mistake: (index) => mistakes[index - records.length] ?? null,
  bytes: () => null,
});

const NONE = listOf([], []);

/** What a part holds: its tapes by their own names, and what is wrong in it. */
interface Held {
  tapes: { name: string; records(): Records }[];
  mistakes: string[];
}

/** A part that is one tape is read record by record; any other whole. */
function heldIn(shape: StreamShape, part: YamlPart): Held {
  const list = yamlList(part, shape.list);
  const name = list === undefined ? null : shape.nameOf(list.rest);
  if (list === undefined || name === null || !isObject(list.rest)) return heldWhole(shape, part);
  const records = recordsOf(shape, list.rest, list.items);
  return { tapes: [{ name, records: () => records }], mistakes: [] };
}

function recordsOf(shape: StreamShape, rest: JsonObject, items: readonly YamlPart[]): Records {
  const head = shape.head(rest);
  let last: { part: YamlPart; read: YamlDocument } | null = null;
  const item = (index: number): YamlDocument | null => {
    const part = items[index - head.length];
    if (part === undefined) return null;
    if (last?.part !== part) last = { part, read: yamlItem(part) };
    return last.read;
  };
  return {
    count: head.length + items.length,
    at(index) {
      const read = item(index);
      return read === null ? (head[index] ?? {}) : shape.entry(read.value);
    },
    mistake: (index) => item(index)?.mistake ?? null,
    bytes(index) {
      const part = items[index - head.length];
      return part === undefined ? null : Buffer.byteLength(part.text);
    },
  };
}

function heldWhole(shape: StreamShape, part: YamlPart): Held {
  const documents = yamlDocuments(part);
  const mistakes = documents.flatMap(({ mistake }) => mistake ?? []);
  const found = documents.flatMap(({ value }) => value).filter((tape) => isObject(tape) && shape.nameOf(tape) !== null) as JsonObject[];
  const tapes = found.map((tape, at) => {
    const records = [...shape.head(tape), ...asList(tape[shape.list]).map(shape.entry)];
    // What is wrong is said after the last of them.
    const held = listOf(records, at < found.length - 1 ? [] : mistakes);
    return { name: shape.nameOf(tape) ?? '', records: () => held };
  });
  return { tapes, mistakes };
}

/** Each tape has the name that it gives itself; another of that name, or one without, has its number. */
function listed(shape: StreamShape, parts: readonly YamlPart[], time: number): { tapes: Map<string, StreamTape>; mistakes: string[] } {
  const tapes = new Map<string, StreamTape>();
  let last: StreamTape | null = null;
  const waiting: string[] = [];
  for (const part of parts) {
    const held = heldIn(shape, part);
    const [stamp, weight] = [witness(part.text), part.text.length];
    for (const { name, records } of held.tapes) {
      const key = name !== '' && !tapes.has(name) ? name : freeKey(tapes, tapes.size + 1);
      last = { ...{ key, time, stamp, weight, appended: 0, records }, mistakes: waiting.splice(0) };
      tapes.set(key, last);
    }
    if (held.tapes.length === 0) (last?.mistakes ?? waiting).push(...held.mistakes);
  }
  return { tapes, mistakes: waiting };
}

const freeKey = (keys: ReadonlyMap<string, unknown>, number: number): string =>
  keys.has(String(number)) ? freeKey(keys, number + 1) : String(number);
