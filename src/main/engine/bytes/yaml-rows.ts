import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { streams } from '../formats/archives.ts';
import { isObject } from '../formats/json.ts';
import type { StreamShape } from '../formats/stream.ts';
import type { JsonObject } from '../formats/values.ts';
import { rowsOfRecords } from './archive-rows.ts';
import { witness } from './ids.ts';
import type { OpenRows } from './open-rows.ts';
import { type YamlDocument, yamlDocuments } from './yaml-documents.ts';

/** Tapes in the documents of a YAML file, or in lists in them, as tapes in the rows of a database. */

/** Reading YAML takes twenty times as long as JSON, and all of it is held. */
const MOST = 32 << 20;

interface StreamTape {
  key: string;
  stamp: string;
  weight: number;
  records: JsonObject[];
  /** Why documents of the file, this one among them, cannot be read whole: each takes the place of a record. */
  mistakes: string[];
}

interface Stream {
  format: string;
  tapes: StreamTape[];
}

/** The file that was read last: its tapes are asked for one after the other. */
let lately: { stamp: string; stream: Stream } | null = null;

/** Opens a YAML file of a program that is known. Throws TapeError('not-a-log') for any other. */
export function openYamlRows(file: string): OpenRows {
  const { size, mtimeMs, ino } = statSync(file);
  const stamp = `${file} ${ino} ${size} ${mtimeMs}`;
  if (size > MOST)
    throw new TapeError('not-a-log', `${file} is YAML of more than ${MOST >> 20} MB; Tapescope reads tapes of that size as JSON.`, {
      path: file,
    });
  if (lately?.stamp !== stamp) lately = { stamp, stream: read(file) };
  const { format, tapes } = lately.stream;
  return rowsOfRecords({
    ...{ format, table: '' },
    tapes: tapes.map(({ key, stamp: own, weight }) => ({ key, time: mtimeMs, stamp: own, weight, appended: 0 })),
    records(key) {
      const { records, mistakes } = tapes.find((tape) => tape.key === key) ?? { records: [], mistakes: [] };
      return {
        count: records.length + mistakes.length,
        at: (index) => records[index] ?? {},
        broken: (index) => mistakes[index - records.length] ?? null,
      };
    },
    close: () => {},
  });
}

function read(file: string): Stream {
  const text = readFileSync(file, 'utf8');
  const shape = streams().find(({ keys }) => keys.every((key) => new RegExp(`^(?:- |  |[{"' ])*${key}["']? *:`, 'm').test(text)));
  if (shape === undefined) throw noPrograms(file, yamlKeys(text));
  const documents = yamlDocuments(text);
  const tapes = tapesOf(shape, documents, text, basename(file));
  if (tapes.length > 0) return { format: shape.format, tapes };
  const [wrong] = documents.flatMap(({ mistake }) => mistake ?? []);
  if (wrong !== undefined) throw new TapeError('not-a-log', `${file} cannot be read as YAML, ${wrong}`, { path: file });
  throw noPrograms(file, yamlKeys(text));
}

const yamlKeys = (text: string): string[] => [...text.slice(0, 1 << 16).matchAll(/^(?:- )?([\w-]+) *:/gm)].flatMap(([, key]) => key ?? []);

const noPrograms = (file: string, keys: readonly string[]): TapeError => {
  const named = [...new Set(keys)].slice(0, 6).join(', ');
  return new TapeError(
    'not-a-log',
    `${file} is YAML ${named === '' ? 'without keys at its top' : `with the keys ${named}`}, of no program that Tapescope reads.`,
    { path: file },
  );
};

/** Each tape has the name that it gives itself; another of that name, or one without, has its number. */
function tapesOf(shape: StreamShape, documents: readonly YamlDocument[], text: string, name: string): StreamTape[] {
  const tapes: StreamTape[] = [];
  const waiting: string[] = [];
  const keys = new Set<string>();
  for (const { value, mistake, from, to } of documents) {
    for (const tape of Array.isArray(value) ? value : [value]) {
      const own = shape.nameOf(tape);
      if (own === null || !isObject(tape)) continue;
      const key = own !== '' && !keys.has(own) ? own : freeKey(keys, tapes.length + 1);
      keys.add(key);
      const part = text.slice(from, to);
      tapes.push({
        key,
        stamp: witness(Buffer.from(part)),
        weight: part.length,
        records: shape.records(tape),
        mistakes: waiting.splice(0),
      });
    }
    const wrong = mistake === null ? [] : [`${name}, ${mistake}`];
    (tapes.at(-1)?.mistakes ?? waiting).push(...wrong);
  }
  return tapes;
}

const freeKey = (keys: ReadonlySet<string>, number: number): string =>
  keys.has(String(number)) ? freeKey(keys, number + 1) : String(number);
