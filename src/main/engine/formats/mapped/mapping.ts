import type { Role, Usage } from '../../../../shared/model/index.ts';
import { asObject, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import { type Path, pathOf } from './path.ts';

/** Where the records of one program have what Tapescope reads, as a mapping file says. */
export interface Mapping {
  name: string;
  /** The files that it maps, by their names; null for all whose records fit. */
  files: RegExp | null;
  /** Values that each of its records has. */
  where: readonly (readonly [Path, string | number | boolean])[];
  role: Path;
  /** What the program calls a role; a role itself needs no row. */
  roles: ReadonlyMap<string, Role>;
  content: Path;
  places: Partial<Record<Place, Path>>;
  usage: Partial<Record<keyof Usage, Path>>;
}

const PLACES = ['id', 'parent', 'time', 'step', 'model'] as const;
type Place = (typeof PLACES)[number];
const USAGE = ['input', 'output', 'cacheRead', 'cacheWrite'] as const satisfies readonly (keyof Usage)[];
export const ROLES: readonly Role[] = ['user', 'assistant', 'system', 'tool'];
const KEYS = ['name', 'files', 'where', 'role', 'roles', 'content', 'usage', ...PLACES];

/** One sentence for each fault of a mapping, and the mapping where there is none. */
export interface Read {
  mapping: Mapping | null;
  faults: string[];
}

type Fault = (sentence: string) => void;

const quoted = (value: Json): string => JSON.stringify(value).slice(0, 80);
const listed = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** Reads the text of a mapping file. Never throws; finds all faults, not only the first. */
export function readMapping(text: string): Read {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (failure) {
    return { mapping: null, faults: [`It is not JSON: ${failure instanceof Error ? failure.message : String(failure)}.`] };
  }
  if (!isObject(value)) return { mapping: null, faults: ['It must be one JSON object with "name", "role" and "content".'] };
  const faults: string[] = [];
  const mapping = mappingOf(value, (sentence) => void faults.push(sentence));
  return faults.length > 0 ? { mapping: null, faults } : { mapping, faults };
}

function mappingOf(value: JsonObject, fault: Fault): Mapping {
  for (const key of Object.keys(value)) if (!KEYS.includes(key)) fault(`It has no key ${quoted(key)}; there are ${listed(KEYS)}.`);
  for (const key of ['name', 'role', 'content']) if (value[key] === undefined) fault(`"${key}" is missing.`);
  return {
    name: nameOf(value.name, fault),
    files: filesOf(value.files, fault),
    where: Object.entries(objectOf('where', value.where, fault)).flatMap(([path, wanted]) => conditionOf(path, wanted, fault)),
    role: at('role', value.role, fault) ?? [],
    roles: new Map(Object.entries(objectOf('roles', value.roles, fault)).flatMap(([word, role]) => roleOf(word, role, fault))),
    content: at('content', value.content, fault) ?? [],
    places: pathsOf(PLACES, value, '', fault),
    usage: usageOf(value.usage, fault),
  };
}

function nameOf(value: Json | undefined, fault: Fault): string {
  if (typeof value === 'string' && value.trim() !== '' && value.length <= 80) return value.trim();
  if (value !== undefined) fault('"name" must be a text of 1 to 80 characters: what you call the program.');
  return '';
}

function filesOf(value: Json | undefined, fault: Fault): RegExp | null {
  if (value === undefined) return null;
  if (typeof value === 'string' && value !== '' && !/[/\\]/.test(value)) return globOf(value);
  fault(`"files" must be the name of a file, in which * is any text, without folders: ${quoted(value)} is not.`);
  return null;
}

/** `*` and `?` and nothing else, so that no name takes long to compare. */
const globOf = (glob: string): RegExp => {
  const parts = glob.split(/(\*+|\?)/).map((part) => {
    if (part.startsWith('*')) return '[^/\\\\]*';
    return part === '?' ? '[^/\\\\]' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`(?:^|[/\\\\])${parts.join('')}$`, 'u');
};

function objectOf(key: string, value: Json | undefined, fault: Fault): JsonObject {
  if (value !== undefined && !isObject(value)) fault(`"${key}" must be an object, not ${quoted(value)}.`);
  return asObject(value) ?? {};
}

function at(key: string, value: Json | undefined, fault: Fault): Path | undefined {
  if (value === undefined) return undefined;
  const path = typeof value === 'string' ? pathOf(value) : null;
  if (path === null) fault(`"${key}" must be a path such as "message.content" or "choices[0].text": ${quoted(value)} is not.`);
  return path ?? undefined;
}

function pathsOf<K extends string>(keys: readonly K[], value: JsonObject, before: string, fault: Fault): Partial<Record<K, Path>> {
  const found: Partial<Record<K, Path>> = {};
  for (const key of keys) {
    const path = at(`${before}${key}`, value[key], fault);
    if (path !== undefined) found[key] = path;
  }
  return found;
}

function conditionOf(path: string, wanted: Json | undefined, fault: Fault): [Path, string | number | boolean][] {
  const place = at('where', path, fault);
  if (typeof wanted === 'string' || typeof wanted === 'number' || typeof wanted === 'boolean') return place ? [[place, wanted]] : [];
  fault(`"where" compares ${quoted(path)} with a text, a number, true or false, not with ${quoted(wanted ?? null)}.`);
  return [];
}

function roleOf(word: string, role: Json | undefined, fault: Fault): [string, Role][] {
  const known = ROLES.find((one) => one === role);
  if (known !== undefined) return [[word, known]];
  fault(`"roles" gives ${quoted(word)} the role ${quoted(role ?? null)}; there are ${listed(ROLES)}.`);
  return [];
}

function usageOf(value: Json | undefined, fault: Fault): Mapping['usage'] {
  const usage = objectOf('usage', value, fault);
  for (const key of Object.keys(usage))
    if (!USAGE.some((known) => known === key)) fault(`"usage" has no ${quoted(key)}; there are ${listed(USAGE)}.`);
  return pathsOf(USAGE, usage, 'usage.', fault);
}
