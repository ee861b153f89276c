import { LineCounter, parseAllDocuments } from 'yaml';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { define } from '../formats/json.ts';
import type { Json, JsonObject } from '../formats/values.ts';

/** A document of a stream: what can be read of it, and what is wrong with it, as the end of a sentence that begins with the file. */
export interface YamlDocument {
  value: Json;
  mistake: string | null;
  /** Where its text is in the file. */
  from: number;
  to: number;
}

/** Values that a text may grow to where it repeats itself by aliases: so many times its length, and some for a short one. */
const GROWTH = 16;
const SPARE = 1 << 20;
/** How deep a value may be nested. */
const DEPTH = 200;

/**
 * Reads the documents of a YAML file as JSON. Tags make nothing but what JSON has: a program that a tag names is not run. What is wrong in one document
 * keeps none of the others out.
 */
export function yamlDocuments(text: string): YamlDocument[] {
  const lines = new LineCounter();
  const found = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent', strict: true, stringKeys: false });
  const left = { values: GROWTH * text.length + SPARE };
  return (Array.isArray(found) ? found : []).map((document) => {
    const [from, , to] = document.range ?? [0, 0, text.length];
    const [error] = document.errors;
    const line = (at: number): string => `line ${lines.linePos(at).line}`;
    const before = left.values;
    const wrong = error === undefined ? null : `${line(error.pos[0])}: ${sentence(error.message)}`;
    try {
      return { value: plain(document.toJS({ maxAliasCount: -1 }), left, 0), mistake: wrong, from, to };
    } catch (failure) {
      // Others have what it used up, but for half: no number of such documents takes more than twice the time.
      left.values = Math.floor(before / 2);
      return { value: null, mistake: wrong ?? `${line(from)}: ${sentence(messageOf(failure))}`, from, to };
    }
  });
}

const messageOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure));

const sentence = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`);

const TOO_LARGE = 'It repeats itself by aliases to more than can be read.';

/** A copy that is JSON. What an alias repeats is counted each time, so that a short text makes no endless value. */
function plain(value: unknown, left: { values: number }, depth: number): Json {
  left.values -= typeof value === 'string' ? value.length + 1 : 1;
  if (left.values < 0) throw new TapeError('unreadable', TOO_LARGE);
  if (depth > DEPTH) throw new TapeError('unreadable', 'It is nested too deeply, or in itself.');
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map((item) => plain(item, left, depth + 1));
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value !== 'object' || value === null) return value === null || value === undefined ? null : String(value);
  const copy: JsonObject = {};
  for (const [key, item] of Object.entries(value)) define(copy, key, plain(item, left, depth + 1));
  return copy;
}
