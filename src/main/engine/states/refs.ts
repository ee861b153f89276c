import type { StatePath, StateRef } from '../../../shared/model/handoff.ts';
import type { Json, JsonObject } from '../formats/format.ts';
import { asNumber, asObject, asString } from '../formats/json.ts';
import { childOf, type Place, walk } from './walk.ts';

/** A reference inside a text: its position, its words, and what it names. */
interface Cited {
  /** Place in the text, UTF-16 units. */
  at: number;
  text: string;
  number: number | null;
  id: string | null;
  /** `#128` may as well be an issue or a colour: it counts only where there is such an entry. */
  loose: boolean;
}

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const LIST = '\\d{1,9}(?:\\s{0,3}(?:,|and|&|-|–)\\s{0,3}#?\\d{1,9}){0,40}';

const IDS = new RegExp(`\\b${UUID}\\b`, 'g');
const WHOLE = new RegExp(`^${UUID}$`);
/** Ids, `[128]` and `[128, 130]`, `entry 128` and `entries 128, 130 and 131`, `#128`. */
const ALL = new RegExp(
  `\\b(${UUID})\\b|(?<![\\w\\]])\\[(${LIST})\\](?!\\()|\\b[Ee]ntr(?:y|ies)\\s{1,3}#?(${LIST})\\b|(?<![\\w&/])#(\\d{1,9})\\b`,
  'g',
);

function isUuid(text: string): boolean {
  return text.length === 36 && WHOLE.test(text);
}

/** References in a text, in order. Numbers only where `numbered`: a writer that numbers nothing cannot mean an entry by one. */
function citedIn(text: string, numbered: boolean): Cited[] {
  const found: Cited[] = [];
  for (const match of text.matchAll(numbered ? ALL : IDS)) {
    const [whole, id, listed, named, hash] = match;
    const list = listed ?? named ?? hash;
    if (list === undefined) found.push({ at: match.index, text: whole, number: null, id: id ?? whole, loose: false });
    else found.push(...numbersIn(list, match.index + whole.lastIndexOf(list), hash !== undefined));
  }
  return found;
}

const numbersIn = (list: string, at: number, loose: boolean): Cited[] =>
  [...list.matchAll(/\d+/g)].map((match) => ({ at: at + match.index, text: match[0], number: Number(match[0]), id: null, loose }));

/** A place in another tape that a state names in full: the origin of a session that continues from an imported tape. */
export interface Foreign {
  file: string;
  entry: number | null;
  title: string | null;
}

/** A reference as it is in a state, before anybody looked where it leads. */
export interface FoundRef {
  path: StatePath;
  kind: StateRef['kind'];
  text: string;
  number: number | null;
  id: string | null;
  /** Place of `text` in the string at `path`; null where the whole value is the reference. */
  at: number | null;
  foreign: Foreign | null;
}

export interface RefRules {
  /** The writer numbers its entries, so that numbers in a text may mean them. */
  numbered: boolean;
  /** Entries of the tape. */
  entries: number;
}

/** Fields whose numbers are entries, and those whose numbers are lines. */
const ENTRIES = new Set([
  ...['source_ids', 'sourceIds', 'source_id', 'sourceId', 'source_entry_ids', 'sourceEntryIds'],
  ...['entry_ids', 'entryIds', 'entry_id', 'entryId', 'corrects'],
]);
const LINES = new Set(['line', 'lines']);
const AGENTS = new Set(['agentId', 'agent_id']);
/** Beside one of these a line is one of that file. */
const FILES = ['file', 'path', 'filename', 'file_path', 'filePath'];

/** All references of a state in reading order. Pure; one pass, at any depth. */
export function findRefs(state: Json, rules: RefRules): FoundRef[] {
  const found: FoundRef[] = [];
  for (const place of walk(state, ({ name, depth, value }) => depth !== 1 || foreignOf(name, value) === null)) {
    const foreign = place.depth === 1 ? foreignOf(place.name, place.value) : null;
    if (foreign !== null) found.push(...foreignRefs(foreign, place.value as JsonObject, place.path()));
    else refsAt(place, rules, found);
  }
  return found;
}

const refsAt = (place: Place, rules: RefRules, found: FoundRef[]): void => {
  const { value, name, depth } = place;
  const add = (kind: FoundRef['kind'], number: number | null, id: string | null): void =>
    void found.push({ path: place.path(), kind, text: String(value), number, id, at: null, foreign: null });
  if (typeof value === 'number') {
    if (ENTRIES.has(name)) add('entry', value, null);
    else if (LINES.has(name) && !besideFile(place.parent)) add('line', value, null);
  } else if (typeof value !== 'string') return;
  else if (ENTRIES.has(name) && !isUuid(value)) add('entry', /^\d{1,9}$/.test(value) ? Number(value) : null, null);
  else if (name === 'archived' && depth === 1) add('file', null, value);
  else if (name === 'leafUuid') add('leaf', null, value);
  else if (AGENTS.has(name)) add('agent', null, value);
  else if (isUuid(value)) add('uuid', null, value);
  else inText(place, value, rules, found);
};

const inText = (place: Place, value: string, { numbered, entries }: RefRules, found: FoundRef[]): void => {
  for (const { at, text, number, id, loose } of citedIn(value, numbered)) {
    if (loose && (number === null || number < 1 || number > entries)) continue;
    found.push({ path: place.path(), kind: id === null ? 'entry' : 'uuid', text, number, id, at, foreign: null });
  }
};

const besideFile = (parent: Json): boolean => FILES.some((key) => typeof childOf(parent, key) === 'string');

const foreignOf = (name: string, value: Json): Foreign | null => {
  const origin = name === 'continues' ? asObject(value) : null;
  const file = asString(origin?.file);
  return file === null ? null : { file, entry: asNumber(origin?.entry), title: asString(origin?.title) };
};

const FOREIGN_KINDS = { file: 'file', entry: 'entry', line: 'line', id: 'uuid' } as const;

/** Whatever names the place in the other tape leads there. */
const foreignRefs = (foreign: Foreign, origin: JsonObject, path: StatePath): FoundRef[] =>
  Object.entries(FOREIGN_KINDS).flatMap(([key, kind]): FoundRef[] => {
    const value = childOf(origin, key);
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    return [{ path: [...path, key], kind, text: String(value), number: null, id: null, at: null, foreign }];
  });

/** A reference by which somebody cites. What a compaction records next to its text says where it is, not what it rests on. */
export function isCitation({ type }: { type: string }, ref: FoundRef): boolean {
  return type !== 'compaction' || ref.at !== null;
}
