import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { OPTIONAL_KINDS } from '../../../shared/model/vocabulary.ts';
import type { Settings } from '../../../shared/rpc/contract.ts';

/** Where the agents keep their logs unless told otherwise; both honour their own environment variables. */
export const defaultSettings = (env: NodeJS.ProcessEnv = process.env, userHome = homedir()): Settings => ({
  claudeProjects: join(env.CLAUDE_CONFIG_DIR ?? join(userHome, '.claude'), 'projects'),
  tapeHome: env.TAPE_HOME ?? join(userHome, '.tape'),
  bubTapes: join(env.BUB_HOME ?? join(userHome, '.bub'), 'tapes'),
  theme: 'system',
  policies: {},
  redact: [],
});

/** The folder for Tapescope's own data. */
export const defaultHome = (env: NodeJS.ProcessEnv = process.env, userHome = homedir()): string =>
  env.TAPESCOPE_HOME ?? join(userHome, '.tapescope');

const fileIn = (home: string): string => join(home, 'settings.json');

const THEMES: readonly unknown[] = ['system', 'light', 'dark'] satisfies Settings['theme'][];

const isRecordOfText = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((one) => typeof one === 'string');

const areKinds = (value: unknown): boolean => Array.isArray(value) && value.every((one) => OPTIONAL_KINDS.includes(one));

/** By hand, since every command of the terminal reads the settings and none else needs the schema library. */
const parseStored = (text: string): Partial<Settings> => {
  const stored: unknown = JSON.parse(text);
  if (typeof stored !== 'object' || stored === null) return {};
  const fits = ([name, value]: [string, unknown]): boolean =>
    name === 'theme'
      ? THEMES.includes(value)
      : name === 'policies'
        ? isRecordOfText(value)
        : name === 'redact'
          ? areKinds(value)
          : ['claudeProjects', 'bubTapes', 'tapeHome'].includes(name) && typeof value === 'string' && value !== '';
  return Object.fromEntries(Object.entries(stored).filter(fits));
};

/** What a process was told by its environment holds for that process, in the window as in the terminal. */
const fromEnvironment = (env: NodeJS.ProcessEnv): Partial<Settings> => (env.TAPE_HOME === undefined ? {} : { tapeHome: env.TAPE_HOME });

/** Stored settings over the defaults, and TAPE_HOME over both. A missing or broken file counts as empty: settings must never keep the app from opening. */
export const loadSettings = (home: string, env: NodeJS.ProcessEnv = process.env): Settings => {
  try {
    return { ...defaultSettings(env), ...parseStored(readFileSync(fileIn(home), 'utf8')), ...fromEnvironment(env) };
  } catch {
    return defaultSettings(env);
  }
};

/** Writes the settings next to the old file and moves them into place, so that a crash leaves one whole file. */
export const storeSettings = (home: string, settings: Settings): void => {
  mkdirSync(home, { recursive: true });
  const file = fileIn(home);
  writeFileSync(`${file}.new`, `${JSON.stringify(settings, null, 2)}\n`);
  renameSync(`${file}.new`, file);
};
