import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isRecord } from '../../../shared/model/record.ts';
import { OPTIONAL_KINDS } from '../../../shared/model/vocabulary.ts';
import type { Settings } from '../../../shared/rpc/contract.ts';

/** Logs are looked for where the agents keep them by themselves (formats/rows.ts), until a person says otherwise. */
export function defaultSettings(env: NodeJS.ProcessEnv = process.env, userHome = homedir()): Settings {
  return {
    logs: {},
    tapeHome: env.TAPE_HOME ?? join(userHome, '.tape'),
    theme: 'system',
    policies: {},
    redact: [],
    filters: [],
    money: 'dollars',
  };
}

const fileIn = (home: string): string => join(home, 'settings.json');

const THEMES: readonly unknown[] = ['system', 'light', 'dark'] satisfies Settings['theme'][];

const MONEY: readonly unknown[] = ['dollars', 'tokens'] satisfies Settings['money'][];

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isRecordOfText = (value: unknown): boolean => isRecord(value) && Object.values(value).every((one) => typeof one === 'string');

const areKinds = (value: unknown): boolean => Array.isArray(value) && value.every((one) => OPTIONAL_KINDS.includes(one));

const isPlace = (value: unknown): value is Settings['logs'][string] =>
  isRecord(value) && (value.path === undefined || isText(value.path)) && (value.off === undefined || value.off === true);

const isFilter = (value: unknown): boolean => isRecord(value) && isText(value.name) && typeof value.query === 'string';

const KNOWN: Readonly<Record<string, (value: unknown) => boolean>> = {
  tapeHome: isText,
  theme: (value) => THEMES.includes(value),
  policies: isRecordOfText,
  redact: areKinds,
  money: (value) => MONEY.includes(value),
  filters: (value) => Array.isArray(value) && value.every(isFilter),
};

/** Until 0.1 each place of logs was a setting of its own, under the name that is the id of its root now. */
const placesIn = (stored: Record<string, unknown>): Settings['logs'] => {
  const older = Object.entries(stored).flatMap(([id, path]) => (!(id in KNOWN) && isText(path) ? [[id, { path }] as const] : []));
  const said = Object.entries(isRecord(stored.logs) ? stored.logs : {}).filter(([, place]) => isPlace(place));
  return Object.fromEntries([...older, ...said]) as Settings['logs'];
};

/** By hand, since every command of the terminal reads the settings and none else needs the schema library. */
const parseStored = (text: string): Partial<Settings> => {
  const stored: unknown = JSON.parse(text);
  if (!isRecord(stored)) return {};
  return { ...Object.fromEntries(Object.entries(stored).filter(([name, value]) => KNOWN[name]?.(value))), logs: placesIn(stored) };
};

/** What a process was told by its environment holds for that process, in the window as in the terminal. */
const fromEnvironment = (env: NodeJS.ProcessEnv): Partial<Settings> => (env.TAPE_HOME === undefined ? {} : { tapeHome: env.TAPE_HOME });

/** Stored settings over the defaults, and TAPE_HOME over both. A missing or broken file counts as empty: settings must never keep the app from opening. */
export function loadSettings(home: string, env: NodeJS.ProcessEnv = process.env): Settings {
  try {
    return { ...defaultSettings(env), ...parseStored(readFileSync(fileIn(home), 'utf8')), ...fromEnvironment(env) };
  } catch {
    return defaultSettings(env);
  }
}

/** Writes the settings next to the old file and moves them into place, so that a crash leaves one whole file. */
export function storeSettings(home: string, settings: Settings): void {
  mkdirSync(home, { recursive: true });
  const file = fileIn(home);
  writeFileSync(`${file}.new`, `${JSON.stringify(settings, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}
