import { CORE_SCHEMA, load, Type } from 'js-yaml';
import { LineCounter, parseAllDocuments } from 'yaml';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { define } from '../formats/json.ts';
import type { Json, JsonObject } from '../formats/values.ts';

/** A part of a text, which holds a document, and how many lines are before it. */
export interface YamlPart {
  text: string;
  lines: number;
  /** How much of the file it is, 0 … 1. */
  share: number;
}

/** A document: what can be read of it, and what is wrong with it, as the end of a sentence that begins with the file. */
export interface YamlDocument {
  value: Json;
  mistake: string | null;
}

/** Values that a text may grow to where it repeats itself by aliases: this many times its length, and some more for a short file. */
const GROWTH = 16;
const SPARE = 1 << 20;
/** How deep a value may be nested. */
const DEPTH = 200;

/** A mark at the beginning of a line begins a document, even in the midst of a text in quotes. */
const MARK = /---(?=[ \t\r\n]|$)/y;

/** Where the documents of a file are. What is wrong in one of them keeps none of the others out. */
export function yamlParts(text: string): YamlPart[] {
  // A directive is before the mark of its document.
  const starts = text.startsWith('%') || text.includes('\n%') ? [0] : startsIn(text);
  let lines = 0;
  return starts.map((from, at) => {
    const to = starts[at + 1] ?? text.length;
    const part = { text: text.slice(from, to), lines, share: (to - from) / text.length };
    lines += linesIn(text, from, to);
    return part;
  });
}

function startsIn(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n---'); at >= 0; at = text.indexOf('\n---', at + 1)) {
    MARK.lastIndex = at + 1;
    if (MARK.test(text)) starts.push(at + 1);
  }
  return starts;
}

/** Reads a part as JSON: a document, or several where no mark is between them. Tags make nothing but what JSON has: a program that a tag names is not run. */
export function yamlDocuments(part: YamlPart): YamlDocument[] {
  const value = jsonOf(part.text, part.share);
  return value === undefined ? salvaged(part) : [{ value, mistake: null }];
}

/** A document with a long list at its top: what is around the list, and a part for each of its items. */
export interface YamlList {
  rest: Json;
  items: YamlPart[];
}

/** What an alias may repeat. Where such a mark is in a text, its document is read whole for nothing. */
const ANCHOR = /(?:[:?,[{-]\s+|[[{])&\S/;

/** A document by its list, whose items are not read yet; undefined where they or the rest cannot be read alone. */
export function yamlList(part: YamlPart, key: string): YamlList | undefined {
  const { text, share } = part;
  const start = new RegExp(`(?<=\n)${key}:[ \\t]*\r?\n(?= *- )`).exec(text);
  if (start === null) return undefined;
  const from = start.index + start[0].length;
  const next = /\n(?![ \r\n#-])/g;
  next.lastIndex = from;
  const to = next.exec(text)?.index ?? text.length;
  const list = text.slice(from, to);
  const rest = ANCHOR.test(list) ? undefined : jsonOf(`${text.slice(0, start.index)}${key}: []${text.slice(to)}`, share);
  if (rest === undefined) return undefined;
  return { rest, items: itemsOf(list, part.lines + linesIn(text, 0, from), share / text.length) };
}

function itemsOf(list: string, before: number, share: number): YamlPart[] {
  const dash = `\n${' '.repeat(list.search(/[^ ]/))}-`;
  const starts = [0];
  for (let at = list.indexOf(dash); at >= 0; at = list.indexOf(dash, at + 1))
    if (/\s/.test(list[at + dash.length] ?? ' ')) starts.push(at + 1);
  let lines = before;
  return starts.map((from, at) => {
    const to = starts[at + 1] ?? list.length;
    const item = { text: list.slice(from, to), lines, share: share * (to - from) };
    lines += linesIn(list, from, to);
    return item;
  });
}

/** Reads the one item of a list; one with a mistake has no value. */
export function yamlItem(part: YamlPart): YamlDocument {
  const [{ value, mistake } = { value: null, mistake: null }] = yamlDocuments(part);
  return { value: Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value, mistake };
}

function linesIn(text: string, from: number, to: number): number {
  let lines = 0;
  for (let feed = text.indexOf('\n', from); feed >= 0 && feed < to; feed = text.indexOf('\n', feed + 1)) lines += 1;
  return lines;
}

/** Tags that are not in JSON: what they tag is taken as the words, list or object that it is. */
const TAGS = ['!', 'tag:'].flatMap((tag) =>
  (['scalar', 'sequence', 'mapping'] as const).map((kind) => new Type(tag, { kind, multi: true, construct: (data) => data })),
);
const SCHEMA = CORE_SCHEMA.extend(TAGS);

/** The value of a document without a mistake; undefined for any other. Takes a ninth of the time of `yaml`, which knows more of mistakes. */
function jsonOf(text: string, share: number): Json | undefined {
  try {
    return plain(load(text, { schema: SCHEMA, maxDepth: DEPTH }), budget(text, share), 0);
  } catch {
    return undefined;
  }
}

const budget = (text: string, share: number): { values: number } => ({ values: GROWTH * text.length + SPARE * share });

/** What can be read of a part that is not as it should be, and where it is not. */
function salvaged({ text, lines, share }: YamlPart): YamlDocument[] {
  const counter = new LineCounter();
  const line = (at: number): string => `line ${lines + counter.linePos(at).line}`;
  const left = budget(text, share);
  const found = parseAllDocuments(text, {
    ...{ lineCounter: counter, prettyErrors: false, logLevel: 'silent', strict: true, stringKeys: false },
  });
  return (Array.isArray(found) ? found : []).map((document) => {
    const [error] = document.errors;
    const before = left.values;
    const mistake = error === undefined ? null : `${line(error.pos[0])}: ${sentence(error.message)}`;
    try {
      return { value: plain(document.toJS({ maxAliasCount: -1 }), left, 0), mistake };
    } catch (failure) {
      // Others have what it used up, but for half: no number of such documents takes more than twice the time.
      left.values = Math.floor(before / 2);
      return { value: null, mistake: mistake ?? `${line(document.range?.[0] ?? 0)}: ${sentence(messageOf(failure))}` };
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
