import { readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../about.ts';
import { type Mapping, readMapping } from './mapping.ts';

/** A mapping file as it was found, with its faults. */
export interface Found {
  file: string;
  mapping: Mapping | null;
  faults: string[];
}

/** Mapping files are small; what is larger is something else. */
const MOST_BYTES = 1 << 20;
/** Milliseconds for which the folder is not looked at again. */
const FRESH = 1000;

/** Where mapping files are. */
export function mappingFolder(env: Env = process.env, home = homedir()): string {
  return join(env.TAPESCOPE_HOME ?? join(home, '.tapescope'), 'formats');
}

const readFound = (file: string): Found => {
  try {
    if (statSync(file).size > MOST_BYTES) return { file, mapping: null, faults: ['It is larger than a mapping can be (1 MB).'] };
    return { file, ...readMapping(readFileSync(file, 'utf8')) };
  } catch (failure) {
    return { file, mapping: null, faults: [`It cannot be read: ${failure instanceof Error ? failure.message : String(failure)}.`] };
  }
};

/** All mapping files in a folder, by name. Never throws. */
export function findMappings(folder: string): Found[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => readFound(join(folder, name)));
}

const always: Mapping[] = [];
let known: { mappings: readonly Mapping[]; at: number } | null = null;

const load = (): readonly Mapping[] => {
  const found = findMappings(mappingFolder()).flatMap(({ mapping }) => (mapping === null ? [] : [mapping]));
  known = { mappings: [...always, ...found], at: performance.now() };
  return known.mappings;
};

/** The mappings of this person. Reads their files once, and again where `fresh` asks for what is there now. */
export function mappings(fresh = false): readonly Mapping[] {
  if (known === null || (fresh && performance.now() - known.at > FRESH)) return load();
  return known.mappings;
}

/** Adds a mapping that is in no file, for tests. */
export function addMapping(mapping: Mapping): void {
  always.push(mapping);
  known = null;
}
