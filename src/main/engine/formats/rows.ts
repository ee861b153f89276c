import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import type { FormatRow, LogRoot } from '../../../shared/model/index.ts';
import type { Settings } from '../../../shared/rpc/contract.ts';
import type { About, Env } from './about.ts';
import { abilities, abouts } from './abouts.ts';

interface Place {
  settings: Pick<Settings, 'logs' | 'tapeHome'>;
  env?: Env;
  home?: string;
}

/** Agents take an empty variable for one that is not set, and a path made of it would be one in the folder where a command is run. */
const set = (env: Env): Env => Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));

/** Where logs of an agent are looked for, as settings and environment have it. A root of our own is the one of the settings. */
const rootsOf = (about: About, { settings, env = process.env, home = homedir() }: Place): LogRoot[] =>
  about.roots(set(env), home).map(({ id, name, path: usual }) => {
    const { path = about.own ? settings.tapeHome : usual, off } = settings.logs[id] ?? {};
    return { id, name, path, usual, on: off !== true, found: existsSync(path) };
  });

/** The rows of `formats.list`. Reads no log; looks whether the roots exist. */
export function formatRows(place: Place): FormatRow[] {
  return abouts.map((about) => {
    const { cannot, roots, instructions, commands = false, own = false, heirOf: _line, session: _layout, ...facts } = about;
    return { ...facts, ...abilities(cannot), roots: rootsOf(about, place), commands, own };
  });
}

/** Folders and files to look for logs in. */
export function foundIn(place: Place): string[] {
  return abouts.filter(({ own }) => !own).flatMap((about) => rootsOf(about, place).flatMap(({ on, path }) => (on ? [path] : [])));
}
